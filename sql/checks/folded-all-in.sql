-- title: Who is all in stays in to the end
-- rule: M15
-- severity: warning
-- applies: all
-- message: {player} was all in, had nothing to decide, and yet folded
-- Rooms have folded players who sat out while the blind took their last chips.

select hand_id, seat, seq, null as expected, 'fold' as actual
from actions
where action = 'fold' and stack_before <= 0
order by hand_id, seq;

-- judged
select count(*) from actions where action = 'fold' and stack_before is not null;
