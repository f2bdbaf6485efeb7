-- title: A pot-limit raise adds at most the pot after the call
-- rule: L4
-- severity: error
-- applies: pl cap-pl
-- message: {player} made it {actual}, the most was {expected}

with sized as (
    select hand_id, seat, seq, street_bet + pot_before + to_call as most_total, to_amount
    from actions
    where
        action in ('bet', 'complete', 'raise')
        and hand_id in (select hand_id from hands where betting in ('pl', 'cap-pl'))
)

select hand_id, seat, seq, most_total as expected, to_amount as actual
from sized
where to_amount > most_total
order by hand_id, seq;

-- judged
select count(*)
from actions
where
    action in ('bet', 'complete', 'raise')
    and pot_before is not null
    and hand_id in (select hand_id from hands where betting in ('pl', 'cap-pl'));
