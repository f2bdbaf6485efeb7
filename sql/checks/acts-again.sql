-- title: Who has matched the stake is not asked again
-- rule: D2 B3
-- severity: error
-- applies: all
-- message: {player} had a second {actual} in a round in which nobody had raised since
-- A round ends when all have had their turn and put in the same: what comes after belongs to another round. In pokeris
-- bets need not be equal (P10).

select hand_id, seat, seq, null as expected, action as actual
from actions
where
    is_decision
    and own_decisions_before > 0
    and to_call = 0
    and hand_id not in (select hand_id from lap_hands)
    and hand_id not in (select hand_id from actions where action = 'force')
order by hand_id, seq;

-- judged
select count(*) from actions where is_decision and own_decisions_before > 0;
