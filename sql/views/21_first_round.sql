-- One player's decisions in the first betting round. A raise level counts 1 = the price of the forced money, 2 = first raise, 3 = 3-bet;
-- in stud the bring-in is that price, so the completion is the first raise.

create or replace view first_round as
with decisions as (
    select
        hand_id, seat, street, seq, action, can_raise, entered_before, callers_before, own_last, own_decisions_before, level,
        is_aggressor, aggressor_seat,
        own_decisions_before = 0 as first_decision,
        action in ('raise', 'complete') as raised,
        all_in or amount >= stack_before as last_chips,
        street in ('preflop', 'predraw') as blinds_round,
        street in ('third', 'second') as stud_round,
        level + (street in ('third', 'second'))::tinyint as raise_level
    from actions
    where street_no = 0 and is_decision
)

select
    hand_id,
    seat,
    -- entering
    bool_or(action in ('call', 'bet', 'complete', 'raise')) as vpip,
    bool_or(can_raise) as could_raise,
    bool_or(raised) as pfr,
    bool_or(action = 'fold' and street <> 'first_lap') as folded,
    bool_or(blinds_round and first_decision and level = 1 and entered_before = 0) as first_in,
    bool_or(blinds_round and first_decision and level = 1 and entered_before = 0 and raised) as first_in_raise,
    bool_or(blinds_round and first_decision and level = 1 and entered_before = 0 and raised and last_chips) as first_in_shove,
    bool_or(blinds_round and first_decision and level = 1) as faced_price,
    bool_or(blinds_round and first_decision and level = 1 and action = 'call') as limp,
    bool_or(blinds_round and first_decision and level = 1 and action = 'call' and entered_before = 0) as open_limp,
    bool_or(blinds_round and level = 1 and callers_before > 0) as faced_limpers,
    bool_or(blinds_round and level = 1 and callers_before > 0 and raised) as raised_limpers,
    bool_or(blinds_round and first_decision and level > 1) as faced_raise_first,
    bool_or(blinds_round and first_decision and level > 1 and action = 'call') as called_raise_first,
    bool_or(blinds_round and own_decisions_before = 1 and own_last = 'call' and level > 1) as limper_faced_raise,
    bool_or(blinds_round and own_decisions_before = 1 and own_last = 'call' and level > 1 and action = 'fold') as limp_fold,
    bool_or(blinds_round and own_decisions_before = 1 and own_last = 'call' and level > 1 and action = 'call') as limp_call,
    bool_or(blinds_round and own_decisions_before = 1 and own_last = 'call' and level > 1 and raised) as limp_raise,
    -- the opening bet of an ante game
    bool_or(blinds_round and first_decision and level = 0) as could_open,
    bool_or(blinds_round and first_decision and level = 0 and action = 'bet') as opened,
    -- raising wars
    bool_or(raise_level = 2 and can_raise and not is_aggressor) as could_three_bet,
    bool_or(raise_level = 2 and can_raise and not is_aggressor and raised) as three_bet,
    bool_or(raise_level = 2 and can_raise and not is_aggressor and callers_before > 0) as could_squeeze,
    bool_or(raise_level = 2 and can_raise and not is_aggressor and callers_before > 0 and raised) as squeeze,
    bool_or(raise_level = 3 and can_raise and not is_aggressor) as could_four_bet,
    bool_or(raise_level = 3 and can_raise and not is_aggressor and raised) as four_bet,
    bool_or(raise_level = 3 and can_raise and (own_last is null or own_last = 'check')) as could_cold_4bet,
    bool_or(raise_level = 3 and can_raise and (own_last is null or own_last = 'check') and raised) as cold_4bet,
    bool_or(raise_level > 3 and can_raise and not is_aggressor) as could_five_bet,
    bool_or(raise_level > 3 and can_raise and not is_aggressor and raised) as five_bet,
    bool_or(raise_level = 2 and action = 'call') as called_raise,
    bool_or(raise_level = 3 and own_last in ('raise', 'complete') and not is_aggressor) as opener_faced_3bet,
    bool_or(raise_level = 3 and own_last in ('raise', 'complete') and not is_aggressor and action = 'fold') as opener_folded_to_3bet,
    bool_or(raise_level = 3 and own_last = 'call') as caller_faced_3bet,
    bool_or(raise_level = 3 and own_last = 'call' and action = 'fold') as caller_folded_to_3bet,
    max(aggressor_seat) filter (where raise_level = 3 and own_last in ('raise', 'complete', 'call')) as three_bettor_faced,
    bool_or(raise_level = 4 and own_last = 'raise' and not is_aggressor) as raiser_faced_4bet,
    bool_or(raise_level = 4 and own_last = 'raise' and not is_aggressor and action = 'fold') as raiser_folded_to_4bet,
    -- an opening raise that nobody else had entered against
    max(aggressor_seat) filter (where blinds_round and first_decision and level = 2 and entered_before = 1) as lone_raiser_faced,
    bool_or(blinds_round and first_decision and level = 2 and entered_before = 1 and action = 'fold') as folded_to_lone_raiser,
    bool_or(blinds_round and first_decision and level = 2 and entered_before = 1 and can_raise) as could_raise_lone_raiser,
    bool_or(blinds_round and first_decision and level = 2 and entered_before = 1 and can_raise and raised) as raised_lone_raiser,
    -- stud, third street
    bool_or(stud_round and level = 0) as faced_bring_in,
    bool_or(stud_round and level = 0 and action in ('complete', 'bet', 'raise')) as completed,
    bool_or(stud_round and level = 0 and action = 'call') as called_bring_in,
    bool_or(stud_round) as acted_third,
    bool_or(stud_round and action in ('complete', 'bet', 'raise')) as raised_third,
    bool_or(stud_round and first_decision and level > 0) as faced_completion_first,
    bool_or(stud_round and first_decision and level > 1) as faced_raise_of_completion_first,
    bool_or(stud_round and first_decision and level > 0 and action in ('call', 'raise')) as answered_completion_first
from decisions
group by hand_id, seat;

comment on view first_round is
'One row for each player and hand with a decision in the first betting round: what he faced there and what he did.';
