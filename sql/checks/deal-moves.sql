-- title: The deal moves one seat to the left after each hand
-- rule: D7
-- severity: error
-- applies: standard-draw ante-draw pokeris seven-card-stud blinds-draw
-- message: seat {actual} dealt, it was the turn of seat {expected}
-- Judged in the home games, where the hands of a table follow each other without a gap, and none of them is hands apart
-- by half an hour. After a pass-out the neighbour on the dealer's right may deal (J4).

with home as (
    select
        hand_id,
        site,
        table_name,
        file_id,
        button_seat,
        game = 'standard-draw' and carried_out > 0 and carried_out = pot as passed_out,
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
        lag(passed_out) over at_table as after_pass_out,
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
        arg_min(seat, (seat - button_before + 31) % 32) as on_the_left,
        arg_min(seat, (button_before - seat + 31) % 32) filter (where after_pass_out) as on_the_right
    from in_order
    join seats using (hand_id)
    where
        dealt_in
        and button_before is not null
        and coalesce(case when same_series then unbroken end, same_file)
        and coalesce(pause <= interval 30 minute, true)
    group by hand_id
)

select hand_id, null::tinyint as seat, null::smallint as seq, on_the_left as expected, button_seat as actual
from due
where button_seat <> on_the_left and button_seat is distinct from on_the_right
order by hand_id;

-- judged
select count(*)
from hands
where
    table_name is not null
    and button_seat is not null
    and game in ('standard-draw', 'ante-draw', 'pokeris', 'seven-card-stud', 'blinds-draw');
