-- title: A bet or raise has at least the least size, or is all in
-- rule: L7 M12 M13
-- severity: error
-- applies: nl pl cap-nl cap-pl
-- message: {player} made it {actual}, the least was {expected}
-- A raise adds at least the last full bet or raise; over an all-in bet below the least bet it may just make that up.

with capped as (
    select hand_id, seat, cap - stack as cap_less_stack
    from hands
    join seats using (hand_id)
    where cap is not null
),

sized as (
    select
        actions.hand_id,
        actions.seat,
        actions.seq,
        case when street_bet < last_raise then last_raise else street_bet + last_raise end as least_total,
        to_amount,
        all_in or coalesce(amount >= least(stack_before, cap_less_stack + stack_before), false) as all_in
    from actions
    left join capped on capped.hand_id = actions.hand_id and capped.seat = actions.seat
    where action in ('bet', 'complete', 'raise')
)

select hand_id, seat, seq, least_total as expected, to_amount as actual
from sized
where
    to_amount < least_total
    and not all_in
    and hand_id in (
        select hand_id from hands
        where betting in ('nl', 'pl', 'cap-nl', 'cap-pl') and not list_contains([game, rules], 'pokeris')
    )
order by hand_id, seq;

-- judged
select count(*)
from actions
where
    action in ('bet', 'complete', 'raise')
    and last_raise is not null
    and hand_id in (
        select hand_id from hands
        where betting in ('nl', 'pl', 'cap-nl', 'cap-pl') and not list_contains([game, rules], 'pokeris')
    );
