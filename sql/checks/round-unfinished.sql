-- title: Nobody in is passed over in a betting round
-- rule: D2 J16
-- severity: error
-- applies: all
-- message: {player} was still in with chips behind and had no turn in betting round {expected}
-- Only where he had a turn in a later round, or was in to the end with another player in with chips behind who had a
-- turn in that round. A bring-in is a turn.

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

last_turns as (
    select hand_id, seat, max(street_no) as street_no
    from turns
    where hand_id not in (select hand_id from lap_hands)
    group by hand_id, seat
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
union
select last_turns.hand_id, last_turns.seat, null, rounds.street_no + 1, null
from last_turns
join rounds on rounds.hand_id = last_turns.hand_id and rounds.street_no < last_turns.street_no
anti join turns
    on turns.hand_id = last_turns.hand_id and turns.street_no = rounds.street_no and turns.seat = last_turns.seat
order by hand_id, seat, expected;

-- judged
select count(*) from actions where is_decision;
