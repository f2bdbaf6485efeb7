-- title: Nobody bets when there is nobody left to bet against
-- rule: M15
-- severity: error
-- applies: all
-- message: {player} made a {actual}, but nobody else in had money left
-- Only the remaining cards are dealt then. Rooms may let the last player with chips check: that is judged in our own
-- rule sets alone.

select hand_id, seat, seq, null as expected, action as actual
from actions
where
    is_decision
    and players_behind = 0
    and players_in > 1
    and to_call = 0
    and coalesce(stack_before > 0, true)
    and (
        action in ('bet', 'complete', 'raise')
        or action = 'check' and hand_id in (select hand_id from hands where rules is not null)
    )
    and hand_id not in (select hand_id from lap_hands)
order by hand_id, seq;

-- judged
select count(*) from actions where is_decision and to_call = 0 and players_behind is not null;
