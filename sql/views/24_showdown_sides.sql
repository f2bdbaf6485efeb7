-- Who had the best high and the best low at showdown, alone or shared, on any pot and any run.

create or replace view showdown_sides as
with sides as (
    select hand_id, pot_no, run, side, max(strength) as best, count(*) as shown
    from showdowns
    where strength > 0
    group by hand_id, pot_no, run, side
),

winners as (
    select
        showdowns.hand_id, showdowns.seat, showdowns.side, showdowns.strength = sides.best as won,
        count(*) filter (where showdowns.strength = sides.best)
            over (partition by showdowns.hand_id, showdowns.pot_no, showdowns.run, showdowns.side) as winners
    from showdowns
    join sides using (hand_id, pot_no, run, side)
)

select
    hand_id,
    seat,
    coalesce(bool_or(won and side = 'high'), false) as won_hi,
    coalesce(bool_or(won and side = 'high' and winners > 1), false) as tied_hi,
    coalesce(bool_or(won and side = 'low'), false) as won_lo,
    coalesce(bool_or(won and side = 'low' and winners > 1), false) as tied_lo
from winners
group by hand_id, seat;

comment on view showdown_sides is
'One row for each player whose hand was scored at showdown: whether it was the best high or low of a pot, and whether that was shared.';
