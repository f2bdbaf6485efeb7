-- title: Of equal showing hands the one nearest the dealer's left begins
-- rule: S4 S14 M14
-- severity: error
-- applies: seven-card-stud
-- message: {player} began the round, it was for seat {expected} to begin
-- Pairs before high cards, then the cards from the top. The seventh street is begun by the showing hand of the sixth;
-- a leader without chips leaves it to the next on his left. One leader alone: see turn-order.

with began as (
    select hand_id, street_no, min(seq) as seq, arg_min(seat, seq) as seat
    from actions
    join hands using (hand_id)
    where
        is_decision
        and street_no between 1 and 4
        and game = 'seven-card-stud'
        and button_seat is not null
    group by hand_id, street_no
),

tied as (
    select began.*
    from began
    join actions using (hand_id, seq)
    where expected_seat is null
),

standing as (
    select
        tied.hand_id,
        tied.seq,
        seats.seat,
        any_value(showing_order(left(up_cards, 3 * least(tied.street_no + 1, 4) - 1))) as showing,
        any_value(len(card_ranks(left(up_cards, 3 * least(tied.street_no + 1, 4) - 1))))
        = any_value(least(tied.street_no + 1, 4)) as known,
        coalesce(any_value(stack) > coalesce(sum(earlier.amount), 0), true) as has_money
    from tied
    join seats using (hand_id)
    left join actions as earlier
        on earlier.hand_id = tied.hand_id and earlier.seat = seats.seat and earlier.seq < tied.seq
    where dealt_in
    group by tied.hand_id, tied.seq, seats.seat
    having not coalesce(bool_or(earlier.action in ('fold', 'dead_hand')), false)
),

best as (
    select hand_id, seq, max(showing) as showing
    from standing
    group by hand_id, seq
    having bool_and(known)
),

leaders as (
    select hand_id, seq, arg_min(seat, (seat - button_seat + 31) % 32) as leader
    from standing
    join best using (hand_id, seq, showing)
    join hands using (hand_id)
    group by hand_id, seq
),

due as (
    select hand_id, seq, arg_min(seat, (seat - leader + 32) % 32) as due
    from standing
    join leaders using (hand_id, seq)
    where has_money
    group by hand_id, seq
)

select hand_id, seat, seq, due as expected, seat as actual
from tied
join due using (hand_id, seq)
where seat <> due
order by hand_id, seq;

-- judged
select count(*)
from actions
join hands using (hand_id)
where
    is_decision
    and own_decisions_before = 0
    and street_no between 1 and 4
    and expected_seat is null
    and game = 'seven-card-stud'
    and button_seat is not null;
