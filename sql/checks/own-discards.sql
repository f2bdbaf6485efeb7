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

heap as (
    select
        actions.hand_id,
        seat,
        seq,
        action,
        n_cards,
        lag(action) over (partition by actions.hand_id order by seq) = 'reshuffle' as after_reshuffle
    from actions
    where
        action in ('discard', 'fold', 'reshuffle')
        and hand_id in (select hand_id from threw where len(back) > 0)
),

-- what an earlier reshuffle took is no longer there; nor, maybe, what was thrown by whoever needed that reshuffle
taken as (
    select threw.hand_id, threw.seq, coalesce(max(heap.seq), -1) as taken_at
    from threw
    left join heap on heap.hand_id = threw.hand_id and heap.seq < threw.seq - 1 and heap.action = 'reshuffle'
    where len(back) > 0
    group by threw.hand_id, threw.seq
),

others as (
    select
        taken.hand_id,
        taken.seq,
        coalesce(sum(heap.n_cards) filter (where action = 'discard'), 0)
        + 5 * count(*) filter (where action = 'fold') as thrown
    from taken
    join threw on threw.hand_id = taken.hand_id and threw.seq = taken.seq
    left join heap
        on heap.hand_id = taken.hand_id
        and heap.seq < taken.seq
        and heap.seq > taken_at
        and heap.seat <> threw.seat
        and action in ('discard', 'fold')
        and not coalesce(after_reshuffle, false)
    group by taken.hand_id, taken.seq
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
