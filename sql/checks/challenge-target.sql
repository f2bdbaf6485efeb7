-- title: A challenge goes to the next player to the left who has money
-- rule: P12 P13
-- severity: error
-- applies: pokeris
-- message: {player} challenged seat {actual}; he may challenge {expected}
-- He makes a full bet first and has money left. In the last lap whoever has bet there already cannot be challenged,
-- unless stakes are made equal.

with challenges as (
    select hand_id, seat, seq, street, street_no, target_seat
    from actions
    join hands using (hand_id)
    where action = 'challenge' and game = 'pokeris'
),

-- who was still in with money at that moment
standing as (
    select
        challenges.hand_id,
        challenges.seq,
        challenges.seat,
        seats.seat as other
    from challenges
    join seats on seats.hand_id = challenges.hand_id
    left join actions as earlier
        on earlier.hand_id = challenges.hand_id and earlier.seat = seats.seat and earlier.seq < challenges.seq
    where seats.dealt_in
    group by challenges.hand_id, challenges.seq, challenges.seat, seats.seat, stack
    having
        not coalesce(bool_or(earlier.action in ('fold', 'compare', 'dead_hand') or earlier.all_in), false)
        and coalesce(stack > coalesce(sum(earlier.amount), 0), true)
),

neighbours as (
    select
        hand_id,
        seq,
        arg_min(other, (other - seat + 31) % 32) filter (where other <> seat) as neighbour,
        bool_or(other = seat) as has_money
    from standing
    group by hand_id, seq
),

bets as (
    select
        hand_id,
        seat,
        seq,
        street,
        action in ('bet', 'call', 'raise') as is_bet,
        amount,
        coalesce(lag(amount) over (partition by hand_id order by seq), 0) as bet_before
    from actions
    semi join challenges using (hand_id)
    where action in ('ante', 'bet', 'call', 'raise')
),

judged as (
    select
        challenges.*,
        neighbour,
        coalesce(has_money, false) as has_money,
        coalesce(last_bet.is_bet and (last_bet.amount >= last_bet.bet_before), false)
        or challenges.hand_id not in (select hand_id from lap_hands) as full_bet,
        challenges.street = 'third_lap'
        and challenges.hand_id in (select hand_id from lap_hands)
        and exists (
            select 1 from bets
            where
                bets.hand_id = challenges.hand_id
                and bets.seat = challenges.target_seat
                and bets.street = challenges.street
                and bets.seq < challenges.seq
        ) as had_bet
    from challenges
    left join neighbours using (hand_id, seq)
    asof left join bets as last_bet
        on last_bet.hand_id = challenges.hand_id
        and last_bet.seat = challenges.seat
        and challenges.seq > last_bet.seq
)

select
    hand_id,
    seat,
    seq,
    case
        when not has_money or not full_bet then 'nobody without a full bet and money behind'
        when had_bet then 'nobody who has bet in the last lap'
        else 'seat ' || neighbour
    end as expected,
    target_seat as actual
from judged
where target_seat is distinct from neighbour or had_bet or not has_money or not full_bet
order by hand_id, seq;

-- judged
select count(*) from actions join hands using (hand_id) where action = 'challenge' and game = 'pokeris';
