-- title: After the draw bets and raises are exactly twice the big blind, where the table plays the letter
-- rule: B5
-- severity: error
-- applies: blinds-draw
-- message: {player} made it {actual}, exactly {expected} is right

with exact as (
    select hand_id, 2 * big_blind as size
    from hands
    where
        game = 'blinds-draw'
        and betting <> 'fl'
        and rule_option(rules, game, rule_options, 'round2_bet') = 'exact'
)

select hand_id, seat, seq, street_bet + size as expected, to_amount as actual
from actions
join exact using (hand_id)
where
    street_no = 1
    and action in ('bet', 'raise')
    and to_amount - street_bet <> size
    and not (to_amount - street_bet < size and (all_in or coalesce(amount >= stack_before, false)))
    and not (to_amount - street_bet < size and to_amount % size = 0)
order by hand_id, seq;

-- judged
select count(*)
from actions
join hands on hands.hand_id = actions.hand_id
where
    street_no = 1
    and action in ('bet', 'raise')
    and game = 'blinds-draw'
    and betting <> 'fl'
    and rule_option(rules, game, rule_options, 'round2_bet') = 'exact';
