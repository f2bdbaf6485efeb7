-- title: In the three-figure structure ante, opening bet and minimum are one sum, the maximum five times it
-- rule: L2
-- severity: error
-- applies: standard-draw ante-draw
-- message: the {actual}, where the minimum is {expected}
-- After a deal that was passed out the limits follow the pot: see limit-after-pass-out.

with agreed as (
    select hand_id, ante, min_bet, max_bet, open_bet, carried_in
    from hands
    where json_extract_string(rule_options, '$.structure') = 'three-figure'
)

select
    hand_id,
    null::tinyint as seat,
    null::smallint as seq,
    min_bet as expected,
    case
        when ante <> min_bet and carried_in = 0 then 'ante is ' || amount_text(ante)
        when open_bet <> min_bet and carried_in = 0 then 'opening bet is ' || amount_text(open_bet)
        else 'maximum is ' || amount_text(max_bet)
    end as actual
from agreed
where
    carried_in = 0
    and (ante <> min_bet or open_bet <> min_bet or max_bet <> 5 * min_bet)
    or max_bet < 5 * min_bet
order by hand_id;

-- judged
select count(*) from hands where json_extract_string(rule_options, '$.structure') = 'three-figure' and min_bet is not null;
