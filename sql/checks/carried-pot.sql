-- title: What one hand leaves in the pot is there in the table's next hand
-- rule: M9 J4
-- severity: error
-- applies: all
-- message: {actual} was carried in, {expected}
-- Judged where the hands of a table follow each other without a gap: their numbers go up one by one, or they stand in
-- the same file, and half an hour has not passed. A longer pause may have ended the table, and its money was shared. Only
-- draw games leave money in the pot.

with carrying as (
    select distinct site, table_name
    from hands
    where table_name is not null and (carried_in > 0 or carried_out > 0)
),

numbered as (
    select
        hand_id,
        site,
        table_name,
        file_id,
        coalesce(played_at, played_local) as started,
        regexp_replace(site_hand_no, '\d+$', '') as series,
        try_cast(regexp_extract(site_hand_no, '\d{1,18}$') as bigint) as number,
        line_from
    from hands
    where site in (select site from carrying)
),

-- inside an unbroken series the number grows as fast as the count of hands
counted as (
    select
        *,
        number - row_number() over (partition by site, series order by number) as island
    from numbered
),

in_order as (
    select
        counted.hand_id,
        lag(hand_id) over at_table as hand_before,
        lag(file_id) over at_table = file_id as same_file,
        lag(series) over at_table = series as same_series,
        lag(island) over at_table = island as unbroken,
        started - lag(started) over at_table as pause
    from counted
    semi join carrying on carrying.site = counted.site and carrying.table_name = counted.table_name
    window at_table as (partition by counted.site, counted.table_name order by started, series, number, file_id, line_from)
)

select
    in_order.hand_id,
    null::tinyint as seat,
    null::smallint as seq,
    'the hand before left ' || amount_text(before.carried_out) as expected,
    hands.carried_in as actual
from in_order
join hands on hands.hand_id = in_order.hand_id
join hands as before on before.hand_id = hand_before
where
    coalesce(case when same_series then unbroken end, same_file)
    and coalesce(pause <= interval 30 minute, true)
    and hands.carried_in <> before.carried_out
union all
select hand_id, null, null, 'this game leaves nothing in the pot', carried_in
from hands
join game_facts using (game)
where carried_in > 0 and family <> 'draw'
order by hand_id;

-- judged
select count(*) from hands where carried_in > 0 or carried_out > 0;
