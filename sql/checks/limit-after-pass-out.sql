-- title: After a deal that was passed out the pot is the limit
-- rule: L3
-- severity: error
-- applies: standard-draw
-- message: the {actual}; after the pass-out, with the new antes in the pot, it is {expected}
-- Spread and three-figure only, up to and including the first hand that is opened. The pot never lowers the agreed
-- maximum. A table may agree that the pot is the minimum instead, or that nothing changes.

with home as (
    select
        hand_id,
        site,
        table_name,
        n_players,
        carried_in,
        carried_out,
        pot,
        min_bet,
        max_bet,
        open_bet,
        rule_option(rules, game, rule_options, 'pot_after_pass_out') = 'on' as follows_pot,
        rule_option(rules, game, rule_options, 'pot_is') as pot_is,
        coalesce(played_at, played_local) as started,
        regexp_replace(site_hand_no, '\d+$', '') as series,
        try_cast(regexp_extract(site_hand_no, '\d{1,18}$') as bigint) as number,
        file_id,
        line_from
    from hands
    where game = 'standard-draw' and betting = 'spread' and table_name is not null
),

antes as (
    -- + 0: DuckDB 2.0.1 loses the decimal point of a plain sum here when all amounts of the table are alike
    select hand_id, sum(amount + 0) as antes
    from actions
    join home using (hand_id)
    where action = 'ante'
    group by hand_id, n_players
    -- who pays the ante is judged by ante-payers
    having count(*) in (1, n_players)
),

-- the limits the table agreed on are those of its last hand without a pot from before
in_order as (
    select
        home.*,
        lag(carried_out) over at_table = carried_in and lag(carried_out = pot) over at_table as after_pass_out,
        last_value(case when carried_in = 0 then max_bet end ignore nulls) over before_it as agreed_most,
        last_value(case when carried_in = 0 then min_bet end ignore nulls) over before_it as agreed_least
    from home
    window
        at_table as (partition by site, table_name order by started, series, number, file_id, line_from),
        before_it as (
            partition by site, table_name order by started, series, number, file_id, line_from
            rows between unbounded preceding and 1 preceding
        )
),

due as (
    select
        in_order.*,
        carried_in + antes as pot_now,
        case
            when pot_is = 'minimum' then 5 * (carried_in + antes)
            else greatest(agreed_most, carried_in + antes)
        end as most,
        case when pot_is = 'minimum' then carried_in + antes else agreed_least end as least
    from in_order
    join antes using (hand_id)
    where follows_pot and carried_in > 0 and after_pass_out and agreed_most is not null
)

select
    hand_id,
    null::tinyint as seat,
    null::smallint as seq,
    case when max_bet <> most then most else least end as expected,
    case when max_bet <> most then 'maximum is ' || amount_text(max_bet) else 'minimum is ' || amount_text(min_bet) end
        as actual
from due
where max_bet <> most or min_bet <> least
order by hand_id;

-- judged
select count(*) from hands where game = 'standard-draw' and betting = 'spread' and carried_in > 0;
