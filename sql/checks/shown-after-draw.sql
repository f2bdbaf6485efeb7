-- title: Cards shown at the end are cards that were kept or drawn
-- rule: D3 M5
-- severity: error
-- applies: draw
-- message: {player} showed {actual}; after the draw he held {expected}
-- Judged where the log knows every card thrown away and drawn.

with last_draws as (
    select hand_id, max(seq) as last_draw
    from actions
    where action in ('discard', 'stand_pat', 'replace')
    group by hand_id
),

drawn as (
    select
        hand_id,
        seat,
        bool_and(cards is not null and cards not like '%?%' and new_cards is not null and new_cards not like '%?%')
            as known
    from actions
    where action = 'discard'
    group by hand_id, seat
),

shown as (
    select
        actions.hand_id,
        actions.seat,
        seq,
        cards,
        final_cards
    from actions
    join last_draws on last_draws.hand_id = actions.hand_id and seq > last_draw
    join drawn on drawn.hand_id = actions.hand_id and drawn.seat = actions.seat
    join seats on seats.hand_id = actions.hand_id and seats.seat = actions.seat
    join hands on hands.hand_id = actions.hand_id
    where
        action = 'show'
        and cards is not null
        and known
        and runs = 1
        and hole_cards not like '%?%'
        and final_cards not like '%?%'
)

select hand_id, seat, seq, final_cards as expected, cards as actual
from shown
where
    len(
        [
            card
            for card in string_split(cards, ' ')
            if card <> '??' and not list_contains(string_split(final_cards, ' '), card)
        ]
    ) > 0
order by hand_id, seq;

-- judged
select count(*)
from actions
join seats using (hand_id, seat)
join hands using (hand_id)
join game_facts using (game)
where
    action = 'show'
    and cards is not null
    and family = 'draw'
    and seats.hole_cards not like '%?%'
    and seats.final_cards not like '%?%';
