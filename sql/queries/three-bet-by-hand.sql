-- title: 3-bets of every player, counted from the actions themselves
select
    site, player,
    count(*) filter (where action = 'raise') as three_bets,
    count(*) as chances,
    round(100.0 * count(*) filter (where action = 'raise') / count(*), 1) as percent
from actions
join seats using (hand_id, seat)
join hands using (hand_id)
where street = 'preflop' and is_decision and actions.level = 2 and can_raise and not is_aggressor
group by site, player
order by chances desc, site, player;
