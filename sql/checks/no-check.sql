-- title: Where there is no check, nobody checks
-- rule: A3 A6 P3
-- severity: error
-- applies: ante-draw pokeris
-- message: {player} checked; he may only {expected}
-- Ante draw: fold or open, after the draw too unless the table allows a check there. Pokeris: match the bet before, or fold.

select
    actions.hand_id,
    seat,
    seq,
    case when game = 'pokeris' then 'bet or fold' else 'open or fold' end as expected,
    'check' as actual
from actions
join hands on hands.hand_id = actions.hand_id
where
    action = 'check'
    and (
        game = 'pokeris'
        or game = 'ante-draw'
        and (street_no = 0 or rule_option(rules, game, rule_options, 'round2_check') = 'no')
    )
order by actions.hand_id, seq;

-- judged
select count(*)
from actions
join hands using (hand_id)
where is_decision and game in ('ante-draw', 'pokeris') and actions.level = 0;
