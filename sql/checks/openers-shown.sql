-- title: Who opens and wins unseen shows a pair of jacks or better
-- rule: J6 J11
-- severity: error
-- applies: standard-draw
-- message: {player} opened and won without a showdown; he showed {actual} where {expected} or better is due
-- He shows them out of the cards before the draw, if he has thrown them away (J11).

with opened as (
    select
        hand_id,
        arg_min(seat, seq) as seat,
        any_value(coalesce(rule_option(rules, game, rule_options, 'openers'), 'J')) as least_pair
    from actions
    join hands using (hand_id)
    where street = 'predraw' and action = 'bet' and game = 'standard-draw'
    group by hand_id
),

won_alone as (
    select opened.hand_id, opened.seat, least_pair, seats.hole_cards
    from opened
    join hands using (hand_id)
    join seats on seats.hand_id = opened.hand_id and seats.seat = opened.seat
    where
        seats.folded_on is null
        and won > 0
        and not exists (
            select 1
            from seats as others
            where
                others.hand_id = opened.hand_id
                and others.seat <> opened.seat
                and others.dealt_in
                and others.folded_on is null
        )
),

shown as (
    select hand_id, seat, max(seq) as seq, list_distinct(string_split(string_agg(cards, ' '), ' ')) as cards
    from actions
    where action in ('show', 'show_openers') and cards is not null
    group by hand_id, seat
),

ranked as (
    select
        won_alone.*,
        seq,
        cards,
        [strpos('23456789TJQKA', card[1]) for card in cards] as ranks,
        list_distinct([card[2] for card in cards]) as suits,
        list_sort(ranks) as in_order,
        [rank for rank in list_distinct(ranks) if len([other for other in ranks if other = rank]) > 1] as paired,
        [rank for rank in list_distinct(ranks) if len([other for other in ranks if other = rank]) > 2] as tripled
    from won_alone
    left join shown using (hand_id, seat)
)

select
    hand_id,
    seat,
    seq,
    case least_pair when 'J' then 'a pair of jacks' else 'a pair of ' || least_pair end as expected,
    coalesce(array_to_string(cards, ' '), 'nothing') as actual
from ranked
where
    cards is null
    or not (
        coalesce(list_max(paired) >= strpos('23456789TJQKA', least_pair), false)
        or len(paired) > 1
        or len(tripled) > 0
        or len(cards) = 5
        and (
            len(suits) = 1
            or len(list_distinct(ranks)) = 5
            and (in_order[5] - in_order[1] = 4 or in_order = [1, 2, 3, 4, 13])
        )
    )
    or len([card for card in cards if not list_contains(string_split(hole_cards, ' '), card)]) > 0
    and hole_cards not like '%?%'
order by hand_id, seq;

-- judged
select count(*)
from hands
where
    game = 'standard-draw'
    and not showdown
    and hand_id in (select hand_id from actions where street = 'predraw' and action = 'bet');
