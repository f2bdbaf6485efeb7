-- title: A call matches the stake, or is all in for less
-- rule: J12 M11 M12
-- severity: error
-- applies: all
-- message: {player} called {actual} where {expected} was to call
-- In a cap game what lies behind the cap is no stack to call with. Laps of pokeris need not be equal (P10). Where a
-- blind was posted short all in and nobody has chips left to bet with, rooms let the last player match what is in. Where
-- there is nothing to call, one checks.

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
    where (amount <> due and amount <> to_call or to_call = 0) and hand_id not in (select hand_id from lap_hands)
    and hand_id not in (select hand_id from actions where action = 'force')
),

-- in a cap game nobody calls beyond the cap
capped as (
    select wrong.hand_id, wrong.seq, any_value(cap) - coalesce(sum(earlier.amount), 0) as may_call
    from wrong
    join hands on hands.hand_id = wrong.hand_id
    left join actions as earlier
        on earlier.hand_id = wrong.hand_id
        and earlier.seat = wrong.seat
        and earlier.seq < wrong.seq
        and earlier.action not in ('return', 'cash_out')
    where cap is not null
    group by wrong.hand_id, wrong.seq
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

select
    wrong.hand_id,
    seat,
    wrong.seq,
    case when due = 0 then 'nothing' else amount_text(due) end as expected,
    amount as actual
from wrong
left join matched on matched.hand_id = wrong.hand_id and matched.seq = wrong.seq
left join capped on capped.hand_id = wrong.hand_id and capped.seq = wrong.seq
where (largest is null or to_amount <> largest) and amount is distinct from may_call
order by wrong.hand_id, wrong.seq;

-- judged
select count(*) from actions where action = 'call' and amount is not null and to_call is not null;
