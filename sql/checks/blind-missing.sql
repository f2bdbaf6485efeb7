-- title: Somebody posts the big blind, and heads-up both are posted
-- rule: B2
-- severity: warning
-- applies: all
-- message: nobody posted the {expected}
-- Some programs do not print the blinds. With three or more players the small blind may be dead.

select hand_id, null::tinyint as seat, null::smallint as seq, replace(blind, '_', ' ') as expected, null as actual
from (
    select hand_id, unnest(['big_blind', 'small_blind']) as blind, small_blind, big_blind, n_players
    from hands
) as due
where
    case when blind = 'big_blind' then big_blind is not null else small_blind is not null and n_players = 2 end
    and not exists (
        select 1 from actions
        where
            actions.hand_id = due.hand_id
            and (action in (blind, 'button_blind') or action = 'straddle' and blind = 'big_blind')
    )
    -- who is all in by the ante has nothing left for a blind
    and not exists (
        select 1 from seats
        where seats.hand_id = due.hand_id and allin_forced
    )
order by hand_id, blind;

-- judged
select count(*) from hands where big_blind is not null;
