-- title: Spread limit bets and raises lie between the agreed limits
-- rule: L1 S12
-- severity: error
-- applies: spread
-- message: {player} added {actual}, the limit is {expected}

with sized as (
    select
        actions.hand_id,
        seat,
        seq,
        to_amount - street_bet as added_now,
        min_bet,
        max_bet,
        all_in or coalesce(amount >= stack_before, false) as all_in
    from actions
    join hands on hands.hand_id = actions.hand_id
    where betting = 'spread' and rules is null and action in ('bet', 'complete', 'raise')
)

select
    hand_id,
    seat,
    seq,
    case when added_now > max_bet then max_bet else min_bet end as expected,
    added_now as actual
from sized
where added_now > max_bet or (added_now < min_bet and not all_in)
order by hand_id, seq;

-- judged
select count(*)
from actions
join hands using (hand_id)
where betting = 'spread' and rules is null and action in ('bet', 'complete', 'raise') and max_bet is not null;
