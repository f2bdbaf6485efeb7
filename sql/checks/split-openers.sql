-- title: Where openers must be kept, the opener keeps them
-- rule: J11
-- severity: error
-- applies: standard-draw
-- message: {player} threw away his openers: he kept {actual}

with opened as (
    select
        hand_id,
        arg_min(seat, seq) as seat,
        any_value(coalesce(rule_option(rules, game, rule_options, 'openers'), 'J')) as least_pair
    from actions
    join hands using (hand_id)
    where
        game = 'standard-draw'
        and rule_option(rules, game, rule_options, 'split_openers') = 'no'
        and street = 'predraw'
        and action = 'bet'
    group by hand_id
),

kept as (
    select
        actions.hand_id,
        actions.seat,
        seq,
        least_pair,
        [
            card
            for card in string_split(hole_cards, ' ')
            if not list_contains(string_split(actions.cards, ' '), card)
        ] as held,
        [strpos('23456789TJQKA', card[1]) for card in held] as ranks,
        [rank for rank in list_distinct(ranks) if len([other for other in ranks if other = rank]) > 1] as paired,
        [rank for rank in list_distinct(ranks) if len([other for other in ranks if other = rank]) > 2] as tripled
    from actions
    join opened on opened.hand_id = actions.hand_id and opened.seat = actions.seat
    join seats on seats.hand_id = actions.hand_id and seats.seat = actions.seat
    where action = 'discard' and actions.cards is not null and hole_cards not like '%?%' and actions.cards not like '%?%'
)

select
    hand_id,
    seat,
    seq,
    case least_pair when 'J' then 'a pair of jacks' else 'a pair of ' || least_pair end as expected,
    array_to_string(held, ' ') as actual
from kept
where not (
    coalesce(list_max(paired) >= strpos('23456789TJQKA', least_pair), false) or len(paired) > 1 or len(tripled) > 0
)
order by hand_id, seq;

-- judged
select count(distinct hand_id)
from actions
join hands using (hand_id)
where
    game = 'standard-draw'
    and rule_option(rules, game, rule_options, 'split_openers') = 'no'
    and street = 'predraw'
    and action = 'bet';
