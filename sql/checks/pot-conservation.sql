-- title: Chips out equal chips in
-- rule: M1
-- severity: error
-- applies: all
-- message: {expected} went into the pot, but winnings, rake and carried money come to {actual}
-- Every chip that enters the pot leaves it; where a room's log prints no rake, what is missing is the rake. Hands of the
-- home games, and all that name their rule set, name the rake too if there is one. A difference made by a call of the
-- wrong amount alone is left to call-amount.

with money as (
    select hand_id, sum(put_in - returned) as put_in, sum(won) as won
    from seats
    group by hand_id
),

raked as (
    select
        hand_id,
        added + carried_in as brought_in,
        carried_out
        + coalesce(
            stated_rake,
            case
                when
                    rules is null
                    and game not in ('standard-draw', 'ante-draw', 'pokeris', 'seven-card-stud', 'blinds-draw')
                    then rake
                else 0
            end
        ) as taken_out
    from hands
),

unbalanced as (
    select
        hand_id,
        put_in + brought_in as chips_in,
        won + taken_out as chips_out
    from raked
    join money using (hand_id)
    where put_in + brought_in <> won + taken_out
),

miscalled as (
    select hand_id, sum(amount - least(to_call, stack_before)) as too_much
    from actions
    semi join unbalanced using (hand_id)
    where action = 'call' and hand_id not in (select hand_id from lap_hands)
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
