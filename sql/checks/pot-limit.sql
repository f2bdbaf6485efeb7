-- title: A pot-limit raise adds at most the pot after the call
-- rule: L4
-- severity: error
-- applies: pl cap-pl
-- message: {player} made it {actual}, the most was {expected}
-- In the first round blinds posted short, or not at all, count in full: rooms differ on that. A table may agree on the pot before the call.
-- The agreed opening bet or minimum is allowed whatever lies in the pot (J3).

with pot_limit as (
    select
        hand_id,
        coalesce(small_blind, 0) as small_blind,
        coalesce(big_blind, 0) as big_blind,
        coalesce(open_bet, min_bet, 0) as agreed
    from hands
    where betting in ('pl', 'cap-pl')
),

before_call as (
    select hand_id
    from hands
    where
        betting in ('pl', 'cap-pl')
        and (rules is not null or game in ('standard-draw', 'ante-draw'))
        and rule_option(rules, game, rule_options, 'pot_raise') = 'before-call'
),

posted as (
    select
        hand_id,
        greatest(any_value(small_blind) - coalesce(sum(amount) filter (where action = 'small_blind'), 0), 0)
        + greatest(any_value(big_blind) - coalesce(sum(amount) filter (where action in ('big_blind', 'button_blind')), 0), 0)
        as missing,
        any_value(agreed) as agreed
    from actions
    join pot_limit using (hand_id)
    group by hand_id
),

sized as (
    select
        actions.hand_id,
        seat,
        seq,
        to_amount,
        greatest(
            agreed,
            street_bet
            + pot_before
            + case when street_no = 0 then missing else 0 end
            + case when before_call.hand_id is null then to_call else 0 end
        ) as most
    from actions
    join posted on posted.hand_id = actions.hand_id
    left join before_call on before_call.hand_id = actions.hand_id
    where action in ('bet', 'complete', 'raise')
)

select hand_id, seat, seq, most as expected, to_amount as actual
from sized
where to_amount > most
order by hand_id, seq;

-- judged
select count(*)
from actions
where
    action in ('bet', 'complete', 'raise')
    and pot_before is not null
    and hand_id in (select hand_id from hands where betting in ('pl', 'cap-pl'));
