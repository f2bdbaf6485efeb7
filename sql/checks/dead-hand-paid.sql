-- title: A dead hand wins nothing
-- rule: D5 J14
-- severity: error
-- applies: all
-- message: the hand of {player} was dead, and yet he was paid {actual}
-- A win without showdown is not touched: there is no dead hand then.

select hand_id, seat, null::smallint as seq, 0 as expected, won as actual
from seats
semi join (select hand_id, seat from actions where action = 'dead_hand') as dead using (hand_id, seat)
where won > 0
order by hand_id, seat;

-- judged
select count(*) from actions where action = 'dead_hand';
