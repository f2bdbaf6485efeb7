-- title: Fixed limit bets and raises have the fixed size
-- rule: L6 S10 M13
-- severity: error
-- applies: fl
-- message: {player} made it {actual}, the limit makes it {expected}
-- Small bet in the first two rounds (with two rounds: the first), big bet after them; all in for less is allowed, and
-- what an all-in left short may be made up to the full size. An open pair on fourth street allows big bets (S5).

with sized as (
    select
        actions.hand_id,
        seat,
        seq,
        case
            when street_no = 0 or (street_no = 1 and coalesce(game_facts.rounds, 4) > 2) then small_bet
            else big_bet
        end as size,
        big_bet,
        game in ('stud', 'seven-card-stud') and street = 'fourth' as open_pair_street,
        street_bet,
        to_amount
    from actions
    join hands on hands.hand_id = actions.hand_id
    left join game_facts using (game)
    where
        betting = 'fl'
        and action in ('bet', 'complete', 'raise')
        and not all_in
        and coalesce(amount <> stack_before, true)
)

select hand_id, seat, seq, street_bet + size as expected, to_amount as actual
from sized
where
    to_amount - street_bet <> size
    and not (to_amount - street_bet < size and to_amount % size = 0)
    and not (open_pair_street and to_amount - street_bet = big_bet)
order by hand_id, seq;

-- judged
select count(*)
from actions
where
    action in ('bet', 'complete', 'raise')
    and hand_id in (select hand_id from hands where betting = 'fl' and small_bet is not null and big_bet is not null);
