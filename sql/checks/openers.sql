-- title: Who opens holds a pair of jacks or better
-- rule: J2 J14
-- severity: error
-- applies: standard-draw
-- message: {player} opened on {actual}, which is less than {expected}
-- Judged by the five cards before the draw, where they are known.

with opened as (
    select
        hand_id,
        arg_min(seat, seq) as seat,
        min(seq) as seq,
        any_value(coalesce(rule_option(rules, game, rule_options, 'openers'), 'J')) as least_pair
    from actions
    join hands using (hand_id)
    where street = 'predraw' and action = 'bet' and list_contains([game, rules], 'standard-draw')
    group by hand_id
),

held as (
    select
        opened.hand_id,
        opened.seat,
        opened.seq,
        least_pair,
        hole_cards,
        list_sort([strpos('23456789TJQKA', card[1]) for card in string_split(hole_cards, ' ')]) as ranks,
        [rank for rank in ranks if rank >= strpos('23456789TJQKA', least_pair)] as high_ranks,
        list_distinct([card[2] for card in string_split(hole_cards, ' ')]) as suits
    from opened
    join seats using (hand_id, seat)
    where len(string_split(hole_cards, ' ')) = 5 and hole_cards not like '%?%'
)

select
    hand_id,
    seat,
    seq,
    case least_pair when 'J' then 'a pair of jacks' else 'a pair of ' || least_pair end as expected,
    hole_cards as actual
from held
where not case len(list_distinct(ranks))
    when 5 then len(suits) = 1 or ranks[5] - ranks[1] = 4 or ranks = [1, 2, 3, 4, 13]
    when 4 then len(high_ranks) > len(list_distinct(high_ranks))
    else true
end
order by hand_id, seq;

-- judged
select count(*)
from actions
join seats using (hand_id, seat)
where
    street = 'predraw'
    and action = 'bet'
    and hole_cards not like '%?%'
    and hand_id in (select hand_id from hands where list_contains([game, rules], 'standard-draw'));
