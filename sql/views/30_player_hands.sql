-- One row for each player dealt in and hand: the facts of the hand, the result, and for every stat whether it was done and whether
-- there was a chance (could_ before the name). Definitions: docs, "Stats".

create or replace view player_hands as
with dealt as (
    select
        hands.hand_id, hands.site, hands.game, hands.betting, hands.kind, hands.currency,
        hands.small_blind, hands.big_blind, hands.small_bet, hands.ante, hands.n_players, hands.table_name, hands.tournament_no,
        hands.pot, hands.rake, hands.showdown, hands.dead_button, hands.hero_seat,
        if(hands.betting = 'fl', coalesce(hands.small_bet, hands.big_blind), coalesce(hands.big_blind, hands.open_bet, hands.min_bet))
            as nominal_unit,
        coalesce(hands.played_at, hands.played_local) as played,
        hands.played_at is null as played_is_local,
        seats.* exclude (hand_id, line),
        coalesce(seats.position, '') as place
    from hands
    join seats using (hand_id)
    where seats.dealt_in
),

-- position of everyone who raised first in, and how many of the blinds went on
thieves as (
    select
        hand_moments.hand_id,
        any_value(seats.position) filter (where seats.seat = first_in_raiser and seats.position in ('CO', 'BTN', 'SB')) as thief_position,
        count(*) filter (
            where seats.position in ('SB', 'BB') and seats.dealt_in and seats.seat <> first_in_raiser
            and coalesce(seats.folded_on not in ('preflop', 'predraw'), true)
        ) as blinds_left
    from hand_moments
    join seats using (hand_id)
    where first_in_raiser is not null
    group by hand_moments.hand_id
),

straddles as (
    select distinct hand_id, seat
    from actions
    where action = 'straddle'
),

bring_ins as (
    select hand_id, seat
    from actions
    where action = 'bring_in'
),

judged as (
    select
        dealt.*,
        m.* exclude (hand_id),
        a.* exclude (hand_id, seat),
        b.* exclude (hand_id, seat),
        d.* exclude (hand_id, seat),
        w.* exclude (hand_id, seat),
        thieves.thief_position,
        thieves.blinds_left,
        a.seat is not null as decided_first,
        b.seat is not null as decided_later,
        d.seat is not null as took_a_draw,
        straddles.seat is not null as straddled,
        bring_ins.seat is not null as brought_in,
        place = 'BB' as is_big_blind,
        place in ('SB', 'BB') as is_blind,
        (dealt.showdown or coalesce(m.second_round_played, false) or d.seat is not null)
            and not coalesce(a.folded or folded_on in ('preflop', 'predraw', 'exchange'), false) as in_second_round,
        a.first_in_raise and place in ('CO', 'BTN', 'SB') as stole,
        lone_raiser_faced is not null and lone_raiser_faced = m.first_in_raiser and thief_position is not null
            and place in ('SB', 'BB') as faced_steal,
        b.bet_flop_as_aggressor as c_flop,
        b.bet_flop_as_aggressor and b.bet_turn_as_aggressor as c_turn,
        b.bet_flop_as_aggressor and b.bet_turn_as_aggressor and b.bet_river_as_aggressor as c_river,
        b.turn_aggressor_faced = m.flop_cbettor and m.turn_bettor = m.flop_cbettor as met_cbet_turn,
        b.river_aggressor_faced = m.flop_cbettor and m.turn_bettor = m.flop_cbettor and m.river_bettor = m.flop_cbettor
            as met_cbet_river
    from dealt
    left join hand_moments as m using (hand_id)
    left join thieves using (hand_id)
    left join first_round as a using (hand_id, seat)
    left join later_rounds as b using (hand_id, seat)
    left join draws as d using (hand_id, seat)
    left join showdown_sides as w using (hand_id, seat)
    left join straddles using (hand_id, seat)
    left join bring_ins using (hand_id, seat)
)

