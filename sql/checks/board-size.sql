-- title: The board has the cards of the streets that were played
-- rule: P8 S7
-- severity: error
-- applies: all
-- message: the board has {actual} cards, the play asks for {expected}
-- Nothing is dealt when all but one have folded.

with played as (
    select hand_id, max(street_no) as last_round
    from actions
    where is_decision
    group by hand_id
),

boards as (
    select hand_id, game, showdown, unnest([board, board2, board3]) as board from hands
),

counted as (
    select
        boards.hand_id,
        coalesce(len(string_split(board, ' ')), 0) as cards,
        case
            when family = 'stud' then 1
            when family = 'draw' then 0
            when showdown then board_cards
            when last_round is null or last_round = 0 then first_board_cards
            else board_cards - (rounds - 1) + last_round
        end as due,
        family,
        first_board_cards,
        showdown,
        board_cards
    from boards
    join game_facts using (game)
    left join played using (hand_id)
    where board is not null
    union all
    select
        hand_id,
        0,
        case when showdown then board_cards when last_round = 0 then 0 else board_cards - (rounds - 1) + last_round end,
        family,
        0,
        showdown,
        board_cards
    from hands
    join game_facts using (game)
    join played using (hand_id)
    where board is null and family = 'community'
)

select hand_id, null::tinyint as seat, null::smallint as seq, due as expected, cards as actual
from counted
where
    (family <> 'community' and cards > due)
    or family = 'community'
    and (
        cards < due
        or cards > case when showdown then board_cards else due end
        or cards not in (0, first_board_cards, 3, 4, 5)
    )
order by hand_id;

-- judged
select count(*) from hands join game_facts using (game) where board is not null or family = 'community';
