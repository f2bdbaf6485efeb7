-- title: Nobody folds where a check is free
-- rule: J13
-- severity: warning
-- applies: all
-- message: {player} folded with nothing to call
-- Legal, but out of the ordinary: a lost connection, a fold in anger, or a line missing from the log.
-- Where no check exists before the opening (A3) or stakes need not be matched (P16) a fold is a plain choice.

select hand_id, seat, seq, 'check' as expected, 'fold' as actual
from actions
where
    action = 'fold'
    and to_call = 0
    and hand_id not in (select hand_id from hands where list_has_any([game, rules], ['ante-draw', 'pokeris']))
order by hand_id, seq;

-- judged
select count(*) from actions where action = 'fold' and to_call is not null;
