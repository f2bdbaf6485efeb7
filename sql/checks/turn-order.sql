-- title: Everybody acts in turn
-- rule: M14 D3
-- severity: error
-- applies: all
-- message: {player} in seat {actual} acted, it was the turn of seat {expected}
-- Only the first action out of turn of a round: what follows it cannot be told from it. In pokeris a fold out of
-- turn is no offence (P16), and whoever forces the opening bets once more (P15). Who is all in has no turn: see
-- acts-all-in.

with forced as (
    select hand_id, min(seq) as forced_at
    from actions
    where action = 'force'
    group by hand_id
),

out_of_turn as (
    select
        hand_id,
        seat,
        seq,
        expected_seat,
        row_number() over (partition by hand_id, street_no, is_decision order by seq) as nth
    from actions
    left join forced using (hand_id)
    where
        (is_decision or action in ('discard', 'stand_pat'))
        and seat <> expected_seat
        and coalesce(stack_before > 0, true)
        and (forced_at is null or seq < forced_at)
        and (
            action <> 'fold'
            or hand_id not in (select hand_id from hands where list_contains([game, rules], 'pokeris'))
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
