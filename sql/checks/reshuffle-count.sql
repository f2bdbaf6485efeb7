-- title: All discards come back, and nothing but discards
-- rule: D4 J10
-- severity: error
-- applies: draw
-- message: {actual} cards were shuffled in for {player}; {expected} had been thrown away
-- Folded hands are discards too. The drawer's own need not be among them, and those of this very draw may be, if the
-- others do not suffice. Judged in our own rule sets, where the log counts what came back.

with home as (
    select hand_id, hole_cards
    from hands
    join game_facts using (game)
    where
        family = 'draw'
        and (rules is not null or game in ('standard-draw', 'ante-draw', 'pokeris', 'blinds-draw'))
        and hand_id in (select hand_id from actions where action = 'reshuffle')
        and hand_id not in (select hand_id from actions where action = 'reshuffle' and n_cards is null)
),

steps as (
    select
        actions.hand_id,
        seq,
        seat,
        action,
        n_cards,
        case action when 'discard' then n_cards when 'fold' then hole_cards else 0 end as thrown,
        lead(seat) over in_hand as drawer,
        case lead(action) over in_hand when 'discard' then lead(n_cards) over in_hand else 0 end as drawn_next
    from actions
    join home using (hand_id)
    where action in ('discard', 'fold', 'replace', 'reshuffle')
    window in_hand as (partition by actions.hand_id order by seq)
),

heaps as (
    select
        *,
        coalesce(sum(case action when 'reshuffle' then -n_cards else thrown end) over before_it, 0) as heap
    from steps
    window before_it as (partition by hand_id order by seq rows between unbounded preceding and 1 preceding)
),

own as (
    select heaps.hand_id, heaps.seq, coalesce(sum(earlier.n_cards), 0) as own
    from heaps
    left join steps as earlier
        on earlier.hand_id = heaps.hand_id
        and earlier.seq < heaps.seq
        and earlier.seat = heaps.drawer
        and earlier.action = 'discard'
    where heaps.action = 'reshuffle'
    group by heaps.hand_id, heaps.seq
)

select hand_id, drawer as seat, seq, heap as expected, n_cards as actual
from heaps
join own using (hand_id, seq)
where n_cards > heap + drawn_next or n_cards < heap - own
order by hand_id, seq;

-- judged
select count(*)
from actions
join hands using (hand_id)
join game_facts using (game)
where
    action = 'reshuffle'
    and n_cards is not null
    and family = 'draw'
    and (rules is not null or game in ('standard-draw', 'ante-draw', 'pokeris', 'blinds-draw'));
