-- title: A fixed limit round has a bet and three raises while three are in
-- rule: S11 L8
-- severity: error
-- applies: fl
-- message: {player} made raise number {actual}, three are allowed with more than two players in
-- A round in which somebody raised all in for less is left out: whether that counts as a raise differs (M13).

with capped_rounds as (
    select hand_id, street_no
    from actions
    where hand_id in (select hand_id from hands where betting = 'fl')
    group by hand_id, street_no
    having not bool_or(coalesce(short_raise, false))
)

select hand_id, seat, seq, 3 as expected, raises_before + 1 as actual
from actions
join capped_rounds using (hand_id, street_no)
where action = 'raise' and raises_before >= 3 and players_in > 2
order by hand_id, seq;

-- judged
select count(*)
from actions
where action = 'raise' and hand_id in (select hand_id from hands where betting = 'fl');