select
    -- the hand
    hand_id,
    site,
    game,
    betting,
    kind,
    currency,
    small_blind,
    big_blind,
    coalesce(nullif(nominal_unit, 0), nullif(ante, 0)) as unit,
    case
        when betting = 'fl' then amount_text(coalesce(small_bet, big_blind)) || ' limit'
        else coalesce(
            nullif(concat_ws('/', amount_text(small_blind), amount_text(big_blind)), ''), 'ante ' || amount_text(ante)
        )
    end as stakes,
    played,
    played_is_local,
    strftime(played, '%Y-%m') as month,
    table_name,
    tournament_no,
    n_players,
    n_players = 2 as heads_up,
    pot,
    rake,
    showdown,
    dead_button,

    -- the player
    seat,
    player,
    player_key,
    coalesce(seat = hero_seat, false) as is_hero,
    position,
    position_no,
    case
        when position like 'UTG%' then 'EP'
        when position in ('LJ', 'HJ') then 'MP'
        when position in ('CO', 'BTN') then 'LP'
        when position in ('SB', 'BB') then 'blinds'
    end as position_group,
    stack,
    coalesce(hole_cards, final_cards) as cards,

    -- the result
    put_in,
    returned,
    put_in - returned as invested,
    won,
    adjust,
    net,
    net::double / coalesce(nullif(nominal_unit, 0), nullif(ante, 0))::double as net_units,
    if(saw_showdown, net, 0) as showdown_net,
    if(saw_showdown, 0, net) as non_showdown_net,

    -- entering
    decided_first as could_vpip,
    coalesce(vpip, false) as vpip,
    coalesce(could_raise or pfr, false) as could_pfr,
    coalesce(pfr, false) as pfr,
    coalesce(first_in and not is_big_blind, false) as could_rfi,
    coalesce(first_in_raise and not is_big_blind, false) as rfi,
    coalesce(first_in and not is_big_blind, false) as could_open_shove,
    coalesce(first_in_shove and not is_big_blind, false) as open_shove,
    coalesce(faced_price and not is_big_blind, false) as could_limp,
    coalesce(limp and not is_big_blind, false) as limp,
    coalesce(first_in and not is_big_blind, false) as could_open_limp,
    coalesce(open_limp and not is_big_blind, false) as open_limp,
    coalesce(faced_price and not first_in and not is_big_blind, false) as could_over_limp,
    coalesce(limp and not open_limp and not is_big_blind, false) as over_limp,
    coalesce(limper_faced_raise, false) as could_limp_fold,
    coalesce(limp_fold, false) as limp_fold,
    coalesce(limper_faced_raise, false) as could_limp_call,
    coalesce(limp_call, false) as limp_call,
    coalesce(limper_faced_raise, false) as could_limp_raise,
    coalesce(limp_raise, false) as limp_raise,
    coalesce(faced_limpers, false) as could_iso_raise,
    coalesce(raised_limpers, false) as iso_raise,
    coalesce(faced_raise_first and not is_blind, false) as could_cold_call,
    coalesce(called_raise_first and not is_blind, false) as cold_call,
    coalesce(faced_raise_first and is_blind, false) as could_blind_call,
    coalesce(called_raise_first and is_blind, false) as blind_call,
    coalesce(could_open, false) as could_open,
    coalesce(opened, false) as opened,
    not decided_first and not decided_later and not showdown and folded_on is null and won > 0 as walk,
    straddled,
    posted_out_of_position,
    allin_forced,

    -- raising wars
    coalesce(could_three_bet, false) as could_three_bet,
    coalesce(three_bet, false) as three_bet,
    coalesce(opener_faced_3bet, false) as could_fold_to_3bet,
    coalesce(opener_folded_to_3bet, false) as fold_to_3bet,
    coalesce(could_four_bet, false) as could_four_bet,
    coalesce(four_bet, false) as four_bet,
    coalesce(could_cold_4bet, false) as could_cold_4bet,
    coalesce(cold_4bet, false) as cold_4bet,
    coalesce(raiser_faced_4bet and three_bet, false) as could_fold_to_4bet,
    coalesce(raiser_folded_to_4bet and three_bet, false) as fold_to_4bet,
    coalesce(could_five_bet, false) as could_five_bet,
    coalesce(five_bet, false) as five_bet,
    coalesce(could_squeeze, false) as could_squeeze,
    coalesce(squeeze, false) as squeeze,
    coalesce(three_bettor_faced = squeezer and (opener_faced_3bet or (caller_faced_3bet and called_raise)), false) as could_fold_to_squeeze,
    coalesce(
        three_bettor_faced = squeezer and (opener_folded_to_3bet or (caller_folded_to_3bet and called_raise)), false
    ) as fold_to_squeeze,

    -- steals
    coalesce(first_in and place in ('CO', 'BTN', 'SB'), false) as could_steal,
    coalesce(stole, false) as steal,
    coalesce(stole, false) as could_steal_success,
    coalesce(stole and blinds_left = 0, false) as steal_success,
    coalesce(faced_steal, false) as could_fold_to_steal,
    coalesce(faced_steal and folded_to_lone_raiser, false) as fold_to_steal,
    if(faced_steal, thief_position, null) as thief_position,
    coalesce(faced_steal and could_raise_lone_raiser, false) as could_resteal,
    coalesce(faced_steal and raised_lone_raiser, false) as resteal,

    -- after the first round
    in_second_round as saw_flop,
    in_second_round as could_act_postflop,
    decided_later as acted_postflop,
    coalesce(could_bet_flop_as_aggressor, false) as could_cbet_flop,
    coalesce(c_flop, false) as cbet_flop,
    coalesce(c_flop and could_bet_turn_as_aggressor, false) as could_cbet_turn,
    coalesce(c_turn, false) as cbet_turn,
    coalesce(c_turn and could_bet_river_as_aggressor, false) as could_cbet_river,
    coalesce(c_river, false) as cbet_river,
    coalesce(seat = first_round_aggressor and not flop_was_bet and could_bet_turn, false) as could_delayed_cbet,
    coalesce(seat = first_round_aggressor and not flop_was_bet and bet_turn, false) as delayed_cbet,
    coalesce(faced_cbet_flop, false) as could_fold_to_cbet_flop,
    coalesce(folded_to_cbet_flop, false) as fold_to_cbet_flop,
    coalesce(met_cbet_turn and faced_aggressor_turn, false) as could_fold_to_cbet_turn,
    coalesce(met_cbet_turn and folded_to_aggressor_turn, false) as fold_to_cbet_turn,
    coalesce(met_cbet_river and faced_aggressor_river, false) as could_fold_to_cbet_river,
    coalesce(met_cbet_river and folded_to_aggressor_river, false) as fold_to_cbet_river,
    coalesce(faced_cbet_flop, false) as could_call_cbet_flop,
    coalesce(called_cbet_flop, false) as call_cbet_flop,
    coalesce(could_raise_cbet_flop, false) as could_raise_cbet_flop,
    coalesce(raised_cbet_flop, false) as raise_cbet_flop,
    coalesce(c_flop and aggressor_faced_raise_flop, false)
        or coalesce(c_turn and aggressor_faced_raise_turn, false)
        or coalesce(c_river and aggressor_faced_raise_river, false) as could_fold_to_raise_of_cbet,
    coalesce(c_flop and aggressor_folded_flop, false)
        or coalesce(c_turn and aggressor_folded_turn, false)
        or coalesce(c_river and aggressor_folded_river, false) as fold_to_raise_of_cbet,
    coalesce(flop_seq_before_aggressor < flop_aggressor_seq, false) as could_donk_flop,
    coalesce(flop_seq_before_aggressor < flop_aggressor_seq and bet_flop_before_aggressor, false) as donk_flop,
    coalesce(turn_seq_before_aggressor < turn_aggressor_seq, false) as could_donk_turn,
    coalesce(turn_seq_before_aggressor < turn_aggressor_seq and bet_turn_before_aggressor, false) as donk_turn,
    coalesce(could_raise_donk_flop, false) as could_raise_donk_flop,
    coalesce(raised_donk_flop, false) as raise_donk_flop,
    coalesce(could_check_raise_flop, false) as could_check_raise_flop,
    coalesce(check_raise_flop, false) as check_raise_flop,
    coalesce(could_check_raise_turn, false) as could_check_raise_turn,
    coalesce(check_raise_turn, false) as check_raise_turn,
    coalesce(could_check_raise_river, false) as could_check_raise_river,
    coalesce(check_raise_river, false) as check_raise_river,
    coalesce(bets, 0) as postflop_bets,
    coalesce(raises, 0) as postflop_raises,
    coalesce(calls, 0) as postflop_calls,
    coalesce(folds, 0) as postflop_folds,
    coalesce(bets + raises, 0) as aggression_actions,
    coalesce(bets + raises + calls + folds, 0) as postflop_answers,

    -- showdown
    in_second_round as could_wtsd,
    saw_showdown and in_second_round as wtsd,
    decided_later as could_wtsd_decided,
    saw_showdown and decided_later as wtsd_decided,
    saw_showdown as could_win_at_sd,
    saw_showdown and won > 0 as won_at_sd,
    in_second_round as could_wwsf,
    in_second_round and won > 0 as won_when_saw_flop,
    coalesce(won_hi, false) as won_hi,
    coalesce(tied_hi, false) as tied_hi,
    coalesce(won_lo, false) as won_lo,
    coalesce(tied_lo, false) as tied_lo,
    showed,
    mucked,
    folded_on,
    all_in_street as allin_street,
    cashed_out,

    -- draw games
    took_a_draw as could_draw,
    drew_1 as drew,
    drew_1,
    drew_2,
    drew_3,
    took_a_draw as could_stand_pat,
    coalesce(drew_1 = 0, false) as stood_pat,
    pat_was_made is not null as could_snow,
    coalesce(not pat_was_made and aggressive_after_draw, false) as snow,
    improved is not null as could_improve_on_draw,
    coalesce(improved, false) as improved_on_draw,
    coalesce(could_bet_after_draw, false) as could_bet_after_draw,
    coalesce(bet_after_draw, false) as bet_after_draw,
    coalesce(faced_bet_after_draw, false) as could_fold_after_draw,
    coalesce(fold_after_draw, false) as fold_after_draw,
    coalesce(could_raise_after_draw, false) as could_raise_after_draw,
    coalesce(raise_after_draw, false) as raise_after_draw,
    coalesce(could_check_raise_after_draw, false) as could_check_raise_after_draw,
    coalesce(check_raise_after_draw, false) as check_raise_after_draw,
    coalesce(faced_raise_after_draw, false) as could_fold_to_raise_after_draw,
    coalesce(folded_to_raise_after_draw, false) as folded_to_raise_after_draw,

    -- stud
    coalesce(acted_third, false) or brought_in as could_bring_in,
    brought_in,
    coalesce(faced_bring_in, false) as could_complete,
    coalesce(completed, false) as completed,
    coalesce(faced_bring_in and not brought_in, false) as could_limp_third,
    coalesce(called_bring_in and not brought_in, false) as limp_third,
    coalesce(acted_third, false) as could_raise_third,
    coalesce(raised_third, false) as raised_third,
    coalesce(brought_in and faced_completion_first, false) as could_defend_bring_in,
    coalesce(brought_in and answered_completion_first, false) as defended_bring_in,
    coalesce(brought_in and faced_raise_of_completion_first, false) as could_defend_vs_raise,
    coalesce(brought_in and faced_raise_of_completion_first and answered_completion_first, false) as defended_vs_raise
from judged;

comment on view player_hands is
'One row for each player dealt in and hand. A stat x is done in column x and had a chance in column could_x; rates divide the two.';
