-- title: The best hands are paid, each what it is due
-- rule: M5 M4 M8 H1 H2 H3 H4 H5 H6 H7 H8 P7 P14 S9
-- severity: error
-- applies: all
-- message: paid: {actual}; by the cards: {expected}
-- Cards speak. Judged where every hand still in is known or was thrown away unpaid. One coin for each pot, run and half
-- is left to the room's way with odd chips; where it does not say what each pot paid, also the rake. In jacks or better
-- an announcement left uncorrected stands: see wrong-announcement. Who threw away the best hand counts as folded.

with announced as (
    select hand_id, seat, arg_max(lower(said), seq) as said
    from actions
    where
        action = 'announce'
        and hand_id in (select hand_id from hands where list_contains([game, rules], 'standard-draw'))
    group by hand_id, seat
),

wrongly_announced as (
    select distinct hand_id
    from showdowns
    join announced using (hand_id, seat)
    where share_due > 0 and said not like concat('%', category, '%')
),

groups as (
    select hand_id, count(distinct (pot_no, run, side)) as shares
    from showdowns
    anti join wrongly_announced using (hand_id)
    group by hand_id
    having count(*) = count(share_due)
),

-- who threw away the best hand counts as folded (M8): what it was due goes to the best of the others
mucked_hands as (
    select showdowns.hand_id, showdowns.seat, sum(share_due) as due
    from showdowns
    semi join groups using (hand_id)
    join seats using (hand_id, seat)
    where mucked and not showed and won = 0
    group by showdowns.hand_id, showdowns.seat
),

thrown_away as (
    select hand_id, seat
    from mucked_hands
    where hand_id in (select hand_id from mucked_hands where due > 0)
),

others_best as (
    select
        showdowns.hand_id,
        pot_no,
        run,
        side,
        sum(share_due) as of_side,
        max(strength) filter (where thrown_away.seat is null) as best,
        count(*) filter (where thrown_away.seat is null) as others
    from showdowns
    left join thrown_away on thrown_away.hand_id = showdowns.hand_id and thrown_away.seat = showdowns.seat
    where showdowns.hand_id in (select hand_id from thrown_away)
    group by showdowns.hand_id, pot_no, run, side
),

-- where nobody else qualifies for one half, the other half takes the whole
others_due as (
    select
        *,
        case
            when coalesce(best, 0) = 0 then 0
            when min(coalesce(best, 0)) over (partition by hand_id, pot_no, run) = 0
                then sum(of_side) over (partition by hand_id, pot_no, run)
            else of_side
        end as whole
    from others_best
),

divided as (
    select hand_id, seat, share_due
    from showdowns
    semi join groups using (hand_id)
    where hand_id not in (select hand_id from thrown_away)
    union all
    select
        showdowns.hand_id,
        showdowns.seat,
        case
            when strength = best
                then
                    whole / count(*) filter (where strength = best and thrown_away.seat is null)
                        over (partition by showdowns.hand_id, pot_no, run, side)
            else 0
        end
    from showdowns
    join others_due using (hand_id, pot_no, run, side)
    left join thrown_away on thrown_away.hand_id = showdowns.hand_id and thrown_away.seat = showdowns.seat
    where thrown_away.seat is null and others > 0
),

due as (
    select hand_id, seat, sum(share_due)::decimal(18, 4) as due
    from divided
    group by hand_id, seat
),

rooms as (
    select
        hand_id,
        any_value(shares) as shares,
        bool_or(hands.chip is not null) as coin_named,
        any_value(coalesce(hands.chip, 0)) as chip,
        any_value(kind in ('tournament', 'play') or coalesce(currency in ('CHIPS', 'PLAY'), false)) as in_chips,
        bool_and(won % 1 = 0) as whole,
        bool_and(won % 0.05 = 0) as nickels,
        sum(won) as won,
        any_value(rake) as rake
    from hands
    join groups using (hand_id)
    join seats using (hand_id)
    group by hand_id
),

unnamed as (
    select hand_id
    from pots
    group by hand_id
    having count(*) > count(paid)
),

compared as (
    select
        seats.hand_id,
        seats.seat,
        coalesce(due, 0) as due,
        seats.won,
        player || ' ' || rtrim(rtrim(coalesce(due, 0)::varchar, '0'), '.') as should_have,
        player || ' ' || rtrim(rtrim(seats.won::varchar, '0'), '.') as has,
        shares * case
            when coin_named then chip
            when in_chips and whole then 1
            when not in_chips and nickels then 0.05
            else 0.01
        end + case when unnamed.hand_id is null then 0 else rake end as left_to_the_room
    from seats
    join rooms on rooms.hand_id = seats.hand_id
    left join due on due.hand_id = seats.hand_id and due.seat = seats.seat
    left join unnamed on unnamed.hand_id = seats.hand_id
),

overpaid as (
    select
        hand_id,
        arg_max(seat, due - won) as seat,
        string_agg(should_have, ', ' order by seat) filter (where due > 0) as expected,
        string_agg(has, ', ' order by seat) filter (where won > 0) as actual
    from compared
    group by hand_id
    having max(case when due = 0 then won else abs(won - due) - left_to_the_room end) > 0
),

-- one run won by the hand that lost it, though the sums of all runs may be right
run_shares as (
    select showdowns.hand_id, showdowns.run, showdowns.seat, sum(share_due) as due
    from showdowns
    semi join groups using (hand_id)
    anti join thrown_away using (hand_id)
    anti join overpaid using (hand_id)
    where showdowns.hand_id in (select hand_id from hands where runs > 1)
    group by showdowns.hand_id, showdowns.run, showdowns.seat
),

wrong_runs as (
    select
        run_shares.hand_id,
        run_shares.run,
        arg_max(run_shares.seat, paid) filter (where due = 0) as loser,
        string_agg(player, ', ' order by run_shares.seat) filter (where due > 0) as due_to,
        string_agg(player, ', ' order by run_shares.seat) filter (where paid > 0) as paid_to
    from run_shares
    join seats using (hand_id, seat)
    left join (
        select hand_id, run, seat, sum(amount) as paid
        from payouts
        where run is not null
        group by hand_id, run, seat
    ) as paid_of_run
        on paid_of_run.hand_id = run_shares.hand_id
        and paid_of_run.run = run_shares.run
        and paid_of_run.seat = run_shares.seat
    group by run_shares.hand_id, run_shares.run
    having bool_or(due = 0 and coalesce(paid, 0) > 0)
)

select hand_id, seat, null::smallint as seq, expected, actual
from overpaid
union all
select hand_id, loser, null, 'run ' || run || ' is won by ' || due_to, 'run ' || run || ' to ' || paid_to
from wrong_runs
order by hand_id;

-- judged
select count(*)
from (
    select hand_id
    from showdowns
    group by hand_id
    having count(*) = count(share_due)
) as known;
