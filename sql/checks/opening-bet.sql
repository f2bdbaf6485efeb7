-- title: The hand is opened with the agreed bet
-- rule: J3 A3 A6 M12 L1
-- severity: error
-- applies: standard-draw ante-draw
-- message: {player} opened with {actual}, agreed is {expected}
-- Jacks or better: exactly the opening bet, which is the minimum where nothing else was agreed. Ante draw: more than the
-- minimum, in both rounds. All in for less is allowed where a player short of money may go on.

with opened as (
    select
        actions.hand_id,
        seat,
        seq,
        to_amount,
        game = 'standard-draw' as exact,
        coalesce(case when game = 'standard-draw' then open_bet end, min_bet) as agreed,
        case
            when game = 'standard-draw' then 0
            when rule_option(rules, game, rule_options, 'open_above_min') = 'no' then 0
            else coalesce(chip, 0.0001)
        end as above,
        all_in or coalesce(amount >= stack_before, false) as last_chips,
        rule_option(rules, game, rule_options, 'short_of_money') = 'all-in' as may_be_short
    from actions
    join hands on hands.hand_id = actions.hand_id
    where
        action = 'bet'
        and actions.level = 0
        and (game = 'standard-draw' and street_no = 0 or game = 'ante-draw' and betting <> 'fl')
)

select hand_id, seat, seq, case when exact then agreed else agreed + above end as expected, to_amount as actual
from opened
where
    case when exact then to_amount <> agreed else to_amount < agreed + above end
    and not (last_chips and may_be_short and to_amount < agreed + above)
order by hand_id, seq;

-- judged
select count(*)
from actions
join hands on hands.hand_id = actions.hand_id
where
    action = 'bet'
    and actions.level = 0
    and coalesce(open_bet, min_bet) is not null
    and (game = 'standard-draw' and street_no = 0 or game = 'ante-draw' and betting <> 'fl');
