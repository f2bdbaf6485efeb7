-- title: The bring-in has the agreed size, or is all in
-- rule: S13 S12 M11
-- severity: error
-- applies: stud
-- message: {player} brought it in for {actual}, {expected}
-- Where the log does not tell what was agreed, it is less than the small bet all the same.

select
    actions.hand_id,
    seat,
    seq,
    case
        when bring_in is null then 'it is less than the small bet of ' || amount_text(small_bet)
        else 'agreed is ' || amount_text(bring_in)
    end as expected,
    amount as actual
from actions
join hands using (hand_id)
where
    action = 'bring_in'
    and case
        when bring_in is null then betting = 'fl' and amount >= small_bet
        else amount <> bring_in and not (amount < bring_in and (all_in or amount >= stack_before))
    end
order by actions.hand_id, seq;

-- judged
select count(*)
from actions
join hands using (hand_id)
where action = 'bring_in' and (bring_in is not null or betting = 'fl' and small_bet is not null);
