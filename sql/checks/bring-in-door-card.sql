-- title: The lowest door card brings it in
-- rule: S2 S16
-- severity: error
-- applies: stud
-- message: {player} brought it in, the bring-in belonged to seat {expected}
-- Ace high, ties by suit: clubs lowest, spades highest. In razz the highest card brings it in, the ace counts low.
-- Where the ante left that player without chips, the next to his left with chips brings it in; rooms differ on that, and
-- are not judged.

with doors as (
    select
        seats.hand_id,
        seat,
        upper(up_cards[1]) as card_rank,
        strpos('cdhs', lower(up_cards[2])) as suit,
        game = 'razz' as highest,
        coalesce(stack > hands.ante, true) as has_chips,
        rules is not null or game = 'seven-card-stud' as at_home
    from seats
    join hands using (hand_id)
    where dealt_in and game in ('stud', 'studhilo', '5stud', 'seven-card-stud', 'razz')
),

worth as (
    select
        hand_id,
        seat,
        has_chips,
        at_home,
        case
            when highest then -(4 * strpos('A23456789TJQK', card_rank) + suit)
            else 4 * strpos('23456789TJQKA', card_rank) + suit
        end as order_of_bringing
    from doors
),

lowest as (
    select
        hand_id,
        arg_min(seat, order_of_bringing) as seat,
        arg_min(has_chips, order_of_bringing) as has_chips,
        any_value(at_home) as at_home
    from worth
    group by hand_id
    having count(*) = count(order_of_bringing)
),

due as (
    select hand_id, seat
    from lowest
    where has_chips
    union all
    select hand_id, arg_min(worth.seat, (worth.seat - lowest.seat + 31) % 32)
    from lowest
    join worth using (hand_id)
    where not lowest.has_chips and lowest.at_home and worth.has_chips
    group by hand_id
),

-- who opens for the small bet instead of bringing it in has the same turn
begun as (
    select hand_id, arg_min(seat, seq) as seat, min(seq) as seq, arg_min(action, seq) as action
    from actions
    semi join due using (hand_id)
    where action = 'bring_in' or is_decision and street_no = 0
    group by hand_id
)

select begun.hand_id, begun.seat, seq, due.seat as expected, begun.seat as actual
from begun
join due using (hand_id)
where action in ('bring_in', 'bet', 'complete') and begun.seat <> due.seat
order by begun.hand_id, seq;

-- judged
select count(*)
from actions
where
    action = 'bring_in'
    and hand_id not in (select hand_id from seats where dealt_in and up_cards is null)
    and hand_id in (select hand_id from hands where game in ('stud', 'studhilo', '5stud', 'seven-card-stud', 'razz'));
