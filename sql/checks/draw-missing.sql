-- title: Everybody in draws or stands pat
-- rule: D2 D3 M15
-- severity: error
-- applies: draw irish drawmaha-27
-- message: {actual} in draw {expected}
-- Judged in each draw in which the log tells of somebody's cards; in the home games, and where another draw is told, also
-- that none is left out. A deal nobody opened ends before its draw, and in pokeris one may fold before it (P16).

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
    select hand_id, seat, min(seq) as folded_at, bool_or(street = 'exchange') as before_his_draw
    from actions
    where action = 'fold'
    group by hand_id, seat
),

-- with one player left there is no draw
last_one_left as (
    select seats.hand_id
    from seats
    left join folds using (hand_id, seat)
    where dealt_in
    group by seats.hand_id
    having bool_or(before_his_draw) and count(*) filter (where before_his_draw is distinct from true) = 1
),

played as (
    select
        hands.hand_id,
        game,
        family,
        draws,
        -- no betting round is later than the showdown
        case
            when showdown and (bool_or(action in ('bet', 'call', 'raise')) or not bool_or(action = 'check')) then 9
            else coalesce(max(street_no) filter (where is_decision), -1)
        end as last_round
    from hands
    join game_facts using (game)
    join actions on actions.hand_id = hands.hand_id
    where
        draws > 0
        and (
            game in ('standard-draw', 'ante-draw', 'pokeris', 'blinds-draw')
            or rules is not null
            or hands.hand_id in (select hand_id from draws)
        )
        and hands.hand_id not in (
            select hand_id from actions where action in ('discard', 'stand_pat') and street in ('first_lap', 'second_lap')
        )
    group by hands.hand_id, game, family, draws, showdown
),

due as (
    select
        hand_id,
        nth,
        last_round,
        case when game = 'pokeris' then -1 when family = 'community' then 2 else nth end as street_no
    from (select played.*, unnest(range(1, draws + 1)) as nth from played) as numbered
),

missing as (
    select due.hand_id, nth
    from due
    anti join rounds on rounds.hand_id = due.hand_id and rounds.street_no = due.street_no
    where last_round >= greatest(due.street_no, 0)
)

select
    seats.hand_id,
    seats.seat,
    null::smallint as seq,
    nth as expected,
    seats.player || ' was in and neither drew nor stood pat' as actual
from seats
join rounds using (hand_id)
left join folds using (hand_id, seat)
left join draws on draws.hand_id = seats.hand_id and draws.street_no = rounds.street_no and draws.seat = seats.seat
where
    dealt_in
    and draws.seat is null
    and coalesce(folded_at > last_seq and not before_his_draw, true)
    and seats.hand_id not in (select hand_id from last_one_left)
union all
select hand_id, null, null, nth, 'nobody drew or stood pat'
from missing
order by hand_id, seat, expected;

-- judged
select count(*)
from hands
join game_facts using (game)
where
    draws > 0
    and (
        game in ('standard-draw', 'ante-draw', 'pokeris', 'blinds-draw')
        or rules is not null
        or hand_id in (select hand_id from actions where action in ('discard', 'stand_pat'))
    );
