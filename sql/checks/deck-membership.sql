-- title: Every card belongs to the deck
-- rule: B1 A1 J1
-- severity: error
-- applies: all
-- message: {actual} is no hand of cards from a deck of {expected}

with decks as (
    select hand_id, coalesce(hands.deck, game_facts.deck, 52) as deck, concat_ws(' ', board, board2, board3) as board
    from hands
    left join game_facts using (game)
),

cards as (
    select hand_id, seat, concat_ws(' ', hole_cards, up_cards, final_cards) as cards
    from seats
    where hole_cards is not null or up_cards is not null or final_cards is not null
    union all
    select hand_id, null, board
    from decks
    where board <> ''
    union all
    select hand_id, seat, concat_ws(' ', cards, new_cards)
    from actions
    where cards is not null or new_cards is not null
)

select hand_id, seat, null::smallint as seq, deck as expected, cards as actual
from cards
join decks using (hand_id)
where not case deck
    when 24 then regexp_full_match(cards, '(?:(?:[9TJQKA][cdhs]|\?\?)(?: |$))*')
    when 32 then regexp_full_match(cards, '(?:(?:[7-9TJQKA][cdhs]|\?\?)(?: |$))*')
    when 36 then regexp_full_match(cards, '(?:(?:[6-9TJQKA][cdhs]|\?\?)(?: |$))*')
    else regexp_full_match(cards, '(?:(?:[2-9TJQKA][cdhs]|\?\?)(?: |$))*')
end
order by hand_id, seat, cards;

-- judged
select count(*)
from hands
where
    board is not null
    or hand_id in (
        select hand_id from seats where hole_cards is not null or up_cards is not null or final_cards is not null
    );
