-- title: Chips out equal chips in
-- rule: M1
-- severity: error
-- applies: all
-- message: {expected} went into the pot, but winnings, rake and carried money come to {actual}
-- Every chip that enters the pot leaves it; where the log prints no rake, what is missing is the rake. A difference
-- made by a call of the wrong amount alone is left to call-amount.

with money as (
    select hand_id, sum(put_in - returned) as put_in, sum(won) as won
    from seats
    group by hand_id
),

unbalanced as (
    select
        hands.hand_id,
        put_in + added + carried_in as chips_in,
        won + coalesce(stated_rake, rake) + carried_out as chips_out
    from hands
    join money using (hand_id)
    where put_in + added + carried_in <> won + coalesce(stated_rake, rake) + carried_out
),

miscalled as (
    select hand_id, sum(amount - least(to_call, stack_before)) as too_much
    from actions
    semi join unbalanced using (hand_id)
    where action = 'call' and hand_id not in (select hand_id from hands where list_contains([game, rules], 'pokeris'))
    group by hand_id
),

-- what the replay gave back of a stake that the short call left unmatched
given_back as (
    select hand_id, sum(returned) as given_back
    from seats
    semi join miscalled using (hand_id)
    where hand_id not in (select hand_id from actions where action = 'return')
    group by hand_id
)

select
    hand_id,
    null::tinyint as seat,
    null::smallint as seq,
    chips_in as expected,
    chips_out as actual
from unbalanced
left join miscalled using (hand_id)
left join given_back using (hand_id)
where chips_in - coalesce(too_much, 0) <> chips_out and chips_in - too_much + given_back is distinct from chips_out
order by hand_id;

-- judged
select count(*) from hands;
