-- title: A fixed limit round has a bet and three raises while three are in
-- rule: S11 L8 M13
-- severity: error
-- applies: all
-- message: {player} made raise number {actual}, {expected} are allowed with more than two players in
-- A table may cap the raises of other structures too, and agree on when the cap lifts for two players. What an all-in
-- raises by less than half a bet does not count (M13); rooms count it one way or the other, so their rounds with such a
-- raise are left out.

with home as (
    select
        hand_id,
        case rule_option(rules, game, rule_options, 'max_raises')
            when 'none' then null
            when 'by-structure' then case when betting = 'fl' then 3 end
            else rule_option(rules, game, rule_options, 'max_raises')::integer
        end as most,
        coalesce(rule_option(rules, game, rule_options, 'cap_lifts'), 'at-once') as lifts,
        betting = 'fl' and coalesce(rule_option(rules, game, rule_options, 'half_bet_rule') = 'on', true) as half_counts
    from hands
    where
        rules is not null
        or game in ('standard-draw', 'ante-draw', 'seven-card-stud', 'blinds-draw')
),

capped as (
    select hand_id, most, lifts, half_counts, true as at_home
    from home
    where most is not null
    union all
    select hand_id, 3, 'at-once', true, false
    from hands
    where
        betting = 'fl'
        and rules is null
        and game not in ('standard-draw', 'ante-draw', 'seven-card-stud', 'blinds-draw')
),

raises as (
    select
        actions.hand_id,
        seat,
        seq,
        street_no,
        players_in,
        raises_before,
        most,
        lifts,
        at_home,
        coalesce(short_raise, false) as short,
        not coalesce(short_raise, false)
        or half_counts and to_amount - street_bet >= last_raise / 2 as counts
    from actions
    join capped on capped.hand_id = actions.hand_id
    where action = 'raise'
),

-- an all-in just over the bring-in leaves the first bet to the next player (M12)
short_over_bring_in as (
    select hand_id
    from actions
    join hands using (hand_id)
    where
        bring_in is not null
        and betting <> 'fl'
        and street_no = 0
        and action in ('bet', 'complete', 'raise')
        and all_in
),

numbered as (
    select
        *,
        raises_before + 1 - count(*) filter (where not counts) over in_round as nth,
        bool_or(short) over (partition by hand_id, street_no) as some_short
    from raises
    window in_round as (partition by hand_id, street_no order by seq)
),

begun as (
    select hand_id, street_no, arg_min(players_in, seq) as players
    from actions
    where is_decision and hand_id in (select hand_id from capped where lifts = 'next-round')
    group by hand_id, street_no
),

reached as (
    select hand_id, street_no, bool_or(players_in > 2) as with_three
    from numbered
    where counts and nth = most
    group by hand_id, street_no
)

select hand_id, seat, seq, most as expected, nth as actual
from numbered
left join reached using (hand_id, street_no)
left join begun using (hand_id, street_no)
where
    nth > most
    and (at_home or not some_short)
    and not (street_no = 0 and hand_id in (select hand_id from short_over_bring_in))
    and (
        players_in > 2
        or lifts = 'unless-capped' and with_three
        or lifts = 'next-round' and players > 2
    )
order by hand_id, seq;

-- judged
select count(*)
from actions
where
    action = 'raise'
    and hand_id in (
        select hand_id
        from hands
        where
            betting = 'fl'
            or rules is not null and try_cast(rule_option(rules, game, rule_options, 'max_raises') as integer) is not null
    );
