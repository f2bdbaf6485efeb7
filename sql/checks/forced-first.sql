-- title: Antes, blinds and the bring-in are paid before anybody has a turn
-- rule: A2 B2 P1 S1 S2
-- severity: error
-- applies: all
-- message: {player} paid {actual} only after {expected}

with begun as (
    select hand_id, min(seq) as seq, arg_min(action, seq) as action
    from actions
    where is_decision or action in ('discard', 'stand_pat')
    group by hand_id
)

select
    actions.hand_id,
    actions.seat,
    actions.seq,
    case
        when begun.action in ('discard', 'stand_pat') then 'the first draw'
        else 'the first turn'
    end as expected,
    case actions.action
        when 'ante' then 'his ante'
        when 'bring_in' then 'the bring-in'
        when 'straddle' then 'a straddle'
        else 'a blind'
    end as actual
from actions
join begun using (hand_id)
where
    actions.action in (
        'ante', 'small_blind', 'big_blind', 'button_blind', 'dead_blind', 'post', 'straddle', 'bring_in'
    )
    and actions.seq > begun.seq
order by actions.hand_id, actions.seq;

-- judged
select count(*)
from actions
where action in ('ante', 'small_blind', 'big_blind', 'button_blind', 'dead_blind', 'post', 'straddle', 'bring_in');
