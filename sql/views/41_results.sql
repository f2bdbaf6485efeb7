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

comment on column players.site is 'Room, as players name it';
comment on column players.player is 'Name of the player at this site';
comment on column players.hands is 'Hands he was dealt in';
comment on column players.hands_as_hero is 'Hands whose log shows his cards from the start';
comment on column players.first_played is 'First hand: UTC, or local where the log fixes no instant';
comment on column players.last_played is 'Last hand, likewise';
comment on column players.currencies is 'Currencies met, with PLAY and CHIPS';
comment on column players.games is 'Games met';

comment on column results.site is 'Room, as players name it';
comment on column results.player is 'Name of the player at this site';
comment on column results.kind is 'cash, tournament, play (play money) or unknown';
comment on column results.currency is 'Currency of all amounts of the row';
comment on column results.hands is 'Hands he was dealt in';
comment on column results.net is 'Sum of his results';
comment on column results.showdown_net is 'Part of it won or lost in hands he took to showdown';
comment on column results.non_showdown_net is 'The rest';
comment on column results.bb_per_100 is 'Mean result of a hand in units (big blinds; see player_hands.unit) times 100';

comment on column winnings.site is 'Room, as players name it';
comment on column winnings.player is 'Name of the player at this site';
comment on column winnings.kind is 'cash, tournament, play (play money) or unknown';
comment on column winnings.currency is 'Currency of all amounts of the row';
comment on column winnings.hand_no is 'Number of the hand among his of this kind and currency, in order of play';
comment on column winnings.hand_id is 'Hand';
comment on column winnings.played is 'Start of the hand: UTC, or local where the log fixes no instant';
comment on column winnings.net is 'Result of the hand';
comment on column winnings.running_net is 'Sum of his results up to this hand';
comment on column winnings.running_showdown is 'Part of it from hands he took to showdown';
comment on column winnings.running_non_showdown is 'The rest';
comment on column winnings.running_units is 'Sum of his results in units (big blinds; see player_hands.unit)';
