-- title: The ante comes from everybody, or from the dealer alone where it was agreed so
-- rule: J1 A2 P1 S1 J4
-- severity: error
-- applies: standard-draw ante-draw pokeris seven-card-stud
-- message: {player} {actual}

with home as (
    select
        hand_id,
        button_seat,
        game = 'standard-draw' and rule_option(rules, game, rule_options, 'ante_from') = 'dealer' as dealer_alone
    from hands
    where
        game in ('standard-draw', 'ante-draw', 'pokeris', 'seven-card-stud')
        and (ante > 0 or hand_id in (select hand_id from actions where action = 'ante'))
),

paid as (
    select distinct hand_id, seat
    from actions
    semi join home using (hand_id)
    where action = 'ante' and amount > 0
)

select
    seats.hand_id,
    seats.seat,
    null::smallint as seq,
    null as expected,
    case
        when paid.seat is null then 'was dealt in and paid no ante'
        when not dealt_in then 'paid an ante and was not dealt in'
        else 'paid an ante, which is the dealer''s alone'
    end as actual
from seats
join home on home.hand_id = seats.hand_id
left join paid on paid.hand_id = seats.hand_id and paid.seat = seats.seat
where
    case
        when dealer_alone then (paid.seat is not null) <> (seats.seat = button_seat)
        else (paid.seat is not null) <> dealt_in
    end
order by seats.hand_id, seats.seat;

-- judged
select count(*)
from hands
where
    game in ('standard-draw', 'ante-draw', 'pokeris', 'seven-card-stud')
    and (ante > 0 or hand_id in (select hand_id from actions where action = 'ante'));
