-- title: Who is still in has matched the stake or is all in
-- rule: D2
-- severity: error
-- applies: all
-- message: {player} stayed in with {actual}, the stake was {expected}

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
        sum(amount) filter (where action <> 'ante' or antes.hand_id is not null) as put_in
    from actions
    left join antes using (hand_id)
    where
        action in (
            'ante', 'small_blind', 'big_blind', 'button_blind', 'straddle', 'post', 'bring_in', 'call', 'bet',
            'complete', 'raise'
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

stake as (
    select hand_id, max(matchable.put_in - returned) as stake
    from matchable
    join seats using (hand_id, seat)
    group by hand_id
)

select hand_id, seat, null::smallint as seq, stake as expected, matchable.put_in - returned as actual
from matchable
join seats using (hand_id, seat)
join stake using (hand_id)
where
    folded_on is null
    and matchable.put_in - returned < stake
    and seats.put_in < stack
order by hand_id, seat;

-- judged
select count(*) from seats where folded_on is null and dealt_in;
