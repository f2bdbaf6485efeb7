-- title: The lower hand of a private comparison drops out
-- rule: P4 P7
-- severity: error
-- applies: pokeris
-- message: {player} dropped out with {actual} against {expected}
-- A tie is lost by the challenger, as he asked for it.

with compared as (
    select
        actions.hand_id,
        actions.seat,
        actions.seq,
        coalesce(dropped.final_cards, dropped.hole_cards) as dropped,
        coalesce(stayed.final_cards, stayed.hole_cards) as stayed,
        challenge.seat as challenger
    from actions
    join hands on hands.hand_id = actions.hand_id
    join seats as dropped on dropped.hand_id = actions.hand_id and dropped.seat = actions.seat
    join seats as stayed on stayed.hand_id = actions.hand_id and stayed.seat = actions.target_seat
    asof left join (select hand_id, seat, seq from actions where action = 'challenge') as challenge
        on challenge.hand_id = actions.hand_id and actions.seq > challenge.seq
    where actions.action = 'compare' and game = 'pokeris'
)

select hand_id, seat, seq, stayed as expected, dropped as actual
from compared
where
    knows_five_cards(dropped)
    and knows_five_cards(stayed)
    and case
        when seat = challenger then five_card_order(dropped, true) > five_card_order(stayed, true)
        else five_card_order(dropped, true) >= five_card_order(stayed, true)
    end
order by hand_id, seq;

-- judged
select count(*)
from actions
join seats on seats.hand_id = actions.hand_id and seats.seat = actions.seat
join hands on hands.hand_id = actions.hand_id
where action = 'compare' and game = 'pokeris' and coalesce(final_cards, hole_cards) not like '%?%';
