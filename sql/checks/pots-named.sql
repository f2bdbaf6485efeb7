-- title: Money comes from pots, runs and halves that there are
-- rule: M10 M4
-- severity: error
-- applies: all
-- message: {player} was paid from {actual}; {expected}
-- Judged in the home games, and where the log names its rule set: rooms number their side pots in their own ways.

with named as (
    select payouts.hand_id, payouts.seat, payouts.pot_no, payouts.run, payouts.side, runs, coalesce(split, false) as split
    from payouts
    join hands on hands.hand_id = payouts.hand_id
    left join game_facts using (game)
    where
        rules is not null
        or game in ('standard-draw', 'ante-draw', 'pokeris', 'seven-card-stud', 'blinds-draw')
),

filled as (
    select hand_id, max(pot_no) as last_pot
    from pots
    group by hand_id
),

judged as (
    select
        *,
        pot_no > last_pot as no_such_pot,
        run > runs as no_such_run,
        side is not null and not split as no_halves
    from named
    left join filled using (hand_id)
)

select
    hand_id,
    seat,
    null::smallint as seq,
    case
        when no_such_pot and last_pot = 0 then 'there is the main pot alone'
        when no_such_pot then 'side pot ' || last_pot || ' is the last'
        when no_such_run then 'the pot was played ' || case runs when 1 then 'once' else runs || ' times' end
        else 'the game has no halves'
    end as expected,
    case
        when no_such_pot then 'side pot ' || pot_no
        when no_such_run then 'run ' || run
        else 'the ' || side || ' half'
    end as actual
from judged
where no_such_pot or no_such_run or no_halves
order by hand_id, seat;

-- judged
select count(*)
from payouts
join hands using (hand_id)
where
    rules is not null
    or game in ('standard-draw', 'ante-draw', 'pokeris', 'seven-card-stud', 'blinds-draw');
