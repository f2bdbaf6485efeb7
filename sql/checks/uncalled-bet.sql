-- title: What nobody matched goes back
-- rule: M3 M10
-- severity: error
-- applies: all
-- message: {player} gets back {actual}, nobody matched {expected}
-- Dead money needs no matching: dead blinds, fees, and an ante that one player pays for the whole table. In a walk logs
-- differ in how much of the blind they call uncalled, and nobody gains by it. Hands of the home games, and all that name
-- their rule set, say so when they give money back.

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
        and actions.hand_id not in (select hand_id from lap_hands)
    group by actions.hand_id, seat
),

wagered as (
    select distinct hand_id
    from actions
    where action in ('call', 'bet', 'complete', 'raise', 'all_in')
),

told as (
    select hand_id, seat, sum(amount) as returned
    from actions
    where action = 'return'
    group by hand_id, seat
),

tops as (
    select hand_id, max(put_in, 2) as top_two, arg_max(seat, put_in) as top_seat
    from matchable
    group by hand_id
),

due as (
    select
        seats.hand_id,
        seats.seat,
        hands.rules is not null
        or game in ('standard-draw', 'ante-draw', 'pokeris', 'seven-card-stud', 'blinds-draw') as at_home,
        case when at_home then coalesce(told.returned, 0) else seats.returned end as returned,
        case when seats.seat = top_seat then top_two[1] - coalesce(top_two[2], 0) else 0 end as uncalled
    from seats
    join hands on hands.hand_id = seats.hand_id
    join tops on tops.hand_id = seats.hand_id
    left join told on told.hand_id = seats.hand_id and told.seat = seats.seat
)

select hand_id, seat, null::smallint as seq, uncalled as expected, returned as actual
from due
where uncalled <> returned and (at_home or hand_id in (select hand_id from wagered))
order by hand_id, seat;

-- judged
select count(distinct hand_id)
from actions
where
    action in ('call', 'bet', 'complete', 'raise', 'all_in')
    and hand_id not in (select hand_id from lap_hands);
