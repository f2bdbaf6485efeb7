-- title: What a player adds and what he then has in add up
-- rule: M1
-- severity: error
-- applies: all
-- message: {player} added {actual}, which does not make the total that the log tells of; {expected} would
-- Judged where the log tells both, as our own format may.

with totals as (
    select hand_id, seat, seq, amount, to_amount, street_bet - to_call as before
    from actions
    where
        action in ('call', 'bet', 'complete', 'raise')
        and street_bet >= to_call
        and hand_id not in (select hand_id from lap_hands)
    union all
    -- in laps the stake to match is another lap's
    select hand_id, seat, seq, amount, to_amount, sum(amount) over in_lap - amount
    from actions
    semi join lap_hands using (hand_id)
    where action in ('call', 'bet', 'raise')
    window in_lap as (partition by hand_id, seat, street_no order by seq)
)

select hand_id, seat, seq, to_amount - before as expected, amount as actual
from totals
where to_amount <> before + amount
order by hand_id, seq;

-- judged
select count(*) from actions where action in ('call', 'bet', 'complete', 'raise') and to_amount is not null;
