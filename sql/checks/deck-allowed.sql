-- title: The game is played with a deck it knows, and the deck has cards for everybody
-- rule: A1 B1 J1 P18 D10
-- severity: error
-- applies: draw seven-card-stud
-- message: {actual}; {expected}

with decks as (
    select
        hand_id,
        game,
        coalesce(hands.deck, game_facts.deck) as deck,
        n_players,
        hole_cards,
        family,
        case game
            when 'ante-draw' then [24, 32, 36, 52]
            when 'blinds-draw' then [24, 32, 52]
            when 'standard-draw' then [52]
            when 'pokeris' then [52]
            when 'seven-card-stud' then [52]
        end as allowed
    from hands
    join game_facts using (game)
    where
        family = 'draw'
        or game = 'seven-card-stud'
)

select
    hand_id,
    null::tinyint as seat,
    null::smallint as seq,
    case
        when not list_contains(allowed, deck)
            then 'the game is played with ' || array_to_string(allowed, ', ') || ' cards'
        else 'there are ' || deck || ' cards'
    end as expected,
    case
        when not list_contains(allowed, deck) then 'a deck of ' || deck
        else n_players || ' players need ' || n_players * hole_cards || ' cards'
    end as actual
from decks
where
    not coalesce(list_contains(allowed, deck), true)
    or family = 'draw' and n_players * hole_cards > deck
order by hand_id;

-- judged
select count(*) from hands join game_facts using (game) where family = 'draw' or game = 'seven-card-stud';
