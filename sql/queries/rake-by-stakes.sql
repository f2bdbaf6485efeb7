-- title: Rake of the house by stakes, in parts of the pot
select
    site, kind, currency, game, betting, small_blind, big_blind, small_bet,
    count(*) as hands, sum(pot) as pot, sum(rake) as rake,
    round(100 * sum(rake)::double / nullif(sum(pot), 0)::double, 2) as percent_of_pot
from hands
group by all
order by hands desc, site, game, big_blind;
