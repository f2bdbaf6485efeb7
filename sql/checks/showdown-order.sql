-- title: The hands are shown in the order of the game, clockwise from the first
-- rule: J8 A7 S8 B6 P17 S14
-- severity: error
-- applies: standard-draw ante-draw pokeris seven-card-stud blinds-draw
-- message: {player} {actual} when it was for {expected} to show
-- Jacks or better: whoever called last in the last round, or the last to bet if the table wants it so; if nobody bet, the
-- opener. Ante draw, draw with blinds, stud: the last to bet or raise in the last round, who may not throw his hand away;
-- if nobody did, whoever begins that round. Pokeris: from the dealer's left.

with home as (
    select
        hand_id,
        game,
        button_seat,
        case when game = 'seven-card-stud' then 4 else 1 end as last_round,
        rule_option(rules, game, rule_options, 'first_to_show') as first_to_show
    from hands
    where game in ('standard-draw', 'ante-draw', 'pokeris', 'seven-card-stud', 'blinds-draw')
),

shown as (
    select hand_id, seat, min(seq) as seq, arg_min(action, seq) as action
    from actions
    semi join home using (hand_id)
    -- who has folded may show what he had whenever he likes
    anti join (select hand_id, seat from seats where folded_on is not null) as folded using (hand_id, seat)
    where action in ('show', 'muck') and street = 'showdown'
    group by hand_id, seat
),

in_order as (
    select
        hand_id,
        seat,
        seq,
        action,
        row_number() over (partition by hand_id order by seq) as nth,
        first_value(seat) over (partition by hand_id order by seq) as first_seat,
        lag(seat) over (partition by hand_id order by seq) as seat_before
    from shown
),

betting as (
    select
        hand_id,
        arg_max(seat, seq) filter (where street_no = last_round and action in ('bet', 'raise', 'complete')) as bettor,
        max(seq) filter (where street_no = last_round and action in ('bet', 'raise', 'complete')) as bet_at,
        arg_max(seat, seq) filter (where street_no = last_round and action = 'call') as caller,
        max(seq) filter (where street_no = last_round and action = 'call') as called_at,
        arg_min(seat, seq) filter (where street_no = 0 and action = 'bet') as opener,
        arg_min(seat, seq) filter (where street_no = last_round and action = 'check') as checker,
        arg_min(seat, seq) filter (where street_no = last_round) as first_actor
    from actions
    join home using (hand_id)
    where is_decision
    group by hand_id
),

standing as (
    select
        seats.hand_id,
        seat,
        game,
        button_seat,
        coalesce(put_in - returned < stack, true) as has_money,
        case when game = 'seven-card-stud' then showing_order(left(up_cards, 11)) end as showing
    from seats
    join home using (hand_id)
    where dealt_in and folded_on is null and hand_id in (select hand_id from shown)
),

lead_cards as (
    select hand_id, max(showing) as showing
    from standing
    group by hand_id
),

begins as (
    select
        standing.hand_id,
        any_value(leader) as leader,
        arg_min(standing.seat, (standing.seat - coalesce(leader - 1, button_seat) + 31) % 32) as begins,
        arg_min(standing.seat, (standing.seat - coalesce(leader - 1, button_seat) + 31) % 32)
            filter (where has_money) as begins_with_money
    from standing
    left join (
        select standing.hand_id, arg_min(seat, (seat - button_seat + 31) % 32) as leader
        from standing
        join lead_cards using (hand_id)
        where standing.game = 'seven-card-stud' and standing.showing = lead_cards.showing
        group by standing.hand_id
    ) as leaders on leaders.hand_id = standing.hand_id
    where button_seat is not null
    group by standing.hand_id
),

opener_or_next as (
    select
        standing.hand_id,
        arg_min(seat, (seat - opener + 32) % 32) as seat,
        arg_min(seat, (seat - first_actor + 32) % 32) filter (where first_actor is not null) as actor_or_next
    from standing
    join betting using (hand_id)
    group by standing.hand_id
),

first_due as (
    select
        home.hand_id,
        game in ('ante-draw', 'seven-card-stud', 'blinds-draw') and first_to_show <> 'dealer-left' as must_show,
        case
            when first_to_show = 'dealer-left' then [begins]
            -- laps have no closing call
            when game = 'pokeris' then null
            when bettor is null and game = 'standard-draw' then [coalesce(opener_or_next.seat, begins)]
            when bettor is null and game = 'seven-card-stud' and checker is not null then [checker]
            when bettor is null and game = 'ante-draw' then [begins]
            when bettor is null then [begins, begins_with_money, actor_or_next]
            when first_to_show = 'last-bettor' then [bettor]
            -- a last bet that nobody called: everybody else was all in
            when called_at > bet_at then [caller]
        end as due
    from home
    left join betting using (hand_id)
    left join begins using (hand_id)
    left join opener_or_next using (hand_id)
)

select
    hand_id,
    in_order.seat,
    seq,
    case
        when nth > 1 then 'another player'
        when list_contains(due, in_order.seat) then 'him'
        else 'seat ' || due[1]
    end as expected,
    case action when 'show' then 'showed' else 'threw his hand away' end as actual
from in_order
join first_due using (hand_id)
where
    nth = 1
    and due[1] is not null
    and (
        not list_contains(due, in_order.seat)
        or action = 'muck' and must_show
    )
    or nth > 1 and (in_order.seat - first_seat + 32) % 32 < (seat_before - first_seat + 32) % 32
order by hand_id, seq;

-- judged
select count(distinct hand_id)
from actions
join hands using (hand_id)
where
    action in ('show', 'muck')
    and street = 'showdown'
    and game in ('standard-draw', 'ante-draw', 'pokeris', 'seven-card-stud', 'blinds-draw');
