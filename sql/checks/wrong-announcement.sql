-- title: Who announces his hand wrongly may lose the pot by it
-- rule: M5
-- severity: note
-- applies: standard-draw
-- message: {player} announced {actual} but held {expected}, and the award stood
-- A wrong announcement may be corrected until the pot is taken; left as it is, it counts.

with announced as (
    select hand_id, seat, arg_max(said, seq) as said, max(seq) as seq
    from actions
    where
        action = 'announce'
        and hand_id in (select hand_id from hands where list_contains([game, rules], 'standard-draw'))
    group by hand_id, seat
),

due as (
    select hand_id, seat, any_value(category) as category, sum(share_due) as due
    from showdowns
    group by hand_id, seat
)

select due.hand_id, due.seat, announced.seq, category as expected, said as actual
from due
join announced using (hand_id, seat)
join seats using (hand_id, seat)
where due > won and lower(said) not like concat('%', category, '%')
order by due.hand_id, due.seat;

-- judged
select count(*)
from actions
where
    action = 'announce'
    and hand_id in (select hand_id from hands where list_contains([game, rules], 'standard-draw'));
