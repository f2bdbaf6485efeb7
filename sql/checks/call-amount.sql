-- title: A call matches the stake, or is all in for less
-- rule: M12
-- severity: error
-- applies: all
-- message: {player} called {actual} where {expected} was to call
-- In a cap game what lies behind the cap is no stack to call with. Laps of pokeris need not be equal (P10).

with calls as (
    select
        hand_id,
        seat,
        seq,
        least(to_call, stack_before) as due,
        amount,
        all_in and stack_before is null and amount < to_call as all_in_of_unknown_stack
    from actions
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
