-- title: What winners cannot divide stays for the next hand
-- rule: A8 M4
-- severity: error
-- applies: ante-draw
-- message: {actual} stayed in the pot, {expected} could not be divided equally
-- Each pot is divided by itself, in whole chips.

with winners as (
    select
        hand_id,
        coalesce(pot_no, 0) as pot_no,
        count(distinct seat) as winners
    from payouts
    where hand_id in (
        select hand_id
        from hands
        where game = 'ante-draw' and rule_option(rules, game, rule_options, 'odd_chip') = 'next-pot'
    )
    group by hand_id, coalesce(pot_no, 0)
),

due as (
    select hand_id, sum(pots.amount % (winners * coalesce(chip, 1))) as remainder, any_value(carried_out) as carried_out
    from pots
    join winners using (hand_id, pot_no)
    join hands using (hand_id)
    where
        coalesce(stated_rake, 0) = 0
        -- chips paid to a loser are no share: see showdown-winners
        and hand_id not in (
            select hand_id
            from showdowns
            join seats using (hand_id, seat)
            where won > 0
            group by hand_id, seat
            having sum(share_due) = 0
        )
    group by hand_id
    having max(winners) > 1
)

select hand_id, null::tinyint as seat, null::smallint as seq, remainder as expected, carried_out as actual
from due
where remainder <> carried_out
order by hand_id;

-- judged
select count(*)
from (
    select hand_id, pot_no
    from payouts
    where hand_id in (
        select hand_id
        from hands
        where game = 'ante-draw' and rule_option(rules, game, rule_options, 'odd_chip') = 'next-pot'
    )
    group by hand_id, pot_no
    having count(distinct seat) > 1
) as split;
