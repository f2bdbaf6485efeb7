-- title: Who has folded plays no more
-- rule: M6 D2
-- severity: error
-- applies: all
-- message: {player} had folded, and then came a {actual} of his
-- He may show what he had.

with folds as (
    select hand_id, seat, min(seq) as folded_at
    from actions
    where action = 'fold'
    group by hand_id, seat
)

select actions.hand_id, actions.seat, seq, null as expected, action as actual
from actions
join folds on folds.hand_id = actions.hand_id and folds.seat = actions.seat and seq > folded_at
where
    is_decision
    or action in ('discard', 'stand_pat', 'fee', 'muck', 'announce', 'challenge', 'propose', 'agree', 'refuse', 'force')
order by actions.hand_id, seq;

-- judged
select count(*) from actions where action = 'fold';
