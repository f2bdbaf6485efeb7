-- title: Sessions of the hero, the latest first
select sessions.*
from sessions
join players using (site, player)
where hands_as_hero > 0
order by started desc;
