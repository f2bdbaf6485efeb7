-- title: The largest pots, in big blinds
select
    hand_id, site, site_hand_no, coalesce(played_at, played_local) as played, game, currency, pot,
    round((pot / big_blind)::double, 1) as pot_in_blinds, n_players, showdown
from hands
where big_blind > 0
order by pot / big_blind desc, hand_id
limit 25;
