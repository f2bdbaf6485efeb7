-- title: Each pot pays what it holds
-- rule: M10 M4
-- severity: error
-- applies: all
-- message: {expected}, paid from it was {actual}
-- Rooms may keep a rake of each pot, and pay no more than it holds. In our own rule sets there is no rake: all is paid,
-- but what stays for the next hand. Judged where the log names as many pots as there were.

with named as (
    select hand_id, max(pot_no) as last_named
    from payouts
    where pot_no is not null
    group by hand_id
),

filled as (
    select hand_id, max(pot_no) as last_filled
    from pots
    group by hand_id
),

judged as (
    select
        hand_id,
        pot_no,
        pots.amount,
        paid,
        rules is not null
        and coalesce(stated_rake, 0) = 0
        and carried_out = 0
        -- a chip that is missing or too much in all: see pot-conservation
        and sum(pots.amount) over (partition by hand_id) = sum(paid) over (partition by hand_id) as in_full
    from pots
    join named using (hand_id)
    join filled using (hand_id)
    join hands using (hand_id)
    where last_named = last_filled and paid is not null
)

select
    hand_id,
    null::tinyint as seat,
    null::smallint as seq,
    case pot_no when 0 then 'the main pot' else 'side pot ' || pot_no end || ' holds ' || amount_text(amount) as expected,
    paid as actual
from judged
where paid > amount or in_full and paid < amount
order by hand_id, pot_no;

-- judged
select count(*)
from pots
where paid is not null and hand_id in (select hand_id from payouts where pot_no is not null);
