-- title: A call matches the stake, or is all in for less
-- rule: M12
-- severity: error
-- applies: all
-- message: {player} called {actual} where {expected} was to call
-- In a cap game what lies behind the cap is no stack to call with. Laps of pokeris need not be equal (P10). Where a
-- blind was posted short all in and nobody has chips left to bet with, rooms let the last player match what is in.

with calls as (
    select
        hand_id,
        seat,
        seq,
        street,
        amount,
        to_amount,
        to_call,
        least(to_call, stack_before) as due,
        facing = 'forced' and players_behind = 0 as last_to_match
    from actions
    where action = 'call' and not (all_in and stack_before is null and amount < to_call)
),

wrong as (
    select *
    from calls
    where amount <> due and amount <> to_call and hand_id not in (select hand_id from lap_hands)
    and hand_id not in (select hand_id from actions where action = 'force')
),

matched as (
    select wrong.hand_id, wrong.seq, max(others.to_amount) as largest
    from wrong
    join actions as others
        on others.hand_id = wrong.hand_id
        and others.street = wrong.street
        and others.seq < wrong.seq
        and others.seat <> wrong.seat
    where last_to_match
    group by wrong.hand_id, wrong.seq
)

select wrong.hand_id, seat, wrong.seq, due as expected, amount as actual
from wrong
left join matched on matched.hand_id = wrong.hand_id and matched.seq = wrong.seq
where largest is null or to_amount <> largest
order by wrong.hand_id, wrong.seq;

-- judged
select count(*) from actions where action = 'call' and amount is not null and to_call is not null;
