-- title: Fixed limit bets and raises have the fixed size
-- rule: L6 S6 S10 S13 M12 M13
-- severity: error
-- applies: fl
-- message: {player} made it {actual}, the limit makes it {expected}
-- Small bet in the first two rounds (with two rounds: the first), big bet after them; all in for less is allowed, and
-- what an all-in left short may be made up to the full size, counted from the last full bet or raise. An open pair on
-- fourth street allows big bets: see open-pair.

with pushes as (
    select
        actions.hand_id,
        seat,
        seq,
        street_no,
        case
            when street_no = 0 or (street_no = 1 and coalesce(game_facts.rounds, 4) > 2) then small_bet
            else big_bet
        end as size,
        big_bet,
        game in ('stud', 'seven-card-stud') and street = 'fourth' as open_pair_street,
        coalesce(game_facts.family, '') = 'stud' as stud,
        -- over a bring-in, which is no bet (S13)
        action = 'complete' and street_no = 0 as completes,
        street_bet,
        to_amount,
        all_in or coalesce(amount = stack_before, false) as all_in
    from actions
    join hands on hands.hand_id = actions.hand_id
    left join game_facts using (game)
    where betting = 'fl' and action in ('bet', 'complete', 'raise')
),

sized as (
    select
        *,
        coalesce(
            last_value(case when to_amount - street_bet >= size / 2 then to_amount end ignore nulls) over before_it,
            -- before the first bet: the big blind counts as one, the bring-in does not
            case when street_no = 0 and not stud then first_value(street_bet) over in_round else 0 end
        ) as last_full
    from pushes
    window
        in_round as (partition by hand_id, street_no order by seq),
        before_it as (
            partition by hand_id, street_no order by seq rows between unbounded preceding and 1 preceding
        )
)

select hand_id, seat, seq, case when completes then size else street_bet + size end as expected, to_amount as actual
from sized
where
    not all_in
    and to_amount not in (case when completes then size else street_bet + size end, last_full + size)
    and not (to_amount > street_bet and to_amount - street_bet < size and to_amount % size = 0)
    and not (
        open_pair_street
        and (
            to_amount in (street_bet + big_bet, last_full + big_bet)
            or to_amount - street_bet < big_bet and to_amount % big_bet = 0
        )
    )
order by hand_id, seq;

-- judged
select count(*)
from actions
where
    action in ('bet', 'complete', 'raise')
    and hand_id in (select hand_id from hands where betting = 'fl' and small_bet is not null and big_bet is not null);
