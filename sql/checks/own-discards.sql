-- title: Nobody gets his own discards back while those of others suffice
-- rule: D4
-- severity: error
-- applies: standard-draw ante-draw pokeris blinds-draw
-- message: {player} threw away {actual} and drew it again, though others had thrown away {expected} cards

with threw as (
    select
        actions.hand_id,
        seat,
        seq,
        n_cards,
        [
            card
            for card in string_split(cards, ' ')
            if card <> '??' and list_contains(string_split(new_cards, ' '), card)
        ] as back
    from actions
    join hands using (hand_id)
    where
        action = 'discard'
        and cards is not null
        and new_cards is not null
        and game in ('standard-draw', 'ante-draw', 'pokeris', 'blinds-draw')
),

others as (
    select
        threw.hand_id,
        threw.seq,
        coalesce(sum(actions.n_cards) filter (where action = 'discard'), 0)
        + 5 * count(*) filter (where action = 'fold') as thrown
    from threw
    left join actions
        on actions.hand_id = threw.hand_id
        and actions.seq < threw.seq
        and actions.seat <> threw.seat
        and action in ('discard', 'fold')
    where len(back) > 0
    group by threw.hand_id, threw.seq
)

select hand_id, seat, seq, thrown as expected, array_to_string(back, ' ') as actual
from threw
join others using (hand_id, seq)
where thrown >= n_cards
order by hand_id, seq;

-- judged
select count(*)
from actions
join hands using (hand_id)
where
    action = 'discard'
    and cards is not null
    and new_cards is not null
    and game in ('standard-draw', 'ante-draw', 'pokeris', 'blinds-draw');
