-- title: Nobody is paid more than the pot holds
-- rule: M1
-- severity: error
-- applies: all
-- message: the pot holds {expected}, but {actual} was paid out of it
-- Judged where a room's log prints no rake; where it does, pot-conservation compares with it.

select
    hand_id,
    null::tinyint as seat,
    null::smallint as seq,
    pot as expected,
    pot - rake as actual
from hands
where
    rake < 0
    and stated_rake is null
    and rules is null
    and game not in ('standard-draw', 'ante-draw', 'pokeris', 'seven-card-stud', 'blinds-draw')
order by hand_id;

-- judged
select count(*) from hands where stated_rake is null;
