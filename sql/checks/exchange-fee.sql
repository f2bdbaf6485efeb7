-- title: Every changed card is paid for in full
-- rule: P2
-- severity: error
-- applies: pokeris
-- message: {player} paid {actual} for his exchange, it costs {expected}
-- One stake a card; a table may agree on one stake an exchange, or on none. Nobody changes more than he can pay.

with agreed as (
    select
        hands.hand_id,
        coalesce(hands.ante, max(amount)) as stake,
        rule_option(rules, game, rule_options, 'exchange_fee') as fee
    from hands
    join actions using (hand_id)
    where game = 'pokeris' and action = 'ante'
    group by hands.hand_id, hands.ante, rules, game, rule_options
),

exchanges as (
    select
        hand_id,
        seat,
        max(seq) as seq,
        coalesce(sum(amount) filter (where action = 'fee'), 0) as paid,
        coalesce(sum(n_cards) filter (where action = 'discard'), 0) as changed
    from actions
    semi join agreed using (hand_id)
    where action in ('fee', 'discard', 'stand_pat')
    group by hand_id, seat
),

priced as (
    select
        *,
        case fee
            when 'per-card' then changed * stake
            when 'per-exchange' then case when changed > 0 then stake else 0 end
            else 0
        end as due
    from exchanges
    join agreed using (hand_id)
)

select hand_id, seat, seq, due as expected, paid as actual
from priced
where paid <> due
order by hand_id, seq;

-- judged
select count(*) from actions join hands using (hand_id) where game = 'pokeris' and action = 'discard';
