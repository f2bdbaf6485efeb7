-- title: A card set aside is replaced once everybody has drawn
-- rule: J9 D8
-- severity: error
-- applies: standard-draw ante-draw pokeris blinds-draw
-- message: {player} {actual}; {expected}
-- The table may agree on a replacement at once.

with aside as (
    select
        actions.hand_id,
        seat,
        count(*) filter (where action = 'expose' and said like '%set aside') as set_aside,
        count(*) filter (where action = 'replace') as replaced,
        min(seq) filter (where action = 'replace') as first_replaced,
        max(seq) filter (where action = 'replace') as last_replaced,
        max(seq) filter (where action = 'expose') as exposed_at
    from actions
    join hands using (hand_id)
    where action in ('expose', 'replace') and game in ('standard-draw', 'ante-draw', 'pokeris', 'blinds-draw')
    group by actions.hand_id, seat
),

draws as (
    select hand_id, max(seq) as last_draw
    from actions
    semi join aside using (hand_id)
    where action in ('discard', 'stand_pat')
    group by hand_id
),

next_draw as (
    select aside.hand_id, aside.seat, min(seq) as next_draw
    from aside
    join actions using (hand_id)
    where action in ('discard', 'stand_pat') and seq > exposed_at
    group by aside.hand_id, aside.seat
)

select
    aside.hand_id,
    aside.seat,
    last_replaced as seq,
    case
        when set_aside <> replaced then set_aside || ' were set aside'
        when rule_option(rules, game, rule_options, 'exposed_replacement') = 'at-once' then 'it is dealt at once'
        else 'it is dealt when everybody has drawn'
    end as expected,
    case
        when set_aside <> replaced then 'was dealt ' || replaced || ' cards in place of those set aside'
        else 'was dealt a card in place of one set aside at the wrong moment'
    end as actual
from aside
join hands on hands.hand_id = aside.hand_id
left join draws on draws.hand_id = aside.hand_id
left join next_draw on next_draw.hand_id = aside.hand_id and next_draw.seat = aside.seat
where
    set_aside <> replaced
    or case rule_option(rules, game, rule_options, 'exposed_replacement')
        when 'at-once' then last_replaced > next_draw
        else first_replaced < last_draw
    end
order by aside.hand_id, seq;

-- judged
select count(*)
from actions
join hands using (hand_id)
where action = 'expose' and said like '%set aside' and game in ('standard-draw', 'ante-draw', 'pokeris', 'blinds-draw');
