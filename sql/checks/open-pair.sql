-- title: Fourth street is bet small, but an open pair may be bet big, and then all is big
-- rule: S5 S10
-- severity: error
-- applies: stud seven-card-stud
-- message: {player} made it {actual}, right was {expected}
-- Without an open pair only the small bet is right. The first big bet is for the player who shows the pair, unless the
-- table lets anybody make it, as rooms do; once somebody has bet small, everyone may raise by the big bet.

with pairs as (
    select hand_id, list(seat) filter (where up_cards[1] = up_cards[4]) as holders, bool_and(len(up_cards) >= 5) as known
    from seats
    join hands using (hand_id)
    where
        dealt_in
        and coalesce(folded_on > 'third'::street, true)
        and game in ('stud', 'seven-card-stud')
        and betting = 'fl'
    group by hand_id
),

agreed as (
    select
        hand_id,
        small_bet,
        big_bet,
        holders,
        rules is null and game = 'stud' or rule_option(rules, game, rule_options, 'open_pair') = 'anyone' as anyone
    from hands
    join pairs using (hand_id)
    where known
),

sized as (
    select
        actions.hand_id,
        seat,
        seq,
        street_bet,
        to_amount,
        to_amount - street_bet as added,
        small_bet,
        big_bet,
        last_raise,
        len(holders) > 0
        and (level > 0 or anyone or list_contains(holders, seat)) as may_be_big
    from actions
    join agreed on agreed.hand_id = actions.hand_id
    where
        street = 'fourth'
        and action in ('bet', 'complete', 'raise')
        and not all_in
        and coalesce(amount <> stack_before, true)
)

select
    hand_id,
    seat,
    seq,
    street_bet + case when last_raise >= big_bet or added > big_bet and may_be_big then big_bet else small_bet end
        as expected,
    to_amount as actual
from sized
where
    added = big_bet and not coalesce(may_be_big, false)
    or added = small_bet and last_raise >= big_bet
order by hand_id, seq;

-- judged
select count(*)
from actions
join hands using (hand_id)
where street = 'fourth' and action in ('bet', 'raise') and game in ('stud', 'seven-card-stud') and betting = 'fl';
