-- title: Nobody posts the same blind or ante twice, or is paid for his hand twice
-- rule: A2 B2 S2
-- severity: error
-- applies: all
-- message: {player} has a second {actual} in this hand
-- A dead blind beside the live one has its own name.

with posts as (
    select
        hand_id,
        seat,
        seq,
        action,
        row_number() over (partition by hand_id, seat, action order by seq) as nth
    from actions
    where action in ('ante', 'small_blind', 'big_blind', 'button_blind', 'straddle', 'bring_in', 'cash_out')
)

select hand_id, seat, seq, null as expected, replace(action::varchar, '_', ' ') as actual
from posts
where nth > 1
order by hand_id, seq;

-- judged
select count(*)
from actions
where action in ('ante', 'small_blind', 'big_blind', 'button_blind', 'straddle', 'bring_in', 'cash_out');
