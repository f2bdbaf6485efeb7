-- title: As many cards come as were thrown away, and no more than may be drawn
-- rule: D3 D8 J5 A5 B4 P2
-- severity: error
-- applies: draw community
-- message: {player} drew {actual} cards where {expected} are right
-- Where a card exposed by the dealer was replaced later (J9) the count of the cards that came is left out.

with draws as (
    select
        actions.hand_id,
        seat,
        seq,
        n_cards,
        coalesce(by_rules.max_draw, by_game.max_draw) as most,
        len(string_split(cards, ' ')) as thrown,
        case
            when not exists (
                select 1 from actions as others
                where others.hand_id = actions.hand_id and others.seat = actions.seat and others.action = 'replace'
            )
                then len(string_split(new_cards, ' '))
        end as came
    from actions
    join hands on hands.hand_id = actions.hand_id
    join game_facts as by_game on by_game.game = hands.game
    left join game_facts as by_rules on by_rules.game = hands.rules
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
