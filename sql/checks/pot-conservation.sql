-- title: Chips out equal chips in
-- rule: M1
-- severity: error
-- applies: all
-- message: {expected} went into the pot, but winnings, rake and carried money come to {actual}
-- Every chip that enters the pot leaves it; where the log prints no rake, what is missing is the rake.

with money as (
    select hand_id, sum(put_in - returned) as put_in, sum(won) as won
    from seats
    group by hand_id
)

select
    hands.hand_id,
    null::tinyint as seat,
    null::smallint as seq,
    put_in + added + carried_in as expected,
    won + coalesce(stated_rake, rake) + carried_out as actual
from hands
join money using (hand_id)
where put_in + added + carried_in <> won + coalesce(stated_rake, rake) + carried_out
order by hands.hand_id;

-- judged
select count(*) from hands;
