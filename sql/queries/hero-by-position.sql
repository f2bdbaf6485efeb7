-- title: The hero's win rate by position, with its standard error
select
    position, count(*) as hands, round(100 * avg(net_units), 1) as bb_per_100,
    round(100 * stddev_samp(net_units) / sqrt(count(*)), 1) as error
from player_hands
where is_hero and position is not null
group by position
order by max(position_no) desc;
