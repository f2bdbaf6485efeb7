-- title: One card is burnt before each street
-- rule: S3 S15
-- severity: error
-- applies: seven-card-stud
-- message: {actual} cards were burnt before {expected}, one is right
-- Judged where the log tells of burnt cards. When the deck is too short for the last street, its burn is left out.

with burnt as (
    select hand_id, street, sum(n_cards) as burnt, min(seq) as seq
    from actions
    join hands using (hand_id)
    where action = 'burn' and game = 'seven-card-stud'
    group by hand_id, street
),

played as (
    select
        hands.hand_id,
        count(*) as dealt_in,
        count(*) filter (where coalesce(folded_on > 'third'::street, true)) as on_fourth,
        count(*) filter (where coalesce(folded_on > 'fourth'::street, true)) as on_fifth,
        count(*) filter (where coalesce(folded_on > 'fifth'::street, true)) as on_sixth,
        count(*) filter (where coalesce(folded_on > 'sixth'::street, true)) as on_seventh
    from hands
    join seats using (hand_id)
    where seats.dealt_in and game = 'seven-card-stud' and hand_id in (select hand_id from burnt)
    group by hands.hand_id
),

streets as (
    select hand_id, unnest(['fourth', 'fifth', 'sixth', 'seventh'])::street as street,
        unnest([on_fourth, on_fifth, on_sixth, on_seventh]) as players,
        52 - 3 * dealt_in - on_fourth - on_fifth - on_sixth - 3 as left_for_seventh
    from played
)

select hand_id, null::tinyint as seat, seq, street as expected, coalesce(burnt, 0) as actual
from streets
left join burnt using (hand_id, street)
where
    players > 1
    and case
        when street = 'seventh' and left_for_seventh <= players then coalesce(burnt, 0) > 1
        else coalesce(burnt, 0) <> 1
    end
order by hand_id, street;

-- judged
select count(*) from actions join hands using (hand_id) where action = 'burn' and game = 'seven-card-stud';
