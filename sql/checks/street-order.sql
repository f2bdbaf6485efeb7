-- title: No betting round is skipped and none comes back
-- rule: D2 M15 P6 P10
-- severity: error
-- applies: all
-- message: {actual} where round {expected} of the betting was next
-- Everybody left with chips is asked in every round before the showdown. A deal nobody opened has none, bomb pots begin on
-- the flop, and pokeris may end earlier when all are asked to open.

with rounds as (
    select
        hand_id,
        seat,
        seq,
        street,
        street_no,
        lag(street_no) over (partition by hand_id order by seq) as round_before
    from actions
    where is_decision
),

last_rounds as (
    select hand_id, max(street_no) as last_round
    from rounds
    where street <> 'showdown'
    group by hand_id
),

-- players who could still bet when the hands were shown; who has reached the cap of the game could not
with_chips as (
    select hand_id
    from seats
    join hands using (hand_id)
    where
        showdown
        and dealt_in
        and folded_on is null
        and put_in < stack
        and coalesce(put_in < cap, true)
        and hand_id not in (select hand_id from actions where action = 'propose')
        and (carried_out = 0 or hand_id in (select hand_id from actions where action in ('bet', 'call', 'raise')))
    group by hand_id
    having count(*) > 1
)

select
    hand_id,
    seat,
    seq,
    coalesce(round_before, -1) + 2 as expected,
    case street
        when 'showdown' then 'a turn came after the showdown had begun'
        else 'round ' || (street_no + 1) || ' was played'
    end as actual
from rounds
where
    case
        when round_before is not null then street_no not in (round_before, round_before + 1)
        else
            street_no > 0
            and (
                hand_id in (select hand_id from actions where action in ('small_blind', 'big_blind', 'bring_in'))
                or hand_id in (select hand_id from hands join game_facts using (game) where family = 'draw')
            )
    end
union all
select hand_id, null, null, last_round + 2, 'the showdown came'
from with_chips
join last_rounds using (hand_id)
join hands using (hand_id)
join game_facts using (game)
-- the exchange of pokeris comes before its betting
where last_round + 1 < rounds - case when game = 'pokeris' then 1 else 0 end
order by hand_id, seq;

-- judged
select count(distinct hand_id) from actions where is_decision;
