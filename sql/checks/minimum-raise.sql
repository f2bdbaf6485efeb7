-- title: A bet or raise has at least the least size, or is all in
-- rule: L5 L7 B3 B5 M12 M13
-- severity: error
-- applies: nl pl cap-nl cap-pl
-- message: {player} made it {actual}, the least was {expected}
-- A raise adds at least the last full bet or raise; over an all-in bet below the least bet it may just make that up. In
-- jacks or better and ante draw the agreed minimum is enough whatever was bet before, unless the table wants it otherwise.

with free_sized as (
    select hand_id
    from hands
    where betting in ('nl', 'pl', 'cap-nl', 'cap-pl') and not list_contains([game, rules], 'pokeris')
),

-- where the agreed minimum is enough; in draw with blinds that is the big blind, and twice it after the draw
agreed as (
    select
        hand_id,
        case
            when rule_option(rules, game, rule_options, 'raise_floor') = 'minimum' then coalesce(min_bet, big_blind)
        end as enough,
        game = 'blinds-draw' and min_bet is null as doubles,
        betting in ('nl', 'cap-nl') and rule_option(rules, game, rule_options, 'min_bet') = 'exclusive' as exclusive,
        case when exclusive and min_bet is not null then coalesce(chip, 0.0001) else 0 end as above,
        min_bet
    from hands
    semi join free_sized using (hand_id)
    where rules is not null or game in ('standard-draw', 'ante-draw', 'blinds-draw')
),

-- who has reached the cap of the game is all in
capped as (
    select hand_id, seat, min(seq) as capped_at
    from (
        select hand_id, seat, seq, cap, sum(amount) over (partition by hand_id, seat order by seq) as put_in
        from actions
        join hands using (hand_id)
        where betting in ('cap-nl', 'cap-pl') and amount > 0 and action not in ('return', 'cash_out')
    ) as sums
    where put_in >= cap
    group by hand_id, seat
),

pushes as (
    select actions.hand_id, actions.seat, seq, street_no, street_bet, last_raise, to_amount
    from actions
    semi join free_sized on free_sized.hand_id = actions.hand_id
    left join capped on capped.hand_id = actions.hand_id and capped.seat = actions.seat
    where
        action in ('bet', 'complete', 'raise')
        and not all_in
        and coalesce(amount < stack_before, true)
        and coalesce(seq < capped_at, true)
        -- the opening bet of jacks or better is judged by opening-bet
        and not (
            level = 0
            and street_no = 0
            and actions.hand_id in (select hand_id from hands where game = 'standard-draw')
        )
),

sized as (
    select
        pushes.hand_id,
        seat,
        seq,
        street_bet,
        to_amount,
        coalesce(above, 0) as above,
        case when above > 0 then min_bet end as must_exceed,
        least(last_raise, enough * case when doubles and street_no > 0 then 2 else 1 end) as least_size
    from pushes
    left join agreed on agreed.hand_id = pushes.hand_id
),

due as (
    select
        *,
        case
            when street_bet < least_size or street_bet <= must_exceed then least_size + above
            else street_bet + least_size
        end as least_total
    from sized
)

select hand_id, seat, seq, least_total as expected, to_amount as actual
from due
where to_amount < least_total
order by hand_id, seq;

-- judged
select count(*)
from actions
semi join (
    select hand_id
    from hands
    where betting in ('nl', 'pl', 'cap-nl', 'cap-pl') and not list_contains([game, rules], 'pokeris')
) as free_sized using (hand_id)
where action in ('bet', 'complete', 'raise') and last_raise is not null;
