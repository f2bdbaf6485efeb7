-- title: A draw card the dealer exposes is set aside, one the player exposes is kept
-- rule: J9
-- severity: error
-- applies: standard-draw ante-draw pokeris blinds-draw
-- message: a card of {player} was exposed {actual}; {expected} is right
-- The dealer keeps what he exposes to himself. A card set aside is not dealt to anybody later in the hand.

with exposed as (
    select actions.hand_id, seat, seq, cards, said, said like 'by dealer%' and seat is distinct from button_seat as aside
    from actions
    join hands using (hand_id)
    where action = 'expose' and game in ('standard-draw', 'ante-draw', 'pokeris', 'blinds-draw') and button_seat is not null
),

dealt_later as (
    select exposed.hand_id, exposed.seat, later.seq, exposed.cards
    from exposed
    join actions as later
        on later.hand_id = exposed.hand_id
        and later.seq > exposed.seq
        and list_contains(string_split(later.new_cards, ' '), exposed.cards)
    where exposed.said like '%set aside'
)

select hand_id, seat, seq, case when aside then 'set aside' else 'kept' end as expected, said as actual
from exposed
where aside <> (said like '%set aside')
union all
select hand_id, seat, seq, 'set aside', 'and dealt again: ' || cards
from dealt_later
order by hand_id, seq;

-- judged
select count(*) from actions join hands using (hand_id) where
    action = 'expose'
    and game in ('standard-draw', 'ante-draw', 'pokeris', 'blinds-draw');
