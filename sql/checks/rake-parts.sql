-- title: The parts of the rake add up to the rake
-- rule: M1
-- severity: error
-- applies: all
-- message: the parts of the rake add up to {expected}, the log prints {actual}

with parts as (
    select hand_id, stated_rake, list_sum(list_transform(rake_parts, lambda each_part: each_part.amount)) as together
    from hands
    where stated_rake is not null and len(rake_parts) > 0
)

select
    hand_id,
    null::tinyint as seat,
    null::smallint as seq,
    together as expected,
    stated_rake as actual
from parts
where together <> stated_rake
order by hand_id;

-- judged
select count(*) from hands where stated_rake is not null and len(rake_parts) > 0;
