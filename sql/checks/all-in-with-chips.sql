-- title: Who is called all in has nothing left
-- rule: M2
-- severity: error
-- applies: all
-- message: {player} is called all in for {actual}, but had {expected}
-- In a cap game who has reached the cap has nothing more to bet.

with claimed as (
    select hand_id, seat, seq, amount, stack_before
    from actions
    where all_in and amount < stack_before
),

capped as (
    select claimed.hand_id, claimed.seq, any_value(cap) <= sum(earlier.amount) as reached
    from claimed
    join hands on hands.hand_id = claimed.hand_id
    join actions as earlier
        on earlier.hand_id = claimed.hand_id and earlier.seat = claimed.seat and earlier.seq <= claimed.seq
    where cap is not null and earlier.action not in ('return', 'cash_out')
    group by claimed.hand_id, claimed.seq
)

select claimed.hand_id, seat, claimed.seq, stack_before as expected, amount as actual
from claimed
left join capped on capped.hand_id = claimed.hand_id and capped.seq = claimed.seq
where not coalesce(reached, false)
order by claimed.hand_id, claimed.seq;

-- judged
select count(*) from actions where all_in and stack_before is not null;
