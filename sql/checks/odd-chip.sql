-- title: Odd chips go to the winners from the dealer's left
-- rule: M4 H2
-- severity: warning
-- applies: all
-- message: {player} was paid {actual}, with the odd chips from the dealer's left it is {expected}
-- Judged under the rule sets of our own; rooms have their own ways, and showdown-winners leaves them room.

with groups as (
    select hand_id, count(distinct (pot_no, run, side)) as shares
    from showdowns
    join hands using (hand_id)
    where rules is not null
    group by hand_id
    having count(*) = count(share_due)
),

due as (
    select hand_id, seat, sum(share_due) as due
    from showdowns
    semi join groups using (hand_id)
    group by hand_id, seat
)

select due.hand_id, due.seat, null::smallint as seq, due as expected, seats.won as actual
from due
join seats on seats.hand_id = due.hand_id and seats.seat = due.seat
join groups on groups.hand_id = due.hand_id
join hands on hands.hand_id = due.hand_id
where
    due <> seats.won
    and abs(due - seats.won) <= shares * coalesce(chip, 1)
    -- chips paid to a loser are no odd chips: see showdown-winners
    and not exists (
        select 1
        from due as others
        join seats as paid on paid.hand_id = others.hand_id and paid.seat = others.seat
        where
            others.hand_id = due.hand_id
            -- nor is what goes to others because the best hand was thrown away: see mucked-best-hand
            and (others.due = 0 and paid.won > 0 or others.due > 0 and paid.mucked and paid.won = 0)
    )
order by due.hand_id, due.seat;

-- judged
select count(*)
from (
    select hand_id
    from showdowns
    join hands using (hand_id)
    where rules is not null
    group by hand_id
    having count(*) = count(share_due) and count(*) filter (where share_due > 0) > 1
) as split;
