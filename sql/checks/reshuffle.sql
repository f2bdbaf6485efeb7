-- title: Discards come back only when the deck has run out, and then they must
-- rule: D4 J10
-- severity: error
-- applies: draw
-- message: {player} drew with {expected} cards left in the deck; {actual}
-- The deck is dealt to its last card first. Rooms do not always tell of it, so it is judged in our own rule sets.

with home as (
    select hand_id, coalesce(hands.deck, game_facts.deck) - n_players * hole_cards as stub
    from hands
    join game_facts using (game)
    where
        family = 'draw'
        and (rules is not null or game in ('standard-draw', 'ante-draw', 'pokeris', 'blinds-draw'))
),

told as (
    select hand_id, seat, street, bool_and(new_cards is not null) as drawn_are_told
    from actions
    semi join home using (hand_id)
    where action = 'discard'
    group by hand_id, seat, street
),

steps as (
    select
        actions.hand_id,
        actions.seat,
        seq,
        action,
        n_cards,
        case
            when action = 'discard' and new_cards is not null then len(string_split(new_cards, ' '))
            when action in ('discard', 'replace', 'burn') then n_cards
            -- a card set aside came beside those told, if any are told
            when action = 'expose' and said like '%set aside' then case when drawn_are_told then 1 else 0 end
            else 0
        end as dealt,
        lag(action) over in_hand = 'reshuffle' as reshuffled
    from actions
    semi join home on home.hand_id = actions.hand_id
    left join told on told.hand_id = actions.hand_id and told.seat = actions.seat and told.street = actions.street
    where action in ('discard', 'replace', 'expose', 'reshuffle', 'burn')
    window in_hand as (partition by actions.hand_id order by seq)
),

-- what was left in the deck before each step, as long as every reshuffle says how many cards it brought back
counted as (
    select
        steps.*,
        stub
        - coalesce(sum(dealt) over before_it, 0)
        + coalesce(sum(case when action = 'reshuffle' then n_cards end) over before_it, 0) as left_now,
        coalesce(
            count(*) filter (where action = 'reshuffle' and n_cards is null) over before_it, 0
        ) as uncounted,
        coalesce(count(*) filter (where action = 'reshuffle') over before_it, 0) as times
    from steps
    join home using (hand_id)
    window before_it as (partition by steps.hand_id order by seq rows between unbounded preceding and 1 preceding)
),

draws as (
    select
        counted.*,
        case when reshuffled then lag(left_now) over (partition by hand_id order by seq) else left_now end as before_draw
    from counted
    where action in ('discard', 'replace', 'reshuffle')
)

select
    hand_id,
    seat,
    seq,
    before_draw as expected,
    case when reshuffled then 'yet the discards were shuffled in before' else 'nothing was shuffled in' end as actual
from draws
where
    action in ('discard', 'replace')
    and uncounted - case when reshuffled then 1 else 0 end <= 0
    and case when reshuffled then before_draw >= greatest(n_cards, dealt) else before_draw < dealt end
order by hand_id, seq;

-- judged
select count(*)
from actions
join hands using (hand_id)
join game_facts using (game)
where
    action in ('discard', 'replace')
    and family = 'draw'
    and (rules is not null or game in ('standard-draw', 'ante-draw', 'pokeris', 'blinds-draw'));
