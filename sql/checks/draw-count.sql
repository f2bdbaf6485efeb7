-- title: As many cards come as were thrown away, and no more than may be drawn
-- rule: D3 D8 J5 A5 B4 P2
-- severity: error
-- applies: draw irish drawmaha-27
-- message: {player} drew {actual} cards where {expected} are right
-- What came for a card exposed by the dealer (J9) counts with the others.

with draws as (
    select
        actions.hand_id,
        actions.seat,
        seq,
        n_cards,
        coalesce(
            try_cast(rule_option(rules, hands.game, rule_options, 'draw_most') as integer), game_facts.max_draw
        ) as most,
        len(string_split(cards, ' ')) as thrown,
        len(string_split(new_cards, ' ')) + coalesce(replaced, 0) as came
    from actions
    join hands on hands.hand_id = actions.hand_id
    join game_facts on game_facts.game = hands.game
    left join (
        select hand_id, seat, street, count(*) as replaced
        from actions
        where action = 'replace'
        group by hand_id, seat, street
    ) as later
        on later.hand_id = actions.hand_id and later.seat = actions.seat and later.street = actions.street
    where action = 'discard'
)

select
    hand_id,
    seat,
    seq,
    case when n_cards > most then most else coalesce(n_cards, thrown) end as expected,
    case when n_cards > most then n_cards when thrown <> n_cards then thrown else came end as actual
from draws
where n_cards > most or thrown <> n_cards or came <> coalesce(n_cards, thrown)
order by hand_id, seq;

-- judged
select count(*) from actions where action = 'discard';
