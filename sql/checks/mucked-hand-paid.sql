-- title: A hand thrown away at the showdown wins nothing from those who showed
-- rule: M8 S8
-- severity: error
-- applies: standard-draw ante-draw pokeris seven-card-stud blinds-draw
-- message: {player} threw his hand away at the showdown and was paid {actual}
-- A pot that nobody else could win is his all the same.

with mucked as (
    select hand_id, seat, won
    from seats
    join hands using (hand_id)
    where
        mucked
        and folded_on is null
        and won > 0
        and game in ('standard-draw', 'ante-draw', 'pokeris', 'seven-card-stud', 'blinds-draw')
        and hands.showdown
),

alone as (
    select mucked.hand_id, mucked.seat, coalesce(sum(amount), 0) as his_alone
    from mucked
    left join pots on pots.hand_id = mucked.hand_id and eligible = [mucked.seat]
    group by mucked.hand_id, mucked.seat
)

select hand_id, seat, null::smallint as seq, his_alone as expected, won as actual
from mucked
join alone using (hand_id, seat)
where won > his_alone
order by hand_id, seat;

-- judged
select count(*)
from seats
join hands using (hand_id)
where mucked and hands.showdown and game in ('standard-draw', 'ante-draw', 'pokeris', 'seven-card-stud', 'blinds-draw');
