-- title: No betting round is skipped and none comes back
-- rule: D2
-- severity: error
-- applies: all
-- message: round {actual} of the betting was played where round {expected} was next

with rounds as (
    select
        hand_id,
        seat,
        seq,
        street_no,
        lag(street_no) over (partition by hand_id order by seq) as round_before
    from actions
    where is_decision
)

select hand_id, seat, seq, round_before + 2 as expected, street_no + 1 as actual
from rounds
where street_no not in (round_before, round_before + 1)
order by hand_id, seq;

-- judged
select count(distinct hand_id) from actions where is_decision;
