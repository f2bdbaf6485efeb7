-- title: A forced opening cannot be refused
-- rule: P5 P15
-- severity: error
-- applies: pokeris
-- message: {player} {actual}; an opening is forced once, by whoever proposed it, after somebody refused

with steps as (
    select
        actions.hand_id,
        seat,
        seq,
        action,
        last_value(case when action = 'propose' then seat end ignore nulls) over before_it as proposer,
        count(*) filter (where action = 'refuse') over before_it as refusals,
        count(*) filter (where action = 'force') over before_it as forces
    from actions
    join hands using (hand_id)
    where action in ('propose', 'agree', 'refuse', 'force') and game = 'pokeris'
    window before_it as (partition by actions.hand_id order by seq rows between unbounded preceding and 1 preceding)
)

select
    hand_id,
    seat,
    seq,
    null as expected,
    case
        when action <> 'force' then 'answered (' || action || ') after the opening was forced'
        when refusals = 0 then 'forced an opening that nobody refused'
        else 'forced an opening out of turn'
    end as actual
from steps
where
    action <> 'force' and forces > 0
    or action = 'force' and (refusals = 0 or seat is distinct from proposer or forces > 0)
order by hand_id, seq;

-- judged
select count(*) from actions join hands using (hand_id) where action in ('refuse', 'force') and game = 'pokeris';
