-- title: In the home games the house takes nothing out of the pot and puts nothing in
-- rule: M1
-- severity: error
-- applies: standard-draw ante-draw pokeris seven-card-stud blinds-draw
-- message: {actual}, and the home games know of no house
-- Rake, money added to the pot by a room, and hands paid out by it.

with home as (
    select hand_id, coalesce(stated_rake, 0) as rake, added
    from hands
    where game in ('standard-draw', 'ante-draw', 'pokeris', 'seven-card-stud', 'blinds-draw')
)

select
    hand_id,
    null::tinyint as seat,
    null::smallint as seq,
    0 as expected,
    'a rake of ' || amount_text(rake) || ' was taken' as actual
from home
where rake <> 0
union all
select hand_id, null, null, 0, amount_text(added) || ' was added to the pot'
from home
where added <> 0
union all
select hand_id, seat, seq, 0, 'a hand was paid out (' || amount_text(amount) || ') instead of the pot'
from actions
semi join home using (hand_id)
where action = 'cash_out'
order by hand_id, seq nulls first, actual;

-- judged
select count(*)
from hands
where game in ('standard-draw', 'ante-draw', 'pokeris', 'seven-card-stud', 'blinds-draw');
