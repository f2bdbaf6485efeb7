-- title: No more players are dealt in than the game allows, and no fewer
-- rule: J1 A1 P18 S1 B1
-- severity: error
-- applies: standard-draw ante-draw pokeris seven-card-stud blinds-draw
-- message: {actual} players were dealt in, {expected} may play

with home as (
    select
        hand_id,
        n_players,
        try_cast(rule_option(rules, game, rule_options, 'players_fewest') as integer) as fewest,
        try_cast(rule_option(rules, game, rule_options, 'players_most') as integer) as most
    from hands
    where game in ('standard-draw', 'ante-draw', 'pokeris', 'seven-card-stud', 'blinds-draw')
)

select
    hand_id,
    null::tinyint as seat,
    null::smallint as seq,
    case when n_players > most then 'at most ' || most else 'at least ' || fewest end as expected,
    n_players as actual
from home
where n_players not between fewest and most
order by hand_id;

-- judged
select count(*)
from hands
where game in ('standard-draw', 'ante-draw', 'pokeris', 'seven-card-stud', 'blinds-draw');
