-- title: Who has folded wins nothing
-- rule: M6 D6
-- severity: error
-- applies: all
-- message: {player} had folded and was paid {actual}

select hand_id, seat, null::smallint as seq, 0 as expected, won as actual
from seats
where won > 0 and folded_on is not null
order by hand_id, seat;

-- judged
select count(*) from seats where folded_on is not null;
