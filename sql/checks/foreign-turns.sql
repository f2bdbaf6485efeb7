-- title: Nobody pays or does what only another game knows
-- rule: A2 B2 J1 J6 P1 P2 P4 P5 S1 S2
-- severity: error
-- applies: all
-- message: {player} {actual}, which this game does not know
-- Fees, challenges and proposals belong to pokeris, openers to jacks or better. In the home games blinds belong to draw
-- with blinds and the bring-in to stud; draw with blinds has antes only where they are agreed.

with home as (
    select
        hand_id,
        coalesce(ante, 0) > 0 as ante_agreed,
        string_split(rule_option(rules, game, rule_options, 'forced'), ' ') as forced
    from hands
    where game in ('standard-draw', 'ante-draw', 'pokeris', 'seven-card-stud', 'blinds-draw')
),

turns as (
    select actions.hand_id, seat, seq, action, game
    from actions
    join hands using (hand_id)
    where action in ('fee', 'challenge', 'propose', 'force', 'compare', 'show_openers')
)

select
    hand_id,
    seat,
    seq,
    null as expected,
    case action
        when 'fee' then 'paid a fee'
        when 'challenge' then 'challenged somebody'
        when 'propose' then 'proposed to open'
        when 'force' then 'forced an opening'
        when 'compare' then 'dropped out by a comparison'
        else 'showed openers'
    end as actual
from turns
where game <> case action when 'show_openers' then 'standard-draw' else 'pokeris' end
union all
select
    hand_id,
    seat,
    seq,
    null,
    case action
        when 'ante' then 'paid an ante'
        when 'bring_in' then 'brought in'
        else 'posted a ' || replace(action::varchar, '_', ' ')
    end
from actions
join home using (hand_id)
where case
    when action in ('small_blind', 'big_blind', 'button_blind', 'straddle', 'post', 'dead_blind')
        then not list_contains(forced, 'blinds')
    when action = 'bring_in' then not list_contains(forced, 'bring_in')
    when action = 'ante' then not list_contains(forced, 'ante') and not ante_agreed
    else false
end
order by hand_id, seq;

-- judged
select count(*)
from actions
join hands using (hand_id)
where
    action in ('fee', 'challenge', 'propose', 'force', 'compare', 'show_openers')
    or game in ('standard-draw', 'ante-draw', 'pokeris', 'seven-card-stud', 'blinds-draw')
    and action in (
        'ante', 'small_blind', 'big_blind', 'button_blind', 'straddle', 'post', 'dead_blind', 'bring_in'
    );
