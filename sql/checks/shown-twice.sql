-- title: A player shows one hand, not two
-- rule: M5
-- severity: error
-- applies: all
-- message: {player} showed {actual}, more cards than the {expected} of a hand
-- A hand shown card by card is one hand. Draw and stud hands dealt more than once have other cards each time.

with shown as (
    select hand_id, seat, max(seq) as seq, string_agg(cards, ' ' order by seq) as cards
    from actions
    where action = 'show' and cards is not null
    group by hand_id, seat
    having count(*) > 1
),

told as (
    select
        hand_id,
        seat,
        seq,
        final_cards,
        list_filter(
            list_distinct(string_split(cards, ' ')), lambda card: card <> '??'
        ) as cards
    from shown
    join hands using (hand_id)
    join game_facts using (game)
    where runs = 1 or family = 'community'
)

select hand_id, seat, seq, final_cards as expected, array_to_string(list_sort(cards), ' ') as actual
from told
where len(cards) > final_cards
order by hand_id, seq;

-- judged
select count(*)
from (
    select 1 from actions where action = 'show' and cards is not null group by hand_id, seat having count(*) > 1
) as shown;
