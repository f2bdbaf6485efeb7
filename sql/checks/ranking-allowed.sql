-- title: The order of the hands is one that fits the deck
-- rule: H7 B7
-- severity: error
-- applies: standard-draw ante-draw pokeris seven-card-stud blinds-draw
-- message: the order {actual} does not fit this deck; {expected} does

with ranked as (
    select hand_id, ranking, coalesce(deck, 52) as deck
    from hands
    where ranking is not null and game in ('standard-draw', 'ante-draw', 'pokeris', 'seven-card-stud', 'blinds-draw')
)

select
    hand_id,
    null::tinyint as seat,
    null::smallint as seq,
    case
        when deck = 36 then 'standard, by-frequency, short-deck-holdem or short-deck-holdem-trips'
        else 'standard or by-frequency'
    end as expected,
    ranking as actual
from ranked
where
    ranking not in ('standard', 'by-frequency')
    and not (deck = 36 and ranking in ('short-deck-holdem', 'short-deck-holdem-trips'))
order by hand_id;

-- judged
select count(*)
from hands
where
    ranking is not null
    and game in ('standard-draw', 'ante-draw', 'pokeris', 'seven-card-stud', 'blinds-draw');
