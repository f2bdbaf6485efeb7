-- title: Everything is paid in whole chips
-- rule: M4
-- severity: error
-- applies: all
-- message: {player} {actual}, and the smallest chip is {expected}
-- Judged where the log names the smallest chip, and nobody sat down with a part of one.

with chips as (
    select hand_id, chip
    from hands
    where
        chip > 0
        and coalesce(stated_rake % chip = 0, true)
        and added % chip = 0
        and carried_in % chip = 0
        and hand_id not in (select hand_id from seats join hands using (hand_id) where chip > 0 and stack % chip <> 0)
),

uneven as (
    select hand_id, seat, seq, amount, chip
    from actions
    join chips using (hand_id)
    where amount % chip <> 0
)

select hand_id, seat, seq, chip as expected, 'put in ' || amount_text(amount) as actual
from uneven
where seq = (select min(seq) from uneven as earlier where earlier.hand_id = uneven.hand_id)
union all
-- what was put in in whole chips is won in whole chips
select payouts.hand_id, seat, null, chip, 'was paid ' || amount_text(amount)
from payouts
join chips using (hand_id)
where amount % chip <> 0 and payouts.hand_id not in (select hand_id from uneven)
order by hand_id, seq, seat;

-- judged
select count(*) from actions join hands using (hand_id) where chip > 0 and amount is not null;
