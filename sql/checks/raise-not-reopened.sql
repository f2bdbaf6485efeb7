-- title: An all-in for less gives no new right to raise to whoever has acted
-- rule: M13
-- severity: error
-- applies: all
-- message: {player} raised again, but since his last turn the stake went up by {actual} only, {expected} would let him raise
-- All increases since his last turn count together. In fixed limit half a bet or more above the last full bet counts as a
-- full raise, unless the table wants it otherwise.

with again as (
    select hand_id, seat, seq, street_no, street_bet, to_call, last_raise
    from actions
    where
        action in ('raise', 'complete')
        and own_decisions_before > 0
        and own_last <> 'check'
        and to_call > 0
        and to_call < last_raise
        -- what is below a full bet may be made up by anybody (M12)
        and street_bet >= last_raise
),

judged as (
    select
        again.*,
        betting = 'fl' as fixed,
        case when street_no = 0 then coalesce(big_blind, 0) else 0 end as blind,
        bring_in is not null and betting <> 'fl' and street_no = 0 as over_bring_in,
        case
            when betting = 'fl' and coalesce(rule_option(rules, game, rule_options, 'half_bet_rule') = 'on', true)
                then (last_raise / 2)::decimal(18, 4)
            when rule_option(rules, game, rule_options, 'raise_floor') = 'minimum'
                then least(last_raise, coalesce(min_bet, big_blind))
            else last_raise
        end as reopens
    from again
    join hands on hands.hand_id = again.hand_id
    where not list_contains([game, rules], 'pokeris')
),

-- a raise that is no all-in for less reopens the betting, and so does a completion of what was bet short
reopened as (
    select judged.hand_id, judged.seq
    from judged
    join actions as own on own.hand_id = judged.hand_id and own.seat = judged.seat and own.seq < judged.seq
    join actions as raises on raises.hand_id = judged.hand_id and raises.seq < judged.seq
    where
        own.is_decision
        and own.street_no = judged.street_no
        and raises.street_no = judged.street_no
        and raises.action in ('bet', 'complete', 'raise')
    group by judged.hand_id, judged.seq
    having
        coalesce(max(raises.seq) filter (where not coalesce(raises.short_raise, false)) > max(own.seq), false)
        -- an all-in just over the bring-in leaves the first bet to whoever makes it (M12)
        or any_value(over_bring_in) and bool_and(raises.all_in)
        or any_value(fixed)
        and any_value(judged.street_bet)
        - greatest(
            coalesce(max(raises.to_amount) filter (where not coalesce(raises.short_raise, false)), 0), any_value(blind)
        )
        >= any_value(reopens)
)

select hand_id, seat, seq, reopens as expected, to_call as actual
from judged
where to_call < reopens and (hand_id, seq) not in (select hand_id, seq from reopened)
order by hand_id, seq;

-- judged
select count(*)
from actions
where action in ('raise', 'complete') and own_decisions_before > 0 and own_last <> 'check' and to_call > 0;
