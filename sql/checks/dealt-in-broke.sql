-- title: Who has no money is not dealt in
-- rule: M2
-- severity: error
-- applies: all
-- message: {player} was dealt in with nothing in front of him

select hand_id, seat, null::smallint as seq, null as expected, stack as actual
from seats
where dealt_in and stack = 0
order by hand_id, seat;

-- judged
select count(*) from seats where dealt_in and stack is not null;
