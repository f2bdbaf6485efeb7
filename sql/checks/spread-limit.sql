-- title: Spread limit bets and raises lie between the agreed limits
-- rule: L1 L2 L3 L7 J12 S12 M12
-- severity: error
-- applies: spread
-- message: {player} added {actual}, right is {expected}
-- Jacks or better and ante draw: any sum from the minimum to the maximum, whatever was bet before, unless the table wants
-- the last raise as the least; elsewhere at least the last bet or raise of the round. Less is allowed all in.

with agreed as (
    select
        hand_id,
        min_bet,
        max_bet,
        game = 'blinds-draw' or coalesce(rule_option(rules, game, rule_options, 'raise_floor') = 'minimum', false)
            as by_minimum
    from hands
    where betting = 'spread' and not list_contains([game, rules], 'pokeris')
),

sized as (
    select
        hand_id,
        seat,
        seq,
        to_amount - street_bet as added_now,
        -- over an all-in bet below the least bet it is enough to make that up (M12)
        street_bet < min_bet and to_amount >= min_bet or street_bet < last_raise and to_amount >= last_raise as makes_up,
        case
            when by_minimum or level = 0 or street_bet < last_raise then min_bet
            else greatest(min_bet, last_raise)
        end as least,
        max_bet as most,
        all_in or coalesce(amount >= stack_before, false) as all_in
    from actions
    join agreed using (hand_id)
    where action in ('bet', 'complete', 'raise')
)

select
    hand_id,
    seat,
    seq,
    case
        when added_now > most then 'at most ' || amount_text(most)
        else 'at least ' || amount_text(least)
    end as expected,
    added_now as actual
from sized
where added_now > most or (added_now < least and not all_in and not makes_up)
order by hand_id, seq;

-- judged
select count(*)
from actions
join hands using (hand_id)
where
    betting = 'spread'
    and action in ('bet', 'complete', 'raise')
    and max_bet is not null
    and not list_contains([game, rules], 'pokeris');
