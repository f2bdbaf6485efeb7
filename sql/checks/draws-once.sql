-- title: Each draw comes to a player once, and before the betting that follows it
-- rule: D2 D3 P9
-- severity: error
-- applies: draw irish drawmaha-27
-- message: {player} drew or stood pat {actual}; {expected}
-- A fold may come in between. For pokeris see exchange-first too.

with draws as (
    select hand_id, seat, street, street_no, max(seq) as seq, count(*) as times
    from actions
    where action in ('discard', 'stand_pat')
    group by hand_id, seat, street, street_no
),

betting as (
    select hand_id, street_no, min(seq) as begun
    from actions
    semi join draws using (hand_id, street_no)
    where is_decision and action <> 'fold' and hand_id not in (select hand_id from hands where game = 'pokeris')
    group by hand_id, street_no
)

select hand_id, seat, seq, 'everybody draws once' as expected, times || ' times in one draw' as actual
from draws
where times > 1
union all
select hand_id, seat, seq, 'first all draw', 'when the betting had begun'
from draws
join betting using (hand_id, street_no)
where seq > begun and times = 1
order by hand_id, seq;

-- judged
select count(*) from actions where action in ('discard', 'stand_pat');
