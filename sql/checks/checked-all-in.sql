-- title: Who is all in is asked no more
-- rule: M15
-- severity: note
-- applies: all
-- message: {player} was all in, had nothing to decide, and yet checked
-- Some rooms let players who are all in check the later rounds; it changes nothing.

select hand_id, seat, seq, null as expected, 'check' as actual
from actions
where action = 'check' and stack_before <= 0
order by hand_id, seq;

-- judged
select count(*) from actions where action = 'check' and stack_before is not null;
