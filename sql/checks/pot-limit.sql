-- title: A pot-limit raise adds at most the pot after the call
-- rule: L4
-- severity: error
-- applies: pl cap-pl
-- message: {player} made it {actual}, the most was {expected}
-- Blinds posted short, or not at all, count in full: rooms differ on that.

with pot_limit as (
    select hand_id, coalesce(small_blind, 0) as small_blind, coalesce(big_blind, 0) as big_blind
    from hands
    where betting in ('pl', 'cap-pl')
),

posted as (
    select
        hand_id,
        greatest(any_value(small_blind) - coalesce(sum(amount) filter (where action = 'small_blind'), 0), 0)
        + greatest(any_value(big_blind) - coalesce(sum(amount) filter (where action = 'big_blind'), 0), 0) as missing
    from actions
    join pot_limit using (hand_id)
    group by hand_id
)

select
    hand_id,
    seat,
    seq,
    street_bet + pot_before + to_call + missing as expected,
    to_amount as actual
from actions
join posted using (hand_id)
where action in ('bet', 'complete', 'raise') and to_amount > street_bet + pot_before + to_call + missing
order by hand_id, seq;

-- judged
select count(*)
from actions
where
    action in ('bet', 'complete', 'raise')
    and pot_before is not null
    and hand_id in (select hand_id from hands where betting in ('pl', 'cap-pl'));
