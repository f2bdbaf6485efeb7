-- title: Everybody in draws or stands pat
-- rule: D3 M15
-- severity: error
-- applies: draw
-- message: {player} was in and neither drew nor stood pat in draw {expected}
-- Judged in each draw in which the log tells of somebody's cards.

with draws as (
    select hand_id, street_no, seat, min(seq) as seq
    from actions
    where
        action in ('discard', 'stand_pat')
        -- cards changed in a lap of pokeris are changed too late: see exchange-first
        and street not in ('first_lap', 'second_lap', 'third_lap')
    group by hand_id, street_no, seat
),

rounds as (
    select
        hand_id,
        street_no,
        max(seq) as last_seq,
        row_number() over (partition by hand_id order by street_no) as nth
    from draws
    group by hand_id, street_no
),

folds as (
    select hand_id, seat, min(seq) as folded_at
    from actions
    where action = 'fold'
    group by hand_id, seat
)

select seats.hand_id, seats.seat, null::smallint as seq, nth as expected, null as actual
from seats
join rounds using (hand_id)
left join folds using (hand_id, seat)
left join draws on draws.hand_id = seats.hand_id and draws.street_no = rounds.street_no and draws.seat = seats.seat
where dealt_in and draws.seat is null and coalesce(folded_at > last_seq, true)
order by seats.hand_id, seats.seat, nth;

-- judged
select count(*) from actions where action in ('discard', 'stand_pat');
