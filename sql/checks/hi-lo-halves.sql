-- title: High and low take a half each
-- rule: M4
-- severity: error
-- applies: all
-- message: the high hands were paid {expected}, the low hands {actual}
-- One coin for each pot and run is the odd one. Where nobody had a low, the high hands take it all.

with halves as (
    select
        hand_id,
        sum(payouts.amount) filter (where side = 'high') as high,
        sum(payouts.amount) filter (where side = 'low') as low,
        count(distinct (coalesce(payouts.pot_no, 0), coalesce(run, 0))) as parts
    from payouts
    where side is not null
    group by hand_id, payouts.pot_no, run
    having high is not null and low is not null
),

rooms as (
    select
        halves.*,
        coalesce(chip, case when kind in ('tournament', 'play') or currency in ('CHIPS', 'PLAY') then 1 else 0.05 end)
            as coin
    from halves
    join hands using (hand_id)
)

select hand_id, null::tinyint as seat, null::smallint as seq, high as expected, low as actual
from rooms
where abs(high - low) > coin
order by hand_id, high, low;

-- judged
select count(*) from payouts where side = 'low';
