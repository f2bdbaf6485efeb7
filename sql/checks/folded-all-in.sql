-- title: Who is all in stays in to the end
-- rule: M15
-- severity: warning
-- applies: all
-- message: {player} was all in, had nothing to decide, and yet folded
-- Rooms have folded players who sat out while the blind took their last chips.

select hand_id, seat, seq, null as expected, 'fold' as actual
from actions
where
    action = 'fold'
    and stack_before <= 0
    -- where there is no side pot, who cannot match the stake must fold (A9)
    and not (
        to_call > 0
        and hand_id in (
            select hand_id from hands where rule_option(rules, game, rule_options, 'short_of_money') = 'fold'
        )
    )
order by hand_id, seq;

-- judged
select count(*) from actions where action = 'fold' and stack_before is not null;
