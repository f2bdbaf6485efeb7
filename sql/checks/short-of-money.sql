-- title: Who cannot pay the whole stake folds
-- rule: A9
-- severity: error
-- applies: all
-- message: {player} put in {actual} where {expected} was due; short of money he had to fold
-- Ante draw, and elsewhere by agreement; a table may agree that he goes on all in. A last chip may be bet or raised if that
-- is a full bet or raise. In pokeris he goes on all in (P14).

with strict as (
    select
        hand_id,
        ante,
        betting = 'fl' as fixed,
        small_bet,
        big_bet,
        case when coalesce(rounds, 4) > 2 then 1 else 0 end as last_small_round,
        coalesce(min_bet, big_blind) as min_bet,
        case when game = 'standard-draw' then coalesce(open_bet, min_bet) end as open_bet
    from hands
    left join game_facts using (game)
    where
        (rules is not null or game = 'ante-draw')
        and game <> 'pokeris'
        and rule_option(rules, game, rule_options, 'short_of_money') = 'fold'
),

sized as (
    select
        hand_id,
        seat,
        seq,
        action,
        amount,
        to_call,
        case
            when fixed then case when street_no <= last_small_round then small_bet else big_bet end
            else min_bet
        end as size,
        case when street_no = 0 and level = 0 then open_bet end as opening,
        ante
    from actions
    join strict using (hand_id)
    where action in ('ante', 'call', 'bet', 'raise')
),

due as (
    select
        *,
        case action
            when 'ante' then ante
            when 'call' then to_call
            when 'bet' then coalesce(opening, size)
            else to_call + size
        end as due
    from sized
)

select hand_id, seat, seq, due as expected, amount as actual
from due
where amount < due
order by hand_id, seq;

-- judged
select count(*)
from actions
join hands using (hand_id)
where
    action in ('ante', 'call', 'bet', 'raise')
    and (rules is not null or game = 'ante-draw')
    and game <> 'pokeris'
    and rule_option(rules, game, rule_options, 'short_of_money') = 'fold';
