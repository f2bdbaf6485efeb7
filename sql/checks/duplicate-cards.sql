-- title: No card is dealt twice
-- rule: D4 D1
-- severity: error
-- applies: all
-- message: the {actual} was dealt more than once
-- Boards of several runs share what was dealt before they parted. A drawn card may have been thrown away before by
-- another player once the deck was reshuffled: then the hands as dealt are compared, and those side by side at the
-- showdown.

with facts as (
    select
        hand_id,
        n_players,
        coalesce(draws > 0, false) as draws,
        coalesce(hands.deck, game_facts.deck, 52) as deck,
        final_cards,
        coalesce(boards, 1) as boards
    from hands
    left join game_facts using (game)
),

drawn as (
    select
        hand_id,
        seat,
        sum(n_cards) as n_cards,
        coalesce(string_agg(new_cards, ' '), '') as new_cards,
        coalesce(string_agg(cards, ' ') filter (where action = 'discard'), '') as thrown
    from actions
    where action in ('discard', 'replace')
    group by hand_id, seat
),

reshuffled as (
    select hand_id
    from actions
    where action = 'reshuffle'
    union
    select hand_id
    from drawn
    join facts using (hand_id)
    group by hand_id
    having sum(n_cards) + any_value(final_cards * n_players) > any_value(deck)
),

at_one_time as (
    select seats.hand_id, 'all along' as moment, concat_ws(' ', hole_cards, up_cards) as cards
    from seats
    join facts using (hand_id)
    where not draws and (hole_cards is not null or up_cards is not null)
    union all
    select seats.hand_id, 'the deal', hole_cards
    from seats
    semi join reshuffled using (hand_id)
    where hole_cards is not null
    union all
    select seats.hand_id, 'the end', final_cards
    from seats
    semi join reshuffled using (hand_id)
    where folded_on is null and final_cards is not null
),

through_the_hand as (
    select
        seats.hand_id,
        string_split(concat_ws(' ', hole_cards, new_cards), ' ') as dealt,
        string_split(concat_ws(' ', seats.final_cards, thrown), ' ') as held
    from seats
    join facts using (hand_id)
    left join drawn on drawn.hand_id = seats.hand_id and drawn.seat = seats.seat
    anti join reshuffled on reshuffled.hand_id = seats.hand_id
    where draws
),

boards as (
    select hand_id, 1 as run, string_split(board, ' ') as cards from hands where board is not null
    union all
    select hand_id, 2, string_split(board2, ' ') from hands where board2 is not null
    union all
    select hand_id, 3, string_split(board3, ' ') from hands where board3 is not null
),

-- a card is the same on two boards where all cards before it are
placed as (
    select distinct
        hand_id,
        case when facts.boards > 1 then run else 1 end as board,
        unnest(cards) as card,
        unnest([array_to_string(cards[1:place], ' ') for place in range(1, len(cards) + 1)]) as dealt_so_far
    from boards
    join facts using (hand_id)
),

cards as (
    select hand_id, moment, unnest(string_split(cards, ' ')) as card from at_one_time
    union all
    select
        hand_id,
        'all along',
        unnest(
            list_concat(dealt, list_distinct(list_filter(held, lambda held_card: not list_contains(dealt, held_card))))
        ) as card
    from through_the_hand
    union all
    select hand_id, 'all along', card from placed
)

select distinct hand_id, null::tinyint as seat, null::smallint as seq, null as expected, card as actual
from cards
where card not in ('', '??')
group by hand_id, moment, card
having count(*) > 1
order by hand_id, card;

-- judged
select count(*)
from hands
where
    board is not null
    or hand_id in (
        select hand_id from seats where hole_cards is not null or up_cards is not null or final_cards is not null
    );
