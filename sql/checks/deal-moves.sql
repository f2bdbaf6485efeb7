-- title: The deal moves one seat to the left after each hand
-- rule: D7 J4
-- severity: error
-- applies: standard-draw ante-draw pokeris seven-card-stud blinds-draw
-- message: seat {actual} dealt, {expected}
-- Judged in the home games, where the hands of a table follow each other without a gap, and none of them is hands apart
-- by half an hour; and in each hand, that whoever deals it is in it. After a pass-out the deal moves on as after any hand.

with home as (
    select
        hand_id,
        site,
        table_name,
        file_id,
        button_seat,
        coalesce(played_at, played_local) as started,
        regexp_replace(site_hand_no, '\d+$', '') as series,
        try_cast(regexp_extract(site_hand_no, '\d{1,18}$') as bigint) as number,
        line_from
    from hands
    where
        table_name is not null
        and game in ('standard-draw', 'ante-draw', 'pokeris', 'seven-card-stud', 'blinds-draw')
),

counted as (
    select
        *,
        number - row_number() over (partition by site, series order by number) as island
    from home
),

in_order as (
    select
        hand_id,
        button_seat,
        lag(button_seat) over at_table as button_before,
        lag(file_id) over at_table = file_id as same_file,
        lag(series) over at_table = series as same_series,
        lag(island) over at_table = island as unbroken,
        started - lag(started) over at_table as pause
    from counted
    window at_table as (partition by site, table_name order by started, series, number, file_id, line_from)
),

due as (
    select
        hand_id,
        any_value(in_order.button_seat) as button_seat,
        arg_min(seat, (seat - button_before + 31) % 32) as on_the_left
    from in_order
    join seats using (hand_id)
    where
        dealt_in
        and button_before is not null
        and coalesce(case when same_series then unbroken end, same_file)
        and coalesce(pause <= interval 30 minute, true)
    group by hand_id
)

select
    hand_id,
    null::tinyint as seat,
    null::smallint as seq,
    'it was the turn of seat ' || on_the_left as expected,
    button_seat as actual
from due
where button_seat <> on_the_left
union all
select hand_id, null, null, 'and nobody there is in the hand', button_seat
from home
where
    button_seat not in (select seat from seats where seats.hand_id = home.hand_id and dealt_in)
    and hand_id not in (select hand_id from due where button_seat <> on_the_left)
order by hand_id;

-- judged
select count(*)
from hands
where
    table_name is not null
    and button_seat is not null
    and game in ('standard-draw', 'ante-draw', 'pokeris', 'seven-card-stud', 'blinds-draw');
