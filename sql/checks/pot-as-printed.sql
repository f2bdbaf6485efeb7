-- title: The printed pot is the pot
-- rule: M1
-- severity: error
-- applies: all
-- message: the pot comes to {expected}, the log prints {actual}
-- Logs print the pot before or after the rake, and those that have no line for an uncalled bet with that bet in it;
-- both count as right. Where chips in and out differ, a printed pot that fits the chips out says no more than that.

with account as (
    select
        hands.hand_id,
        pot,
        stated_pot,
        rake,
        added,
        won + stated_rake + carried_out as paid_out,
        case when returns.hand_id is null then returned else 0 end as uncalled
    from hands
    join (
        select hand_id, sum(returned) as returned, sum(won) as won
        from seats
        group by hand_id
    ) as sums on sums.hand_id = hands.hand_id
    left join (
        select distinct hand_id
        from actions
        where action = 'return'
    ) as returns on returns.hand_id = hands.hand_id
)

select hand_id, null::tinyint as seat, null::smallint as seq, pot as expected, stated_pot as actual
from account
where
    stated_pot not in (pot, pot - rake, pot + uncalled, pot - rake + uncalled, pot - added, pot - added - rake)
    and stated_pot is distinct from paid_out
order by hand_id;

-- judged
select count(*) from hands where stated_pot is not null;
