-- title: Each draw comes to a player once
-- rule: D3 P9
-- severity: error
-- applies: draw irish drawmaha-27
-- message: {player} drew or stood pat {actual} times in one draw

with draws as (
    select hand_id, seat, street, max(seq) as seq, count(*) as times
    from actions
    where action in ('discard', 'stand_pat')
    group by hand_id, seat, street
)

select hand_id, seat, seq, 1 as expected, times as actual
from draws
where times > 1
order by hand_id, seq;

-- judged
select count(*) from actions where action in ('discard', 'stand_pat');
