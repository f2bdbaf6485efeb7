-- title: In Pokeris a bet is never below the one before, nor above the agreed maximum
-- rule: P3 P11 P14
-- severity: error
-- applies: pokeris
-- message: {player} bet {actual}, right is {expected}
-- The first bet is at least the stake. All in for less is allowed. What is put in after a forced opening has its own
-- sizes (P15), and so has what others put in for an opening they agreed to.

with laps as (
    select
        hands.hand_id,
        coalesce(hands.ante, 0) as stake,
        max_bet,
        rule_option(rules, game, rule_options, 'rounds') = 'lap' as by_lap
    from hands
    where game = 'pokeris'
),

proposed as (
    select hand_id, min(seq) filter (where action = 'force') as forced_at
    from actions
    semi join laps using (hand_id)
    where action = 'force'
    group by hand_id
),

bets as (
    select
        actions.hand_id,
        seat,
        seq,
        amount,
        all_in or coalesce(amount >= stack_before, false) as last_chips,
        stake,
        max_bet,
        coalesce(lag(amount) over (partition by actions.hand_id order by seq), stake) as bet_before
    from actions
    join laps on laps.hand_id = actions.hand_id
    left join proposed on proposed.hand_id = actions.hand_id
    where by_lap and action in ('bet', 'call', 'raise') and (forced_at is null or seq < forced_at)
)

select
    hand_id,
    seat,
    seq,
    case
        when amount > max_bet then 'at most ' || amount_text(max_bet)
        else 'at least ' || amount_text(bet_before)
    end as expected,
    amount as actual
from bets
where amount > max_bet or (amount < bet_before and not last_chips)
order by hand_id, seq;

-- judged
select count(*) from actions join hands using (hand_id) where game = 'pokeris' and action in ('bet', 'call', 'raise');
