-- title: One card for everybody is turned only when the deck cannot serve all
-- rule: S7 S15 S14
-- severity: error
-- applies: seven-card-stud
-- message: {actual}, though {expected} cards were left for the last street
-- What is left together with the burnt cards is shuffled and dealt if that is enough.

with short as (
    select hand_id, board
    from hands
    where
        game = 'seven-card-stud'
        and (board is not null or hand_id in (select hand_id from actions where action = 'reshuffle'))
),

played as (
    select
        short.hand_id,
        board is not null as shared,
        count(*) filter (where coalesce(folded_on > 'sixth'::street, true)) as players,
        52 - 3 * count(*)
        - count(*) filter (where coalesce(folded_on > 'third'::street, true))
        - count(*) filter (where coalesce(folded_on > 'fourth'::street, true))
        - count(*) filter (where coalesce(folded_on > 'fifth'::street, true)) as left_over
    from short
    join seats using (hand_id)
    where dealt_in
    group by short.hand_id, board
)

select
    hand_id,
    null::tinyint as seat,
    null::smallint as seq,
    case when shared then left_over else left_over - 3 end as expected,
    case when shared then 'one card was turned for everybody' else 'the burnt cards were shuffled in' end as actual
from played
where case when shared then left_over >= players else left_over - 3 >= players end
order by hand_id;

-- judged
select count(*)
from hands
where
    game = 'seven-card-stud'
    and (board is not null or hand_id in (select hand_id from actions where action = 'reshuffle'));
