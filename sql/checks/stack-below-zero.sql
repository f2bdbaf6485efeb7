-- title: Nobody plays for more than lies before him
-- rule: M2 M7
-- severity: error
-- applies: all
-- message: {player} had {expected} and put in {actual}

select
    hand_id,
    seat,
    null::smallint as seq,
    stack as expected,
    put_in - returned as actual
from seats
where put_in - returned > stack
order by hand_id, seat;

-- judged
select count(*) from seats where stack is not null;
