-- title: Who cannot pay the whole stake folds
-- rule: A9
-- severity: error
-- applies: standard-draw ante-draw blinds-draw
-- message: {player} put in {actual} where {expected} was due; short of money he had to fold
-- Ante draw, and elsewhere by agreement; a table may agree that he goes on all in. A last chip may be bet or raised if that is a full bet or raise.

with strict as (
    select hand_id, ante, coalesce(min_bet, big_blind) as min_bet, case when game = 'standard-draw' then coalesce(open_bet, min_bet) end as open_bet
    from hands
    where
        game in ('standard-draw', 'ante-draw', 'blinds-draw')
        and rule_option(rules, game, rule_options, 'short_of_money') = 'fold'
)

select hand_id, seat, seq, due as expected, amount as actual
from (
    select
        hand_id,
        seat,
        seq,
        amount,
        case action
            when 'ante' then ante
            when 'call' then to_call
            when 'bet' then case when street_no = 0 then coalesce(open_bet, min_bet) else min_bet end
            else to_call + min_bet
        end as due
    from actions
    join strict using (hand_id)
    where action in ('ante', 'call', 'bet', 'raise')
) as paid
where amount < due
order by hand_id, seq;

-- judged
select count(*)
from actions
join hands on hands.hand_id = actions.hand_id
where
    action in ('ante', 'call', 'bet', 'raise')
    and game in ('standard-draw', 'ante-draw', 'blinds-draw')
    and rule_option(rules, game, rule_options, 'short_of_money') = 'fold';
