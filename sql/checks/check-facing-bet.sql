-- title: A check needs a stake already matched
-- rule: D2 J13
-- severity: error
-- applies: all
-- message: {player} checked with {expected} to call

select hand_id, seat, seq, to_call as expected, 'check' as actual
from actions
where action = 'check' and to_call > 0
order by hand_id, seq;

-- judged
select count(*) from actions where action = 'check' and to_call is not null;
