-- title: Nobody in is passed over in a betting round
-- rule: D2 J16
-- severity: error
-- applies: all
-- message: {player} was in to the end with chips behind and had no turn in betting round {expected}
-- Only where another player in with chips behind had a turn in that round. A bring-in is a turn.

with turns as (
    select distinct hand_id, street_no, seat
    from actions
    where is_decision or action = 'bring_in'
),

rounds as (
    select distinct hand_id, street_no
    from actions
    where is_decision
),

to_the_end as (
    select hand_id, seat
    from seats
    where
        dealt_in
        and folded_on is null
        and coalesce(put_in < stack, true)
        and hand_id not in (select hand_id from lap_hands)
),

asked as (
    select
        to_the_end.hand_id,
        to_the_end.seat,
        rounds.street_no,
        turns.seat is not null as had_turn,
        count(turns.seat) over (partition by to_the_end.hand_id, rounds.street_no) as others
    from to_the_end
    join rounds using (hand_id)
    left join turns
        on turns.hand_id = to_the_end.hand_id and turns.street_no = rounds.street_no and turns.seat = to_the_end.seat
)

select hand_id, seat, null::smallint as seq, street_no + 1 as expected, null as actual
from asked
where not had_turn and others > 0
order by hand_id, seat, street_no;

-- judged
select count(*) from actions where is_decision;
