-- title: Everybody is dealt as many cards as the game deals
-- rule: D1 D5 P8 S1 S3
-- severity: error
-- applies: all
-- message: {player} holds {actual} cards, the game deals {expected}
-- Fewer are no fault, as a log may know only some of them, except for a player who sees his own cards, for cards dealt
-- face up, and in the home games for hands that were never shown. A hand declared dead takes no part (D5).

with last_rounds as (
    select hand_id, max(street_no) filter (where street <> 'showdown') as last_round
    from actions
    where is_decision
    group by hand_id
),

folds as (
    select hand_id, seat, min(street_no) as folded_in
    from actions
    where action = 'fold'
    group by hand_id, seat
),

counted as (
    select
        seats.hand_id,
        seat,
        family,
        hero_seat = seat as own,
        not showed and (
            rules is not null
            or game in ('standard-draw', 'ante-draw', 'pokeris', 'seven-card-stud', 'blinds-draw')
        ) as all_told,
        game_facts.hole_cards as down_due,
        game_facts.final_cards as final_due,
        game_facts.first_down_cards as least_down,
        family = 'stud' and folded_in < rounds - 1 as folded_early,
        -- third street gives the first open card, and every street but the last one more
        case
            when family = 'stud'
                then
                    1 + least(
                        coalesce(folded_in, case when showdown then rounds end, last_round, 0),
                        game_facts.final_cards - game_facts.hole_cards - 1
                    )
        end as up_due,
        coalesce(len(string_split(seats.hole_cards, ' ')), 0) as down,
        coalesce(len(string_split(seats.up_cards, ' ')), 0) as up,
        coalesce(len(string_split(seats.final_cards, ' ')), 0) as final
    from seats
    join hands using (hand_id)
    join game_facts using (game)
    left join last_rounds using (hand_id)
    left join folds using (hand_id, seat)
    anti join (select hand_id, seat from actions where action = 'dead_hand') as dead
        on dead.hand_id = seats.hand_id and dead.seat = seats.seat
    where seats.hole_cards is not null or seats.up_cards is not null or seats.final_cards is not null
),

judged as (
    select
        *,
        down > down_due
        or coalesce(folded_early and down > least_down, false)
        or final > final_due
        or up > final_due - down_due
        or (own or all_told) and down > 0 and down < least_down as wrong_in_all,
        up > 0 and up <> up_due as wrong_face_up
    from counted
)

select
    hand_id,
    seat,
    null::smallint as seq,
    case
        when not wrong_in_all then up_due || ' face up by then'
        when down between 1 and least_down - 1 then least_down::varchar
        when folded_early and down > least_down then least_down || ' face down by then'
        when family = 'stud' or final > final_due then final_due::varchar
        else down_due::varchar
    end as expected,
    case
        when not wrong_in_all then up || ' face-up'
        when down between 1 and least_down - 1 then down::varchar
        when folded_early and down > least_down then down || ' face-down'
        when family = 'stud' then (down + up)::varchar
        when final > final_due then final::varchar
        else down::varchar
    end as actual
from judged
where wrong_in_all or wrong_face_up
order by hand_id, seat;

-- judged
select count(*)
from seats
join hands using (hand_id)
join game_facts using (game)
where seats.hole_cards is not null or seats.up_cards is not null or seats.final_cards is not null;
