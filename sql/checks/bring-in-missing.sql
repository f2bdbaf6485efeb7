-- title: Somebody brings it in, or opens for the small bet instead
-- rule: S2 S13
-- severity: error
-- applies: stud
-- message: nobody brought it in; the first to act, {player}, made a {actual}
-- Where the table does not let the bring-in be completed at once, only the bring-in will do. Players whom the antes left
-- without chips bring in nothing.

with silent as (
    select hand_id, game, rules, rule_options
    from hands
    join game_facts using (game)
    where
        family = 'stud'
        and bring_in is not null
        and hand_id not in (select hand_id from actions where action = 'bring_in')
),

first_turns as (
    select hand_id, arg_min(seat, seq) as seat, min(seq) as seq, arg_min(action, seq) as action
    from actions
    semi join silent using (hand_id)
    where is_decision and street_no = 0
    group by hand_id
),

with_chips as (
    select hand_id
    from seats
    semi join silent using (hand_id)
    where dealt_in and not allin_forced
    group by hand_id
    having count(*) > 1
)

select hand_id, seat, seq, 'bring_in' as expected, action as actual
from first_turns
semi join with_chips using (hand_id)
join silent using (hand_id)
where
    action not in ('bet', 'complete')
    or game = 'seven-card-stud' and rule_option(rules, game, rule_options, 'bring_in_may_complete') = 'no'
order by hand_id, seq;

-- judged
select count(*) from hands join game_facts using (game) where family = 'stud' and bring_in is not null;
