-- One player's decisions after the first betting round (flop to river, fourth to seventh street, after a draw).

create or replace view later_rounds as
with decisions as (
    select
        hand_id, seat, seq, street, street_no, action, level, can_raise, own_last, aggressor_seat,
        seat = last_street_aggressor as was_aggressor,
        level = 0 and players_behind > 0 as unopened,
        -- the first bet of the street, made by the aggressor of the street before, and no raise since
        level = 1 and aggressor_seat = last_street_aggressor as faced_aggressor,
        own_decisions_before = 0 and level = 1 and seat = last_street_aggressor and aggressor_seat <> seat as faced_donk,
        own_last = 'check' and level > 0 and can_raise as could_check_raise,
        last_street_aggressor is not null and seat <> last_street_aggressor and own_decisions_before = 0 as before_aggressor,
        street in ('first_draw', 'second_draw', 'third_draw') as after_draw
    from actions
    where street_no > 0 and is_decision
)

select
    hand_id,
    seat,
    -- continuation bets, seen from the aggressor
    bool_or(street = 'flop' and was_aggressor and unopened) as could_bet_flop_as_aggressor,
    bool_or(street = 'turn' and was_aggressor and unopened) as could_bet_turn_as_aggressor,
    bool_or(street = 'river' and was_aggressor and unopened) as could_bet_river_as_aggressor,
    bool_or(street = 'flop' and was_aggressor and unopened and action = 'bet') as bet_flop_as_aggressor,
    bool_or(street = 'turn' and was_aggressor and unopened and action = 'bet') as bet_turn_as_aggressor,
    bool_or(street = 'river' and was_aggressor and unopened and action = 'bet') as bet_river_as_aggressor,
    bool_or(street = 'flop' and was_aggressor and own_last = 'bet' and level > 1) as aggressor_faced_raise_flop,
    bool_or(street = 'flop' and was_aggressor and own_last = 'bet' and level > 1 and action = 'fold') as aggressor_folded_flop,
    bool_or(street = 'turn' and was_aggressor and own_last = 'bet' and level > 1) as aggressor_faced_raise_turn,
    bool_or(street = 'turn' and was_aggressor and own_last = 'bet' and level > 1 and action = 'fold') as aggressor_folded_turn,
    bool_or(street = 'river' and was_aggressor and own_last = 'bet' and level > 1) as aggressor_faced_raise_river,
    bool_or(street = 'river' and was_aggressor and own_last = 'bet' and level > 1 and action = 'fold') as aggressor_folded_river,
    bool_or(street = 'turn' and unopened) as could_bet_turn,
    bool_or(street = 'turn' and unopened and action = 'bet') as bet_turn,
    -- continuation bets, seen from the others
    bool_or(street = 'flop' and faced_aggressor) as faced_cbet_flop,
    bool_or(street = 'flop' and faced_aggressor and action = 'fold') as folded_to_cbet_flop,
    bool_or(street = 'flop' and faced_aggressor and action = 'call') as called_cbet_flop,
    bool_or(street = 'flop' and faced_aggressor and can_raise) as could_raise_cbet_flop,
    bool_or(street = 'flop' and faced_aggressor and can_raise and action = 'raise') as raised_cbet_flop,
    bool_or(street = 'turn' and faced_aggressor) as faced_aggressor_turn,
    bool_or(street = 'turn' and faced_aggressor and action = 'fold') as folded_to_aggressor_turn,
    max(aggressor_seat) filter (where street = 'turn' and faced_aggressor) as turn_aggressor_faced,
    bool_or(street = 'river' and faced_aggressor) as faced_aggressor_river,
    bool_or(street = 'river' and faced_aggressor and action = 'fold') as folded_to_aggressor_river,
    max(aggressor_seat) filter (where street = 'river' and faced_aggressor) as river_aggressor_faced,
    -- betting into the aggressor
    min(seq) filter (where street = 'flop' and before_aggressor and unopened) as flop_seq_before_aggressor,
    bool_or(street = 'flop' and before_aggressor and unopened and action = 'bet') as bet_flop_before_aggressor,
    min(seq) filter (where street = 'turn' and before_aggressor and unopened) as turn_seq_before_aggressor,
    bool_or(street = 'turn' and before_aggressor and unopened and action = 'bet') as bet_turn_before_aggressor,
    bool_or(street = 'flop' and faced_donk and can_raise) as could_raise_donk_flop,
    bool_or(street = 'flop' and faced_donk and can_raise and action = 'raise') as raised_donk_flop,
    -- check-raises
    bool_or(street = 'flop' and could_check_raise) as could_check_raise_flop,
    bool_or(street = 'flop' and could_check_raise and action = 'raise') as check_raise_flop,
    bool_or(street = 'turn' and could_check_raise) as could_check_raise_turn,
    bool_or(street = 'turn' and could_check_raise and action = 'raise') as check_raise_turn,
    bool_or(street = 'river' and could_check_raise) as could_check_raise_river,
    bool_or(street = 'river' and could_check_raise and action = 'raise') as check_raise_river,
    -- after a draw
    bool_or(after_draw and unopened) as could_bet_after_draw,
    bool_or(after_draw and unopened and action = 'bet') as bet_after_draw,
    bool_or(after_draw and level > 0) as faced_bet_after_draw,
    bool_or(after_draw and level > 0 and action = 'fold') as fold_after_draw,
    bool_or(after_draw and level > 0 and can_raise) as could_raise_after_draw,
    bool_or(after_draw and level > 0 and can_raise and action = 'raise') as raise_after_draw,
    bool_or(after_draw and could_check_raise) as could_check_raise_after_draw,
    bool_or(after_draw and could_check_raise and action = 'raise') as check_raise_after_draw,
    bool_or(after_draw and level > 1) as faced_raise_after_draw,
    bool_or(after_draw and level > 1 and action = 'fold') as folded_to_raise_after_draw,
    bool_or(after_draw and action in ('bet', 'raise')) as aggressive_after_draw,
    -- how often each thing was done
    count(*) filter (where action in ('bet', 'complete'))::integer as bets,
    count(*) filter (where action = 'raise')::integer as raises,
    count(*) filter (where action = 'call')::integer as calls,
    count(*) filter (where action = 'fold')::integer as folds
from decisions
group by hand_id, seat;

comment on view later_rounds is
'One row for each player and hand with a decision after the first betting round: what he faced there and what he did.';
