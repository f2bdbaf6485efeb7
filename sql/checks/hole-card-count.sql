-- title: Everybody is dealt as many cards as the game deals
-- rule: D1 D5 P8 S1 S3
-- severity: error
-- applies: all
-- message: {player} holds {actual} cards, the game deals {expected}
-- Fewer are no fault, as a log may know only some of them, except for a player who sees his own cards.
-- A hand declared dead takes no part (D5).

with counted as (
    select
        seats.hand_id,
        seat,
        family,
        hero_seat = seat as own,
        game_facts.hole_cards as down_due,
        game_facts.final_cards as final_due,
        game_facts.first_down_cards as least_down,
        coalesce(len(string_split(seats.hole_cards, ' ')), 0) as down,
        coalesce(len(string_split(seats.up_cards, ' ')), 0) as up,
        coalesce(len(string_split(seats.final_cards, ' ')), 0) as final
    from seats
    join hands using (hand_id)
    join game_facts using (game)
    anti join (select hand_id, seat from actions where action = 'dead_hand') as dead
        on dead.hand_id = seats.hand_id and dead.seat = seats.seat
    where seats.hole_cards is not null or seats.up_cards is not null or seats.final_cards is not null
)

select
    hand_id,
    seat,
    null::smallint as seq,
    case when family = 'stud' or final > final_due then final_due else down_due end as expected,
    case when family = 'stud' then down + up when final > final_due then final else down end as actual
from counted
where
    down > down_due
    or final > final_due
    or up > final_due - down_due
    or (own and down > 0 and down < least_down)
order by hand_id, seat;

-- judged
select count(*)
from seats
join hands using (hand_id)
join game_facts using (game)
where seats.hole_cards is not null or seats.up_cards is not null or seats.final_cards is not null;
