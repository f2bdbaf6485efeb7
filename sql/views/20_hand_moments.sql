-- What has to be known of a whole hand before one player's part in it can be judged: who opened, who squeezed, who bet as aggressor.

create or replace view hand_moments as
with decisions as (
    select
        hand_id, seq, seat, street, street_no, action, level, callers_before, last_street_aggressor,
        street_no = 0 as first_round,
        street in ('preflop', 'predraw') as blinds_round,
        own_decisions_before = 0 and entered_before = 0 as first_in,
        action in ('bet', 'raise', 'complete') as aggressive,
        seat = last_street_aggressor as was_aggressor
    from actions
    where is_decision
)

select
    hand_id,
    bool_or(not first_round) as second_round_played,
    max(seat) filter (where first_round and blinds_round and level = 1 and first_in and action = 'raise') as first_in_raiser,
    max(seat) filter (
        where first_round and level + (street in ('third', 'second'))::tinyint = 2 and callers_before > 0
        and action = 'raise'
    ) as squeezer,
    max(last_street_aggressor) filter (where street = 'flop') as first_round_aggressor,
    coalesce(bool_or(street = 'flop' and action = 'bet'), false) as flop_was_bet,
    max(seat) filter (where street = 'flop' and was_aggressor and level = 0 and action = 'bet') as flop_cbettor,
    max(seat) filter (where street = 'turn' and was_aggressor and level = 0 and action = 'bet') as turn_bettor,
    max(seat) filter (where street = 'river' and was_aggressor and level = 0 and action = 'bet') as river_bettor,
    min(seq) filter (where street = 'flop' and was_aggressor) as flop_aggressor_seq,
    min(seq) filter (where street = 'turn' and was_aggressor) as turn_aggressor_seq
from decisions
group by hand_id;

comment on view hand_moments is
'One row a hand with at least one decision: the seats and moments that decide whose chance a stat was.';
