-- title: Who is all in has no more decisions
-- rule: M15
-- severity: error
-- applies: all
-- message: {player} had nothing left and then made a {actual}
-- Rooms that fold an absent player who is all in: see folded-all-in.

select hand_id, seat, seq, null as expected, action as actual
from actions
where is_decision and action <> 'fold' and stack_before <= 0
order by hand_id, seq;

-- judged
select count(*) from actions where is_decision and action <> 'fold' and stack_before is not null;
