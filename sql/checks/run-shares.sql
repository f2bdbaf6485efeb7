-- title: A pot run more than once is paid in equal parts
-- rule: M4
-- severity: error
-- applies: all
-- message: one run was paid {actual}, another {expected}

with parts as (
    select hand_id, pot_no, run, sum(amount) as paid
    from payouts
    where run is not null
    group by hand_id, pot_no, run
),

pots_run as (
    select hand_id, pot_no, max(paid) as most, min(paid) as least, count(*) as runs_paid
    from parts
    group by hand_id, pot_no
    having count(*) > 1
)

select hand_id, null::tinyint as seat, null::smallint as seq, most as expected, least as actual
from pots_run
join hands using (hand_id)
where
    most - least
    > runs_paid
    * coalesce(chip, case when kind in ('tournament', 'play') or currency in ('CHIPS', 'PLAY') then 1 else 0.05 end)
order by hand_id, pot_no;

-- judged
select count(*) from payouts where run > 1;
