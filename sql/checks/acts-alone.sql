-- title: Nobody has a decision when he is the last one in
-- rule: D6 A4 P16
-- severity: error
-- applies: all
-- message: {player} was the last one in and then made a {actual}

select hand_id, seat, seq, null as expected, action as actual
from actions
where is_decision and players_in < 2
order by hand_id, seq;

-- judged
select count(*) from actions where is_decision and players_in is not null;
