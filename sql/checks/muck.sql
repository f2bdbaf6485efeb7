-- title: Where every hand is laid open, nobody throws his away or hides a card
-- rule: J15
-- severity: error
-- applies: standard-draw ante-draw pokeris seven-card-stud blinds-draw
-- message: {player} {actual}, though every hand still in is to be laid open
-- Jacks or better; elsewhere by agreement.

with open_hands as (
    select hand_id
    from hands
    where
        game in ('standard-draw', 'ante-draw', 'pokeris', 'seven-card-stud', 'blinds-draw')
        and showdown
        and rule_option(rules, game, rule_options, 'muck') = 'no'
)

select actions.hand_id, seat, seq, 'show' as expected, 'threw his hand away' as actual
from actions
semi join open_hands using (hand_id)
-- a folded hand is thrown away already: see acts-after-fold
anti join (select hand_id, seat from seats where folded_on is not null) as folded using (hand_id, seat)
where action = 'muck'
union all
select seats.hand_id, seat, null, 'show', 'did not show his hand'
from seats
semi join open_hands using (hand_id)
anti join (select hand_id, seat from actions where action = 'dead_hand') as dead
    on dead.hand_id = seats.hand_id and dead.seat = seats.seat
where
    dealt_in
    and folded_on is null
    -- a deal nobody opened has no showdown: see unopened-pot
    and seats.hand_id in (select hand_id from actions where action in ('bet', 'call', 'raise', 'show'))
    and not showed
    and not mucked
union all
select shown.hand_id, shown.seat, seq, 'show', 'showed only ' || len(cards) || ' of his cards'
from (
    select
        actions.hand_id,
        seat,
        max(seq) as seq,
        list_distinct(string_split(string_agg(cards, ' '), ' ')) as cards
    from actions
    semi join open_hands using (hand_id)
    where action = 'show' and cards is not null
    group by actions.hand_id, seat
) as shown
join hands using (hand_id)
join game_facts using (game)
join seats using (hand_id, seat)
where
    len(cards) < game_facts.final_cards - case when family = 'stud' and board is not null then 1 else 0 end
    and dealt_in
    and folded_on is null
    and not exists (
        select 1 from actions as dead
        where dead.hand_id = shown.hand_id and dead.seat = shown.seat and dead.action = 'dead_hand'
    )
order by hand_id, seq, seat;

-- judged
select count(*)
from hands
where
    game in ('standard-draw', 'ante-draw', 'pokeris', 'seven-card-stud', 'blinds-draw')
    and showdown
    and rule_option(rules, game, rule_options, 'muck') = 'no';
