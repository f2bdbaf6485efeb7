-- title: Money stays in the pot only where the rules say so
-- rule: M9 A4 A8 D5 J4
-- severity: error
-- applies: all
-- message: {actual} stayed in the pot for the next hand, at most {expected} may
-- A deal nobody opened (J4) and a showdown of dead hands alone (D5) leave the whole pot; in ante draw what cannot be
-- divided stays, less than a chip for each winner of each pot (A8).

with leaving as (
    select
        hand_id,
        rule_option(rules, game, rule_options, 'pass_out') = 'yes' as passes_out,
        rule_option(rules, game, rule_options, 'odd_chip') = 'next-pot' as keeps_remainder,
        pot,
        carried_out,
        coalesce(chip, 1) as chip
    from hands
    where carried_out > 0
),

opened as (
    select distinct hand_id
    from actions
    semi join leaving using (hand_id)
    where action in ('bet', 'call', 'raise', 'complete')
),

alive as (
    select seats.hand_id, count(*) as alive
    from seats
    semi join leaving using (hand_id)
    anti join (select hand_id, seat from actions where action = 'dead_hand') as dead
        on dead.hand_id = seats.hand_id and dead.seat = seats.seat
    where dealt_in and folded_on is null
    group by seats.hand_id
),

winners as (
    select hand_id, sum(winners - 1) as spare
    from (
        select hand_id, coalesce(pot_no, 0) as pot_no, count(distinct seat) as winners
        from payouts
        semi join leaving using (hand_id)
        group by hand_id, coalesce(pot_no, 0)
    ) as paid
    group by hand_id
),

allowed as (
    select
        leaving.*,
        case
            when passes_out and opened.hand_id is null then pot
            when coalesce(alive, 0) = 0 then pot
            when keeps_remainder then coalesce(spare, 0) * chip
            else 0
        end as most
    from leaving
    left join opened using (hand_id)
    left join alive using (hand_id)
    left join winners using (hand_id)
)

select hand_id, null::tinyint as seat, null::smallint as seq, most as expected, carried_out as actual
from allowed
where carried_out > most
order by hand_id;

-- judged
select count(*) from hands where carried_out > 0;
