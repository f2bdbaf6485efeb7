-- title: A pot is won by those who filled it
-- rule: M2 M10 P14
-- severity: error
-- applies: all
-- message: {player} was paid {actual} from a pot he was not in
-- Judged where the log names as many pots as there were.

with named as (
    select hand_id, max(pot_no) as last_named
    from payouts
    where pot_no is not null
    group by hand_id
),

filled as (
    select hand_id, max(pot_no) as last_filled
    from pots
    group by hand_id
)

select payouts.hand_id, seat, null::smallint as seq, eligible as expected, payouts.amount as actual
from payouts
join pots using (hand_id, pot_no)
join named using (hand_id)
join filled using (hand_id)
where last_named = last_filled and not list_contains(eligible, seat)
order by payouts.hand_id, seat;

-- judged
select count(*) from payouts join pots using (hand_id, pot_no);
