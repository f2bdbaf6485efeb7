-- title: The blinds sit left of the button, heads-up the button is the small blind
-- rule: B2
-- severity: error
-- applies: all
-- message: {player} in seat {actual} posted a blind that belongs to seat {expected}
-- Judged where one small blind was posted and the button's seat is in the hand; who posts what he missed is no blind.
-- A table may agree on the small blind left of the dealer heads-up too.

with posted as (
    select
        hand_id,
        any_value(seat) filter (where action = 'small_blind') as small,
        any_value(seq) filter (where action = 'small_blind') as small_seq,
        list(seat) filter (where action <> 'small_blind') as others,
        list(seat) filter (where action in ('post', 'dead_blind')) as posters,
        min(seq) filter (where action = 'big_blind') as big_seq,
        arg_min(seat, seq) filter (where action = 'big_blind') as big
    from actions
    where action in ('small_blind', 'big_blind', 'post', 'dead_blind')
    group by hand_id
    having count(*) filter (where action = 'small_blind') = 1
),

-- the seats clockwise: those after the button come first, the button's own last
around as (
    select
        hand_id,
        arg_min(seat, (seat - button_seat + 31) % 32) as left_of_button,
        arg_min(seat, (seat - small + 31) % 32) as big_due,
        bool_or(seat = button_seat) as button_plays
    from seats
    join hands using (hand_id)
    join posted using (hand_id)
    where seats.dealt_in
    group by hand_id
),

due as (
    select
        posted.*,
        big_due,
        case
            when n_players = 2 and coalesce(rule_option(rules, game, rule_options, 'heads_up') = 'dealer-sb', true)
                then button_seat
            else left_of_button
        end as small_due
    from posted
    join hands using (hand_id)
    join around using (hand_id)
    where button_plays
)

select hand_id, small as seat, small_seq as seq, small_due as expected, small as actual
from due
where small <> small_due and not coalesce(list_contains(posters, small_due), false)
union all
select hand_id, big, big_seq, big_due, big
from due
where small = small_due and not list_contains(others, big_due)
order by hand_id, seq;

-- judged
select count(*) from actions join hands using (hand_id) where action = 'small_blind' and button_seat is not null;
