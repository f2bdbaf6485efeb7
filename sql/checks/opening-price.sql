-- title: An opening is paid as it was agreed or forced
-- rule: P5 P15
-- severity: error
-- applies: pokeris
-- message: {player} put in {actual} for the opening, due was {expected}
-- Who has not bet in this lap puts in the bet of the proposer. Where it was forced, he puts in double his bet on top, and
-- so does whoever refused (a table may agree that the refuser alone pays); who agreed pays no penalty. Short of money
-- is all in, and anybody but the proposer may fold. Judged where rounds are laps.

with hands_of_it as (
    select hand_id, max_bet, rule_option(rules, game, rule_options, 'penalty') as penalty
    from hands
    where game = 'pokeris' and hand_id in (select hand_id from lap_hands)
),

-- the last proposal of a hand that led to an opening: forced, or refused by nobody
proposals as (
    select hand_id, max(seq) as proposed_at
    from actions
    semi join hands_of_it using (hand_id)
    where action = 'propose'
    group by hand_id
),

forces as (
    select hand_id, min(seq) as forced_at
    from actions
    semi join proposals using (hand_id)
    where action = 'force'
    group by hand_id
),

answers as (
    select
        hand_id,
        proposed_at,
        max(seq) filter (where action in ('propose', 'agree', 'refuse', 'force')) as answered_at,
        list(seat) filter (where action = 'refuse' and seq < coalesce(forced_at, 32000)) as refusers,
        bool_or(action = 'force') as forced,
        any_value(seat) filter (where action = 'propose') as proposer
    from actions
    join proposals using (hand_id)
    left join forces using (hand_id)
    where seq >= proposed_at
    group by hand_id, proposed_at
    having bool_or(action = 'force') or not bool_or(action = 'refuse')
),

laps as (
    select answers.hand_id, any_value(actions.street) as street, any_value(last_bet.amount) as bet
    from answers
    join actions on actions.hand_id = answers.hand_id and actions.seq = proposed_at
    asof left join (
        select hand_id, seat, seq, amount from actions where action in ('bet', 'call', 'raise')
    ) as last_bet
        on last_bet.hand_id = answers.hand_id and last_bet.seat = proposer and proposed_at > last_bet.seq
    group by answers.hand_id
),

paid as (
    select
        seats.hand_id,
        seats.seat,
        coalesce(sum(amount) filter (where seq > answered_at), 0) as paid,
        coalesce(sum(amount) filter (where seq < proposed_at and actions.street = laps.street), 0) as before,
        coalesce(bool_or(action in ('fold', 'compare') and seq < proposed_at), false) as out_before,
        coalesce(bool_or(action = 'fold' and seq > answered_at), false) as folds,
        coalesce(stack - coalesce(sum(amount) filter (where seq < proposed_at), 0) <= 0, false) as broke_before,
        coalesce(stack - coalesce(sum(amount) filter (where action <> 'return'), 0) <= 0 or bool_or(all_in), false)
            as broke
    from seats
    join answers on answers.hand_id = seats.hand_id
    join laps on laps.hand_id = seats.hand_id
    left join actions
        on actions.hand_id = seats.hand_id
        and actions.seat = seats.seat
        and (
            actions.action in ('bet', 'call', 'raise', 'fold', 'compare', 'ante', 'fee')
        )
    where seats.dealt_in
    group by seats.hand_id, seats.seat, stack
),

priced as (
    select
        paid.*,
        proposer = seat as proposes,
        case when seat <> proposer and before = 0 then bet else 0 end
        + case
            when not forced or max_bet is null then 0
            when seat = proposer then case when penalty = 'both' then 2 * bet else 0 end
            when list_contains(refusers, seat) then 2 * bet
            else 0
        end as due,
        -- without an agreed maximum the penalty is at least the double
        case
            when not forced or max_bet is not null then 0
            when seat = proposer then case when penalty = 'both' then 2 * bet else 0 end
            when list_contains(refusers, seat) then 2 * bet
            else 0
        end as at_least
    from paid
    join answers using (hand_id)
    join laps using (hand_id)
    join hands_of_it using (hand_id)
    where not out_before and not broke_before
)

select hand_id, seat, null::smallint as seq, due + at_least as expected, paid as actual
from priced
where
    not folds
    and case when at_least > 0 then paid < due + at_least else paid <> due end
    and not (broke and not proposes and paid < due + at_least)
order by hand_id, seat;

-- judged
select count(*)
from actions
join hands using (hand_id)
where action in ('propose', 'force') and game = 'pokeris';
