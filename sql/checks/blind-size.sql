-- title: Blinds are posted in full, or all in
-- rule: B2 M11
-- severity: error
-- applies: all
-- message: {player} posted a blind of {actual}, the stakes say {expected}

with posted as (
    select
        actions.hand_id,
        seat,
        seq,
        amount,
        case action when 'small_blind' then small_blind else big_blind end as nominal
    from actions
    join hands on hands.hand_id = actions.hand_id
    where
        action in ('small_blind', 'big_blind', 'button_blind')
        and not all_in
        and coalesce(amount < stack_before, true)
)

select hand_id, seat, seq, nominal as expected, amount as actual
from posted
where amount <> nominal
order by hand_id, seq;

-- judged
select count(*) from actions where action in ('small_blind', 'big_blind', 'button_blind') and amount is not null;
