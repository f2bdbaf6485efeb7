-- title: A hand is dead only if it has the wrong number of cards, or opened without openers
-- rule: D5 J14
-- severity: error
-- applies: all
-- message: the hand of {player} was called dead ({actual}), but {expected}
-- Whether an opener had openers is judged by openers. Only the draw games know dead hands.

with dead as (
    select hand_id, seat, seq, said
    from actions
    where action = 'dead_hand'
),

opened as (
    select hand_id, arg_min(seat, seq) as seat
    from actions
    join hands using (hand_id)
    semi join dead using (hand_id)
    where game = 'standard-draw' and street = 'predraw' and action = 'bet'
    group by hand_id
),

held as (
    select
        dead.*,
        len(string_split(coalesce(seats.final_cards, seats.hole_cards), ' ')) as cards,
        game_facts.final_cards as due,
        opened.seat is not null as opener,
        family
    from dead
    join seats using (hand_id, seat)
    join hands using (hand_id)
    join game_facts using (game)
    left join opened on opened.hand_id = dead.hand_id and opened.seat = dead.seat
)

select
    hand_id,
    seat,
    seq,
    case family when 'draw' then 'it has ' || cards || ' cards' else 'no hand is dead in this game' end as expected,
    said as actual
from held
where family <> 'draw' or cards = due and not opener
order by hand_id, seq;

-- judged
select count(*)
from actions
join seats using (hand_id, seat)
where action = 'dead_hand' and coalesce(final_cards, hole_cards) is not null;
