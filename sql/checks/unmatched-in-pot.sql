-- title: Who is still in has matched the stake or is all in
-- rule: D2
-- severity: error
-- applies: all
-- message: {player} stayed in with {actual}, the stake was {expected}
-- What the log gives back uncalled is part of the stake: whoever had chips had to answer it.

with antes as (
    select hand_id
    from actions
    where action = 'ante'
    group by hand_id
    having count(distinct seat) > 1
),

matchable as (
    select
        actions.hand_id,
        seat,
        sum(amount) filter (where action <> 'return' and (action <> 'ante' or antes.hand_id is not null)) as put_in,
        coalesce(sum(amount) filter (where action = 'return'), 0) as told_back
    from actions
    left join antes using (hand_id)
    where
        action in (
            'ante', 'small_blind', 'big_blind', 'button_blind', 'straddle', 'post', 'bring_in', 'call', 'bet',
            'complete', 'raise', 'return'
        )
        and actions.hand_id in (
            select hand_id
            from hands
            where
                showdown
                and hand_id not in (select hand_id from lap_hands)
                and hand_id not in (select hand_id from actions where action = 'force')
        )
    group by actions.hand_id, seat
),

staked as (
    select
        hand_id,
        seat,
        matchable.put_in - returned + told_back as staked,
        max(matchable.put_in - returned + told_back) over (partition by hand_id) as stake,
        -- dead money counts for the cap too: it is the most one can lose
        folded_on is null and seats.put_in < stack and coalesce(seats.put_in < cap, true) as could_match
    from matchable
    join seats using (hand_id, seat)
    join hands using (hand_id)
)

select hand_id, seat, null::smallint as seq, stake as expected, staked as actual
from staked
where could_match and staked < stake
order by hand_id, seat;

-- judged
select count(*) from seats where folded_on is null and dealt_in;
