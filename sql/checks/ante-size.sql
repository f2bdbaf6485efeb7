-- title: Everybody pays the same ante, or is all in
-- rule: A2 M11
-- severity: error
-- applies: all
-- message: {player} paid an ante of {actual} where it is {expected}
-- A single ante is one player's for the whole table and has nothing to be compared with.

with agreed as (
    select hand_id, coalesce(any_value(hands.ante), max(amount)) as ante
    from actions
    join hands using (hand_id)
    where action = 'ante'
    group by hand_id
    having count(*) > 1
)

select actions.hand_id, seat, seq, agreed.ante as expected, amount as actual
from actions
join agreed using (hand_id)
where action = 'ante' and amount <> agreed.ante and not all_in and coalesce(amount < stack_before, true)
union all
select seats.hand_id, seat, null, agreed.ante, 0
from seats
join agreed using (hand_id)
where
    dealt_in
    -- who pays at home is judged by ante-payers
    and hand_id not in (
        select hand_id from hands where game in ('standard-draw', 'ante-draw', 'pokeris', 'seven-card-stud')
    )
    and not exists (
        select 1 from actions as antes
        where antes.hand_id = seats.hand_id and antes.seat = seats.seat and antes.action = 'ante'
    )
order by hand_id, seq;

-- judged
select count(*) from actions join hands using (hand_id) where action = 'ante' and amount is not null;
