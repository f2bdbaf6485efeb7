-- title: At the showdown everybody holds the cards of the game, or his hand is dead
-- rule: D5
-- severity: error
-- applies: draw
-- message: {player} came to the showdown with {actual} cards, {expected} are a hand

with held as (
    select
        hand_id,
        seat,
        game_facts.final_cards as due,
        len(string_split(seats.final_cards, ' ')) as cards
    from seats
    join hands using (hand_id)
    join game_facts using (game)
    where family = 'draw' and folded_on is null and dealt_in and hands.showdown and seats.final_cards is not null
)

select held.hand_id, held.seat, null::smallint as seq, due as expected, cards as actual
from held
anti join (select hand_id, seat from actions where action = 'dead_hand') as dead
    on dead.hand_id = held.hand_id and dead.seat = held.seat
where cards <> due
order by held.hand_id, held.seat;

-- judged
select count(*)
from seats
join hands using (hand_id)
join game_facts using (game)
where family = 'draw' and folded_on is null and dealt_in and hands.showdown and seats.final_cards is not null;
