-- title: The printed pot is the pot
-- rule: M1
-- severity: error
-- applies: all
-- message: the pot comes to {expected}, the log prints {actual}
-- Some rooms print the pot after the rake, some with the uncalled bet in it: both count as right, except at PokerStars,
-- which prints it before the rake and without the uncalled bet.

with uncalled as (
    select hand_id, sum(returned) as returned
    from seats
    group by hand_id
)

select
    hands.hand_id,
    null::tinyint as seat,
    null::smallint as seq,
    pot as expected,
    stated_pot as actual
from hands
join uncalled using (hand_id)
where
    stated_pot <> pot
    and (
        site = 'PokerStars'
        or stated_pot not in (
            pot, pot - rake, pot + returned, pot - rake + returned, pot - added, pot - added - rake
        )
    )
order by hands.hand_id;

-- judged
select count(*) from hands where stated_pot is not null;
