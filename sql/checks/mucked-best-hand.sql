-- title: Who throws away the best hand loses the pot by it
-- rule: M8
-- severity: note
-- applies: all
-- message: {player} threw away {actual}, the best hand, and {expected} of the pot with it
-- Legal where mucking is: the hand counts as folded.

select hand_id, seat, null::smallint as seq, sum(share_due) as expected, any_value(category) as actual
from showdowns
join seats using (hand_id, seat)
where mucked and not showed and won = 0 and share_due > 0
group by hand_id, seat
order by hand_id, seat;

-- judged
select count(*) from seats where mucked and not showed and (hole_cards is not null or final_cards is not null);
