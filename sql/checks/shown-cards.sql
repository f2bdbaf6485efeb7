-- title: Shown cards are the cards that were dealt
-- rule: D5 D8 M5
-- severity: error
-- applies: all
-- message: {player} showed {actual}, not among the cards dealt: {expected}
-- Judged where the log deals the cards and shows them too, also when they are folded or thrown away face up; in draw
-- games with every card that came.

with drawn as (
    select hand_id, seat, string_agg(new_cards, ' ') as new_cards, bool_or(new_cards is null) as unknown
    from actions
    where action in ('discard', 'replace')
    group by hand_id, seat
),

shown as (
    select
        actions.hand_id,
        actions.seat,
        seq,
        concat_ws(' ', hole_cards, up_cards, drawn.new_cards) as dealt,
        cards
    from actions
    join seats on seats.hand_id = actions.hand_id and seats.seat = actions.seat
    left join drawn on drawn.hand_id = actions.hand_id and drawn.seat = actions.seat
    where
        action in ('show', 'muck', 'fold')
        and cards is not null
        and hole_cards is not null
        and not coalesce(unknown, false)
        and not (concat_ws(' ', hole_cards, up_cards) like '%??%')
)

select hand_id, seat, seq, dealt as expected, cards as actual
from shown
where
    cards <> dealt
    and len(
        list_filter(
            string_split(cards, ' '),
            lambda each_card: each_card <> '??' and not list_contains(string_split(dealt, ' '), each_card)
        )
    ) > 0
order by hand_id, seq;

-- judged
select count(*)
from actions
join seats using (hand_id, seat)
where action in ('show', 'muck', 'fold') and cards is not null and hole_cards is not null;
