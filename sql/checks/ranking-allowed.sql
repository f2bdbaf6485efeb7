-- title: The order of the hands is one that fits the deck
-- rule: H7 B7
-- severity: error
-- applies: standard-draw ante-draw pokeris seven-card-stud blinds-draw
-- message: hands are ranked {actual}; {expected}
-- The log may name the order itself or among the options of its rules; it names one.

with ranked as (
    select
        hand_id,
        coalesce(ranking, json_extract_string(rule_options, '$.ranking')) as ranking,
        json_extract_string(rule_options, '$.ranking') as agreed,
        coalesce(deck, 52) as deck
    from hands
    where
        coalesce(ranking, rule_options) is not null
        and game in ('standard-draw', 'ante-draw', 'pokeris', 'seven-card-stud', 'blinds-draw')
)

select
    hand_id,
    null::tinyint as seat,
    null::smallint as seq,
    case
        when ranking <> agreed then 'the table agreed on ' || agreed
        when deck = 36
            then 'with 36 cards the order is standard, by-frequency, short-deck-holdem or short-deck-holdem-trips'
        else 'with ' || deck || ' cards the order is standard or by-frequency'
    end as expected,
    ranking as actual
from ranked
where
    ranking <> agreed
    or ranking not in ('standard', 'by-frequency')
    and not (deck = 36 and ranking in ('short-deck-holdem', 'short-deck-holdem-trips'))
order by hand_id;

-- judged
select count(*)
from hands
where
    (ranking is not null or json_extract_string(rule_options, '$.ranking') is not null)
    and game in ('standard-draw', 'ante-draw', 'pokeris', 'seven-card-stud', 'blinds-draw');
