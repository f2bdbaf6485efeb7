-- title: Who wins at the showdown lays his whole hand open
-- rule: A7 P17 S8 B6
-- severity: error
-- applies: all
-- message: {player} won at the showdown and showed {actual}; {expected} are due
-- Losers may throw their hands away; where nobody may, see muck. In a room a winner need not show when all others have
-- thrown theirs away; how many cards of a stud hand rooms print is left to them. A side pot that he alone filled needs
-- no cards.

with at_home as (
    select hand_id
    from hands
    where
        rules is not null
        or game in ('standard-draw', 'ante-draw', 'pokeris', 'seven-card-stud', 'blinds-draw')
),

winners as (
    select seats.hand_id, seat, game, board, mucked, at_home.hand_id is not null as at_home
    from seats
    join hands using (hand_id)
    left join at_home using (hand_id)
    where
        showdown
        and won > 0
        and dealt_in
        and folded_on is null
        and not (
            game in ('standard-draw', 'ante-draw', 'pokeris', 'seven-card-stud', 'blinds-draw')
            and rule_option(rules, game, rule_options, 'muck') = 'no'
        )
),

shown as (
    select
        hand_id,
        seat,
        max(seq) as seq,
        len(list_filter(list_distinct(string_split(string_agg(cards, ' '), ' ')), lambda card: card <> '??')) as cards
    from actions
    where action = 'show' and cards is not null
    group by hand_id, seat
),

-- the only hand of each pot he won: others were all in for less
unmatched as (
    select pots.hand_id, eligible[1] as seat
    from pots
    join winners using (hand_id)
    group by pots.hand_id, eligible[1]
    having max(len(eligible)) = 1
),

counted as (
    select
        winners.*,
        seq,
        coalesce(cards, 0) as cards,
        final_cards - case when family = 'stud' and board is not null then 1 else 0 end as due,
        family
    from winners
    join game_facts using (game)
    left join shown using (hand_id, seat)
)

select hand_id, seat, seq, due || ' cards' as expected, case cards when 0 then 'nothing' else cards::varchar end as actual
from counted
anti join unmatched using (hand_id, seat)
where
    case
        when cards > 0 then cards < due and (at_home or family <> 'stud')
        -- a hand thrown away and paid: see mucked-hand-paid
        when mucked then false
        else at_home or hand_id in (select hand_id from shown)
    end
order by hand_id, seat;

-- judged
select count(*)
from seats
join hands using (hand_id)
where showdown and won > 0 and dealt_in and folded_on is null;
