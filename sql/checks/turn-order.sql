-- title: Everybody acts in turn
-- rule: M14 D3 J7 A6 B3 B5 S4 P16
-- severity: error
-- applies: all
-- message: {player} in seat {actual} acted, it was the turn of seat {expected}
-- Only the first action out of turn of a round: what follows it cannot be told from it. In pokeris a fold out of
-- turn is no offence (P16), and whoever forces the opening bets once more (P15). Who has folded or is all in has no
-- turn: see acts-after-fold, acts-all-in.

with forced as (
    select hand_id, min(seq) as forced_at
    from actions
    where action = 'force'
    group by hand_id
),

folds as (
    select hand_id, seat, min(seq) as folded_at
    from actions
    where action = 'fold'
    group by hand_id, seat
),

out_of_turn as (
    select
        actions.hand_id,
        actions.seat,
        seq,
        expected_seat,
        row_number() over (partition by actions.hand_id, street_no, is_decision order by seq) as nth
    from actions
    left join forced using (hand_id)
    left join folds on folds.hand_id = actions.hand_id and folds.seat = actions.seat
    where
        (is_decision or action in ('discard', 'stand_pat'))
        and actions.seat <> expected_seat
        and (folded_at is null or seq <= folded_at)
        -- who is all in still draws in turn
        and (not is_decision or coalesce(stack_before > 0, true))
        and (forced_at is null or seq < forced_at)
        and (
            action <> 'fold'
            or actions.hand_id not in (select hand_id from lap_hands)
        )
)

select hand_id, seat, seq, expected_seat as expected, seat as actual
from out_of_turn
where nth = 1
order by hand_id, seq;

-- judged
select count(*)
from actions
where (is_decision or action in ('discard', 'stand_pat')) and expected_seat is not null;
