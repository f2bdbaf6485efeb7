-- title: In Pokeris everybody in has one turn a lap
-- rule: P10 P6
-- severity: error
-- applies: pokeris
-- message: {player} had {actual} turns up to lap {expected}
-- Who was challenged after his turn has bet for the next lap already (P12). Turns after a forced or accepted opening
-- belong to it. A fold is allowed at any moment (P16).

with by_lap as (
    select hand_id
    from hands
    where game = 'pokeris' and rule_option(rules, game, rule_options, 'rounds') = 'lap'
),

opening as (
    select hand_id, min(seq) as opened_at
    from actions
    semi join by_lap using (hand_id)
    where action in ('propose', 'force')
    group by hand_id
),

laps as (
    select hand_id, street_no, max(seq) as last_seq, row_number() over (partition by hand_id order by street_no) as lap,
        count(*) over (partition by hand_id) as laps
    from actions
    semi join by_lap using (hand_id)
    where is_decision and street <> 'exchange'
    group by hand_id, street_no
),

turns as (
    select hand_id, seat, street_no, count(*) as turns, max(seq) as seq
    from actions
    semi join by_lap using (hand_id)
    where is_decision and action <> 'fold' and street <> 'exchange'
    group by hand_id, seat, street_no
),

challenged as (
    select hand_id, target_seat as seat, street_no, count(*) as answers
    from actions
    semi join by_lap using (hand_id)
    where action = 'challenge'
    group by hand_id, target_seat, street_no
),

forced as (
    select distinct hand_id, street_no
    from actions
    semi join by_lap using (hand_id)
    where action = 'force'
),

-- more turns than one in a lap
twice as (
    select turns.hand_id, turns.seat, turns.seq, lap, turns
    from turns
    join laps on laps.hand_id = turns.hand_id and laps.street_no = turns.street_no
    left join challenged
        on challenged.hand_id = turns.hand_id
        and challenged.seat = turns.seat
        and challenged.street_no = turns.street_no
    left join forced on forced.hand_id = turns.hand_id and forced.street_no = turns.street_no
    where forced.hand_id is null and turns > 1 + coalesce(answers, 0)
),

-- laps that ended without a turn of somebody who was in to the end and had chips
waiting as (
    select seats.hand_id, seats.seat, laps.lap, laps.last_seq, laps.street_no
    from seats
    join laps using (hand_id)
    left join opening using (hand_id)
    join hands using (hand_id)
    where
        dealt_in
        and folded_on is null
        and coalesce(put_in < stack, true)
        and (lap < laps or showdown and opened_at is null)
        -- the last player with money is not asked in a lap in which nobody else with money has bet (M15)
        and not (
            (lap = laps or not exists (
                select 1 from actions
                where
                    actions.hand_id = seats.hand_id
                    and actions.street_no = laps.street_no
                    and actions.action in ('bet', 'call', 'raise')
            ))
            and not exists (
                select 1 from seats as others
                where
                    others.hand_id = seats.hand_id
                    and others.seat <> seats.seat
                    and others.dealt_in
                    and others.folded_on is null
                    and coalesce(others.put_in < others.stack, true)
            )
        )
),

passed_over as (
    select waiting.hand_id, waiting.seat, waiting.lap, coalesce(sum(turns.turns), 0) as turns
    from waiting
    left join turns
        on turns.hand_id = waiting.hand_id and turns.seat = waiting.seat and turns.street_no <= waiting.street_no
    group by waiting.hand_id, waiting.seat, waiting.lap
    having coalesce(sum(turns.turns), 0) < waiting.lap
)

select hand_id, seat, seq, lap as expected, turns as actual
from twice
union all
select hand_id, seat, null, min(lap), arg_min(turns, lap)
from passed_over
group by hand_id, seat
order by hand_id, seq, seat;

-- judged
select count(*)
from actions
join hands using (hand_id)
where game = 'pokeris' and is_decision and rule_option(rules, game, rule_options, 'rounds') = 'lap';
