-- title: The bring-in has the agreed size, or is all in
-- rule: S13 S12 M11
-- severity: error
-- applies: stud
-- message: {player} brought it in for {actual}, agreed is {expected}

select actions.hand_id, seat, seq, bring_in as expected, amount as actual
from actions
join hands using (hand_id)
where action = 'bring_in' and amount <> bring_in and not (amount < bring_in and (all_in or amount >= stack_before))
order by actions.hand_id, seq;

-- judged
select count(*) from actions join hands using (hand_id) where action = 'bring_in' and bring_in is not null;
