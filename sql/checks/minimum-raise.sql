-- title: A bet or raise has at least the least size, or is all in
-- rule: L7 M12 M13
-- severity: error
-- applies: nl pl cap-nl cap-pl
-- message: {player} made it {actual}, the least was {expected}
-- A raise adds at least the last full bet or raise; over an all-in bet below the least bet it may just make that up.

with free_sized as (
    select hand_id
    from hands
    where betting in ('nl', 'pl', 'cap-nl', 'cap-pl') and not list_contains([game, rules], 'pokeris')
),

sized as (
    select
        hand_id,
        seat,
        seq,
        case when street_bet < last_raise then last_raise else street_bet + last_raise end as least_total,
        to_amount
    from actions
    semi join free_sized using (hand_id)
    where action in ('bet', 'complete', 'raise') and not all_in and coalesce(amount < stack_before, true)
)

select hand_id, seat, seq, least_total as expected, to_amount as actual
from sized
where to_amount < least_total
order by hand_id, seq;

-- judged
select count(*)
from actions
semi join (
    select hand_id
    from hands
    where betting in ('nl', 'pl', 'cap-nl', 'cap-pl') and not list_contains([game, rules], 'pokeris')
) as free_sized using (hand_id)
where action in ('bet', 'complete', 'raise') and last_raise is not null;
