-- title: A call matches the stake, or is all in for less
-- rule: M12
-- severity: error
-- applies: all
-- message: {player} called {actual} where {expected} was to call
-- In a cap game a player who has reached the cap owes nothing more. Laps of pokeris need not be equal (P10).

with capped as (
    select hand_id, seat, cap - stack as cap_less_stack
    from hands
    join seats using (hand_id)
    where cap is not null
),

calls as (
    select
        actions.hand_id,
        actions.seat,
        actions.seq,
        least(to_call, stack_before, cap_less_stack + stack_before) as due,
        amount,
        all_in and stack_before is null and amount < to_call as all_in_of_unknown_stack
    from actions
    left join capped on capped.hand_id = actions.hand_id and capped.seat = actions.seat
    where action = 'call'
)

select hand_id, seat, seq, due as expected, amount as actual
from calls
where
    amount <> due
    and not all_in_of_unknown_stack
    and hand_id not in (select hand_id from hands where list_contains([game, rules], 'pokeris'))
order by hand_id, seq;

-- judged
select count(*) from actions where action = 'call' and amount is not null and to_call is not null;
