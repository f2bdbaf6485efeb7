-- title: A player throws away cards that he holds
-- rule: D3 D8
-- severity: error
-- applies: draw irish drawmaha-27
-- message: {player} threw away {actual}, which he did not hold

with thrown as (
    select actions.hand_id, actions.seat, seq, cards, hole_cards
    from actions
    join seats on seats.hand_id = actions.hand_id and seats.seat = actions.seat
    where action = 'discard' and cards is not null and hole_cards not like '%?%'
),

drawn as (
    select
        thrown.hand_id,
        thrown.seq,
        string_agg(new_cards, ' ') as drawn,
        bool_and(new_cards is not null and new_cards not like '%?%') as known
    from thrown
    join actions as earlier
        on earlier.hand_id = thrown.hand_id and earlier.seat = thrown.seat and earlier.seq < thrown.seq
    where earlier.action in ('discard', 'replace')
    group by thrown.hand_id, thrown.seq
),

held as (
    select
        thrown.*,
        [
            card
            for card in string_split(cards, ' ')
            if card <> '??' and not list_contains(string_split(concat_ws(' ', hole_cards, drawn), ' '), card)
        ] as strange
    from thrown
    left join drawn on drawn.hand_id = thrown.hand_id and drawn.seq = thrown.seq
    where coalesce(known, true)
)

select hand_id, seat, seq, null as expected, array_to_string(strange, ' ') as actual
from held
where len(strange) > 0
order by hand_id, seq;

-- judged
select count(*)
from actions
join seats using (hand_id, seat)
where action = 'discard' and cards is not null and hole_cards not like '%?%';
