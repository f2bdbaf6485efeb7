-- Who played, and what came of it. Currencies, chips and play money are never added up.

create or replace view players as
select
    site,
    player,
    count(*) as hands,
    count(*) filter (where seats.seat = hands.hero_seat) as hands_as_hero,
    min(coalesce(played_at, played_local)) as first_played,
    max(coalesce(played_at, played_local)) as last_played,
    list(distinct currency order by currency) as currencies,
    list(distinct game order by game) as games
from hands
join seats using (hand_id)
where dealt_in
group by site, player;

create or replace view results as
select
    site,
    player,
    kind,
    currency,
    count(*) as hands,
    sum(net) as net,
    sum(showdown_net) as showdown_net,
    sum(non_showdown_net) as non_showdown_net,
    100 * avg(net_units) as bb_per_100,
    100 * stddev_samp(net_units) / sqrt(count(net_units)) as bb_per_100_error,
    -- by what each put in; the room prints only the total
    sum(rake * invested / nullif(pot, 0)) as rake_contributed
from player_hands
group by site, player, kind, currency;

create or replace view winnings as
select
    site,
    player,
    kind,
    currency,
    row_number() over playing as hand_no,
    hand_id,
    played,
    net,
    sum(net) over playing as running_net,
    sum(showdown_net) over playing as running_showdown,
    sum(non_showdown_net) over playing as running_non_showdown,
    sum(net_units) over playing as running_units
from player_hands
window playing as (
    partition by site, player, kind, currency order by played, hand_id rows between unbounded preceding and current row
);

comment on view players is 'One row a player of a site: hands, first and last hand, currencies and games met.';
comment on view results is 'One row for each player, kind and currency: net, its showdown and non-showdown part, mean result in units per 100 hands.';
comment on view winnings is 'One row for each player and hand in order of play with the running results: the winnings line.';
comment on column results.bb_per_100_error is 'standard error of the mean';
comment on column results.rake_contributed is 'the rake of each hand shared by what each player put in';
