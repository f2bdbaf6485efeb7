-- title: Who is all in has no more decisions
-- rule: M15
-- severity: error
-- applies: all
-- message: {player} had nothing left and then made a {actual}
-- Rooms that fold an absent player who is all in, or let him check: see folded-all-in and checked-all-in.

select hand_id, seat, seq, null as expected, action as actual
from actions
where is_decision and action not in ('fold', 'check') and stack_before <= 0
order by hand_id, seq;

-- judged
select count(*) from actions where is_decision and action not in ('fold', 'check') and stack_before is not null;
