-- A player's sittings: his hands at one site and of one kind, all tables together, cut where two hands start further apart than the gap.
-- Midnight, stakes and games do not cut. Hands whose log fixes no instant are ordered by their local time.

create or replace macro session_hands_by_gap(gap) as table
with played_hands as (
    select
        hands.hand_id, seats.seat, hands.site, hands.kind, seats.player, hands.currency, hands.table_name, hands.tournament_no,
        coalesce(hands.played_at, hands.played_local) as played,
        hands.played_at is null as played_is_local,
        seats.net
    from hands
    join seats using (hand_id)
    where seats.dealt_in and coalesce(hands.played_at, hands.played_local) is not null
),

cut as (
    select
        *,
        coalesce(played - lag(played) over (partition by site, kind, player order by played, hand_id) > gap, true) as begins
    from played_hands
)

select
    * exclude (begins),
    sum(begins::integer) over (
        partition by site, kind, player order by played, hand_id rows between unbounded preceding and current row
    )::integer as session_no
from cut;

create or replace macro sessions_by_gap(gap) as table
with minutes as (
    select
        site, kind, player, session_no,
        date_trunc('minute', played) as minute,
        count(distinct concat_ws(' ', tournament_no, table_name)) as tables
    from session_hands_by_gap(gap)
    group by site, kind, player, session_no, date_trunc('minute', played)
),

pace as (
    select
        site, kind, player, session_no,
        count(*) as active_minutes,
        sum(tables)::bigint as table_minutes,
        max(tables) as most_tables
    from minutes
    group by site, kind, player, session_no
),

money as (
    select
        site, kind, player, session_no, currency,
        sum(net) as net,
        count(*) as hands,
        min(played) as first_played,
        max(played) as last_played,
        bool_or(played_is_local) as local_time
    from session_hands_by_gap(gap)
    group by site, kind, player, session_no, currency
),

summed as (
    select
        site, kind, player, session_no,
        min(first_played) as started,
        max(last_played) as ended,
        sum(hands)::bigint as hands,
        list({'currency': currency, 'net': net} order by currency) as results,
        bool_or(local_time) as local_time
    from money
    group by site, kind, player, session_no
),

table_names as (
    select site, kind, player, session_no, list(distinct table_name order by table_name) as tables
    from session_hands_by_gap(gap)
    group by site, kind, player, session_no
)

select
    site,
    kind,
    player,
    session_no,
    started,
    ended,
    hands,
    coalesce(tables, []) as tables,
    most_tables,
    if(len(results) = 1, results[1].currency, null) as currency,
    if(len(results) = 1, results[1].net, null) as net,
    results,
    -- last start less first start and one mean gap; a lone hand is a minute
    if(hands = 1, 1, epoch(ended - started) / 60 * hands / (hands - 1)) as clock_minutes,
    active_minutes,
    table_minutes,
    hands * 60.0 / table_minutes as hands_per_table_hour,
    hands * 60.0 / active_minutes as hands_per_hour,
    local_time
from summed
join pace using (site, kind, player, session_no)
join table_names using (site, kind, player, session_no);

create or replace view session_hands as
select * from session_hands_by_gap(interval 30 minutes);

create or replace view sessions as
select * from sessions_by_gap(interval 30 minutes);

comment on view session_hands is
'One row for each player and hand with the number of his session at that site and kind (a gap of 30 minutes ends one).';
comment on view sessions is
'One row a session: player, site, kind, start, end, hands, tables and net for each currency; sessions_by_gap(interval) takes another gap.';
comment on column sessions.net is 'null where the session has more than one currency: see results';
comment on column sessions.active_minutes is 'distinct minutes with at least one hand at any table';
comment on column sessions.table_minutes is 'the same counted for each table and added';
comment on column sessions.local_time is 'some hands have a local time only; a clock change may cut or join them';

comment on column session_hands.hand_id is 'Hand';
comment on column session_hands.seat is 'Seat';
comment on column session_hands.site is 'Room, as players name it';
comment on column session_hands.kind is 'cash, tournament, play (play money) or unknown';
comment on column session_hands.player is 'Name of the player at this site';
comment on column session_hands.currency is 'Currency of the hand';
comment on column session_hands.table_name is 'Table';
comment on column session_hands.tournament_no is 'The room''s number of the tournament';
comment on column session_hands.played is 'Start of the hand: UTC, or local where the log fixes no instant';
comment on column session_hands.played_is_local is 'The log fixes no instant';
comment on column session_hands.net is 'Result of the hand';
comment on column session_hands.session_no is 'Number of the session among his at this site and of this kind';

comment on column sessions.site is 'Room, as players name it';
comment on column sessions.kind is 'cash, tournament, play (play money) or unknown';
comment on column sessions.player is 'Name of the player at this site';
comment on column sessions.session_no is 'Number of the session among his at this site and of this kind';
comment on column sessions.started is 'Start of its first hand';
comment on column sessions.ended is 'Start of its last hand';
comment on column sessions.hands is 'Hands he was dealt in';
comment on column sessions.tables is 'Tables he played at';
comment on column sessions.most_tables is 'Most tables with a hand in the same minute';
comment on column sessions.currency is 'Its currency; null if it has several';
comment on column sessions.results is 'Net by currency';
comment on column sessions.clock_minutes is 'Minutes from the first hand to the end of the last';
comment on column sessions.hands_per_table_hour is 'Hands in an hour at one table';
comment on column sessions.hands_per_hour is 'Hands in an hour, all tables together';
