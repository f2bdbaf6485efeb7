-- title: The log calls hands by their names
-- rule: M5 H1
-- severity: warning
-- applies: all
-- message: {player} holds {expected}, the log says {actual}
-- English words only; the low half of split games is left out. Of hands run more than once each run is judged.

with told as (
    select
        hand_id,
        seat,
        category,
        stated,
        lower(split_part(split_part(stated, ';', 1), ' lo:', 1)) as words
    from showdowns
    join hands using (hand_id)
    left join game_facts using (game)
    where
        pot_no = 0
        and coalesce(boards, 1) = 1
        and (side = 'high' or not coalesce(split, false))
        and stated is not null
),

named as (
    select
        hand_id,
        seat,
        category,
        stated,
        case
            when words like '%straight flush%' or words like '%royal flush%' then 'straight flush'
            when words like '%four of a kind%' then 'four of a kind'
            when words like '%full house%' then 'full house'
            when words like '%three of a kind%' then 'three of a kind'
            when words like '%two pair%' then 'two pair'
            when words like '%flush%' then 'flush'
            when words like '%straight%' then 'straight'
            when words like '%pair%' then 'pair'
            when words like '%high card%' or words like '% high' then 'high card'
        end as said
    from told
)

select hand_id, seat, null::smallint as seq, category as expected, stated as actual
from named
where
    said <> category
    and (
        category in (
            'high card', 'pair', 'two pair', 'three of a kind', 'straight', 'flush', 'full house', 'four of a kind',
            'straight flush'
        )
        or category like '% low' and said <> 'high card'
    )
order by hand_id, seat;

-- judged
select count(*) from showdowns where stated is not null and category is not null;
