-- title: Who won a private comparison unseen shows his hand when he wins the pot
-- rule: P4 P13
-- severity: error
-- applies: pokeris
-- message: {player} won a comparison and the pot, and did not show his hand
-- The challenged player shows at the end even when all others have folded; whoever a challenge left alone shows too.

with compared as (
    select
        actions.hand_id,
        actions.target_seat as seat,
        actions.seq,
        challenge.seat <> actions.target_seat as was_challenged
    from actions
    join hands on hands.hand_id = actions.hand_id
    asof left join (select hand_id, seat, seq from actions where action = 'challenge') as challenge
        on challenge.hand_id = actions.hand_id and actions.seq > challenge.seq
    where actions.action = 'compare' and game = 'pokeris'
),

left_alone as (
    select hand_id, max(actions.seq) as last_turn
    from actions
    semi join compared using (hand_id)
    where is_decision or action = 'compare'
    group by hand_id
),

due as (
    select hand_id, seat, bool_or(was_challenged or last_turn = seq) as must_show
    from compared
    join left_alone using (hand_id)
    group by hand_id, seat
)

select hand_id, seat, null::smallint as seq, 'shown' as expected, null as actual
from due
join seats using (hand_id, seat)
where must_show and won > 0 and folded_on is null and not showed
order by hand_id, seat;

-- judged
select count(*)
from actions
join seats on seats.hand_id = actions.hand_id and seats.seat = actions.target_seat
join hands on hands.hand_id = actions.hand_id
where action = 'compare' and game = 'pokeris' and won > 0;
