-- title: A deal that nobody opens is over, and its pot stays for the next
-- rule: J4 M9
-- severity: error
-- applies: standard-draw
-- message: nobody opened, so {expected} stays in the pot; {actual} did
-- Whoever is all in by his ante waits for the showdown: with fewer than two players who could open there is no pass-out.

with unopened as (
    select hand_id
    from hands
    where
        game = 'standard-draw'
        and hand_id not in (
            select hand_id from actions where action in ('bet', 'raise', 'call') and street = 'predraw'
        )
        and hand_id in (select hand_id from actions where action = 'check' and street = 'predraw')
),

could_open as (
    select hand_id
    from seats
    semi join unopened using (hand_id)
    where dealt_in and not allin_forced
    group by hand_id
    having count(*) > 1
)

select hand_id, null::tinyint as seat, null::smallint as seq, pot as expected, carried_out as actual
from hands
semi join could_open using (hand_id)
where carried_out <> pot
order by hand_id;

-- judged
select count(*)
from hands
where
    game = 'standard-draw'
    and hand_id not in (select hand_id from actions where action in ('bet', 'raise', 'call') and street = 'predraw');
