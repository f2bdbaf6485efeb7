-- title: A proposal to open is answered once by everybody with money, clockwise
-- rule: P5 P15
-- severity: error
-- applies: pokeris
-- message: {player} proposed to open: the answers came from {actual}, due were {expected}
-- What is said after the opening was forced is no answer: see refused-after-force.

with proposals as (
    select hand_id, seat, seq, coalesce(next_seq, 32000) as next_seq
    from (
        select
            hand_id,
            seat,
            seq,
            action,
            lead(seq) over (partition by hand_id order by seq) as next_seq
        from actions
        join hands using (hand_id)
        where action in ('propose', 'force') and game = 'pokeris'
    ) as talk
    where action = 'propose'
),

asked as (
    select proposals.hand_id, proposals.seq, seats.seat, (seats.seat - proposals.seat + 31) % 32 as place
    from proposals
    join seats on seats.hand_id = proposals.hand_id and seats.seat <> proposals.seat
    left join actions as earlier
        on earlier.hand_id = proposals.hand_id and earlier.seat = seats.seat and earlier.seq < proposals.seq
    where seats.dealt_in
    group by proposals.hand_id, proposals.seq, proposals.seat, seats.seat, stack
    having
        not coalesce(bool_or(earlier.action in ('fold', 'compare', 'dead_hand') or earlier.all_in), false)
        and coalesce(stack > coalesce(sum(earlier.amount), 0), true)
),

due as (
    select hand_id, seq, string_agg('seat ' || seat, ', ' order by place) as due
    from asked
    group by hand_id, seq
),

answers as (
    select
        proposals.hand_id,
        proposals.seq,
        string_agg('seat ' || given.seat, ', ' order by given.seq) as given
    from proposals
    join actions as given
        on given.hand_id = proposals.hand_id
        and given.seq > proposals.seq
        and given.seq < next_seq
        and given.action in ('agree', 'refuse')
    group by proposals.hand_id, proposals.seq
)

select
    proposals.hand_id,
    seat,
    proposals.seq,
    coalesce(due, 'nobody') as expected,
    coalesce(given, 'nobody') as actual
from proposals
left join due on due.hand_id = proposals.hand_id and due.seq = proposals.seq
left join answers on answers.hand_id = proposals.hand_id and answers.seq = proposals.seq
where due is distinct from given
order by proposals.hand_id, proposals.seq;

-- judged
select count(*) from actions join hands using (hand_id) where action = 'propose' and game = 'pokeris';
