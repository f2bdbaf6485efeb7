-- title: The big blind is twice the small blind
-- rule: B2
-- severity: error
-- applies: blinds-draw
-- message: the big blind is {actual}, twice the small blind is {expected}

select hand_id, null::tinyint as seat, null::smallint as seq, 2 * small_blind as expected, big_blind as actual
from hands
where list_contains([game, rules], 'blinds-draw') and big_blind <> 2 * small_blind
order by hand_id;

-- judged
select count(*)
from hands
where list_contains([game, rules], 'blinds-draw') and big_blind is not null and small_blind is not null;
