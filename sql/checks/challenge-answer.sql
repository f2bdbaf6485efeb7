-- title: Who is challenged folds, or puts in the same and compares
-- rule: P4 P13
-- severity: error
-- applies: pokeris
-- message: {player} {actual}
-- Who cannot match goes all in, and there is no comparison.

with challenges as (
    select hand_id, seat as challenger, seq, target_seat as seat
    from actions
    join hands using (hand_id)
    where action = 'challenge' and game = 'pokeris' and hand_id in (select hand_id from lap_hands)
),

bets as (
    select hand_id, seat, seq, amount
    from actions
    semi join challenges using (hand_id)
    where action in ('bet', 'call', 'raise')
),

followed as (
    select
        hand_id,
        seq - 1 as challenge_seq,
        seat,
        action,
        amount,
        all_in or coalesce(amount >= stack_before, false) as last_chips,
        lead(action) over in_hand as next_action,
        lead(seat) over in_hand as drops,
        lead(target_seat) over in_hand as stays
    from actions
    semi join challenges using (hand_id)
    window in_hand as (partition by hand_id order by seq)
),

judged as (
    select
        challenges.hand_id,
        challenges.seat,
        challenges.seq,
        asked.amount as asked,
        followed.seat as answered_by,
        followed.action,
        followed.amount,
        last_chips,
        coalesce(
            next_action = 'compare'
            and list_sort([drops, stays]) = list_sort([challenges.seat, challenger]),
            false
        ) as compared,
        coalesce(
            next_action = 'compare' and list_sort([drops, stays]) = list_sort([followed.seat, challenger]), false
        ) as other_compared
    from challenges
    asof left join bets as asked
        on asked.hand_id = challenges.hand_id and asked.seat = challenges.challenger and challenges.seq > asked.seq
    left join followed on followed.hand_id = challenges.hand_id and followed.challenge_seq = challenges.seq
)

select
    hand_id,
    seat,
    seq,
    asked as expected,
    'was challenged for ' || coalesce(amount_text(asked), '?') || '; he ' || case
        when answered_by is distinct from seat then 'did not answer'
        when action not in ('fold', 'call', 'bet', 'raise') then 'did not answer'
        when amount <> asked and not (amount < asked and last_chips) then 'put in ' || amount_text(amount)
        when compared then 'could not match, and hands were compared'
        else 'matched, and hands were not compared'
    end as actual
from judged
where
    case
        -- a comparison with whoever answered instead is a wrong target: see challenge-target
        when answered_by is distinct from seat then not other_compared
        when action not in ('fold', 'call', 'bet', 'raise') then true
        when action = 'fold' then false
        else amount > asked or amount < asked and not last_chips or compared <> (amount = asked)
    end
union all
-- a comparison that no challenge asked for
select hand_id, least(seat, target_seat), seq, null, 'compared hands though nobody had challenged anybody'
from (
    select
        actions.hand_id,
        actions.seat,
        actions.seq,
        actions.target_seat,
        action,
        game,
        lag(action, 2) over in_hand as asked,
        lag(action) over in_hand as answered
    from actions
    join hands on hands.hand_id = actions.hand_id
    where game = 'pokeris'
    window in_hand as (partition by actions.hand_id order by seq)
) as steps
where action = 'compare' and asked is distinct from 'challenge'
order by hand_id, seq;

-- judged
select count(*) from actions join hands using (hand_id) where action = 'challenge' and game = 'pokeris';
