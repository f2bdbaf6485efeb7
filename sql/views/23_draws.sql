-- How many cards a player threw away at each draw, and whether it helped. Opponents' thrown cards are mostly unknown and never guessed.

create or replace view draws as
with counted as (
    select
        hand_id,
        seat,
        max(drawn) filter (where street in ('first_draw', 'exchange')) as drew_1,
        max(drawn) filter (where street = 'second_draw') as drew_2,
        max(drawn) filter (where street = 'third_draw') as drew_3,
        max(drawn) as drew_most
    from (
        select hand_id, seat, street, if(action = 'stand_pat', 0, n_cards)::integer as drawn
        from actions
        where action in ('discard', 'stand_pat') and street in ('first_draw', 'second_draw', 'third_draw', 'exchange')
    )
    group by hand_id, seat
),

known as (
    select
        counted.*,
        hands.game,
        hands.game in ('27sd', '27td') as deuce_to_seven,
        hands.game in ('a5sd', 'a5td') as ace_to_five,
        hands.game in ('badugi', 'badacey', 'badeucey') as badugi,
        seats.hole_cards as dealt,
        coalesce(seats.final_cards, if(drew_most = 0, seats.hole_cards, null)) as final,
        if(drew_most = 0, coalesce(seats.hole_cards, seats.final_cards), null) as pat
    from counted
    join hands using (hand_id)
    join seats using (hand_id, seat)
)

select
    hand_id,
    seat,
    drew_1,
    drew_2,
    drew_3,
    -- null: not known
    case
        when drew_most > 0 and not badugi and knows_five_cards(dealt) and knows_five_cards(final) then
            case
                when deuce_to_seven then five_card_order(final, false) < five_card_order(dealt, false)
                when ace_to_five then ace_to_five_order(final) < ace_to_five_order(dealt)
                else five_card_category(final, true) > five_card_category(dealt, true)
            end
    end as improved,
    case
        when drew_most = 0 and not badugi and knows_five_cards(pat) then
            case
                when deuce_to_seven then five_card_category(pat, false) = 0 and list_max(card_ranks(pat)) <= 10
                when ace_to_five then
                    len(list_distinct(card_ranks(pat))) = 5 and list_max(low_ranks(card_ranks(pat))) <= 10
                else five_card_category(pat, true) >= 4
            end
    end as pat_was_made
from known;

comment on view draws is
'One row for each player and hand that took part in a draw: cards thrown away, and whether the hand improved where it is known.';
