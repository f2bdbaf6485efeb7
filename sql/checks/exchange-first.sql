-- title: In Pokeris the cards are changed before anybody bets
-- rule: P9
-- severity: error
-- applies: pokeris
-- message: {player} {actual} during the exchange

with first_bets as (
    select hand_id, min(seq) as first_bet
    from actions
    join hands using (hand_id)
    where game = 'pokeris' and action in ('bet', 'call', 'raise', 'check')
    group by hand_id
)

select hand_id, seat, seq, null as expected, 'made a ' || action as actual
from actions
where
    street = 'exchange'
    and action in ('bet', 'call', 'raise', 'check', 'challenge', 'propose')
    and hand_id in (select hand_id from hands where game = 'pokeris')
union all
select hand_id, seat, seq, null, 'drew after a bet, not'
from actions
join first_bets using (hand_id)
where action in ('discard', 'stand_pat') and seq > first_bet
order by hand_id, seq;

-- judged
select count(*) from actions join hands using (hand_id) where game = 'pokeris' and action in ('discard', 'stand_pat');
