-- title: Nobody plays for more than lies before him
-- rule: M2 M7
-- severity: error
-- applies: all
-- message: {player} {expected} and put in {actual}
-- In a cap game nobody puts in more than the cap.

select
    hand_id,
    seat,
    null::smallint as seq,
    case
        when put_in - returned > stack then 'had ' || amount_text(stack)
        else 'may lose ' || amount_text(cap) || ' in a hand'
    end as expected,
    put_in - returned as actual
from seats
join hands using (hand_id)
where put_in - returned > least(stack, cap)
order by hand_id, seat;

-- judged
select count(*) from seats where stack is not null;
