-- title: Blinds are posted in full, or all in
-- rule: B2 M11
-- severity: error
-- applies: all
-- message: {player} posted a blind of {actual}, the stakes say {expected}
-- Who posts what he missed posts a big blind, and a small one dead.

with posted as (
    select
        actions.hand_id,
        seat,
        seq,
        amount,
        case when action in ('small_blind', 'dead_blind') then small_blind else big_blind end as nominal,
        action in ('post', 'dead_blind') and amount in (small_blind, big_blind) as either_will_do
    from actions
    join hands on hands.hand_id = actions.hand_id
    where
        action in ('small_blind', 'big_blind', 'button_blind', 'post', 'dead_blind')
        and not all_in
        and coalesce(amount < stack_before, true)
)

select hand_id, seat, seq, nominal as expected, amount as actual
from posted
where amount <> nominal and not coalesce(either_will_do, false)
order by hand_id, seq;

-- judged
select count(*)
from actions
where action in ('small_blind', 'big_blind', 'button_blind', 'post', 'dead_blind') and amount is not null;
