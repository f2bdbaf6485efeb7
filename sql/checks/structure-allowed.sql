-- title: The betting has a structure that the game is played with
-- rule: L9 P3 S12
-- severity: error
-- applies: all
-- message: the betting is {actual}; the game is played {expected}
-- Judged in the home games, and where the log names its rule set. Three-figure and the limits of pokeris are spreads.

with home as (
    select
        hand_id,
        betting::varchar as betting,
        string_split(rule_option(rules, game, rule_options, 'structures'), ' ') as allowed
    from hands
    where
        betting <> 'mixed'
        and (
            rules is not null
            or game in ('standard-draw', 'ante-draw', 'pokeris', 'seven-card-stud', 'blinds-draw')
        )
),

named as (
    select
        *,
        [
            case structure
                when 'no-limit' then 'nl'
                when 'pot' then 'pl'
                when 'fixed' then 'fl'
                when 'cap-no-limit' then 'cap-nl'
                when 'cap-pot' then 'cap-pl'
                else 'spread'
            end
            for structure in allowed
        ] as words
    from home
)

select
    hand_id,
    null::tinyint as seat,
    null::smallint as seq,
    array_to_string(allowed, ', ') as expected,
    case betting
        when 'nl' then 'no-limit'
        when 'pl' then 'pot'
        when 'fl' then 'fixed'
        when 'cap-nl' then 'cap-no-limit'
        when 'cap-pl' then 'cap-pot'
        else betting
    end as actual
from named
where
    not list_contains(words, betting)
    -- without an agreed maximum one may bet all one has (P11)
    and not (betting = 'nl' and list_contains(allowed, 'pokeris'))
order by hand_id;

-- judged
select count(*)
from hands
where
    betting <> 'mixed'
    and (rules is not null or game in ('standard-draw', 'ante-draw', 'pokeris', 'seven-card-stud', 'blinds-draw'));
