-- title: The agreed sums fit each other
-- rule: L1 L6 P11 S12 S13
-- severity: error
-- applies: all
-- message: {actual}; {expected}
-- The least bet is not above the largest, nor the opening bet outside the two; the big bet is above the small one, and twice
-- it in the draw games of the house; the bring-in is below the small bet, and in spread limit it is the least bet; the
-- stake of pokeris is the least first bet.
-- Blinds and the three-figure structure: see blind-ratio, three-figure.

with agreed as (
    select
        hand_id,
        betting,
        min_bet,
        max_bet,
        open_bet,
        small_bet,
        big_bet,
        bring_in,
        case when game = 'pokeris' then ante end as stake,
        game in ('standard-draw', 'ante-draw', 'blinds-draw') as home_draw,
        game = 'seven-card-stud' as home_stud
    from hands
    where coalesce(max_bet, big_bet, bring_in) is not null
)

select
    hand_id,
    null::tinyint as seat,
    null::smallint as seq,
    case
        when min_bet > max_bet then 'the largest is ' || amount_text(max_bet)
        when open_bet < min_bet or open_bet > max_bet
            then 'bets are from ' || amount_text(min_bet) || ' to ' || amount_text(max_bet)
        when home_draw and big_bet <> 2 * small_bet then 'twice the small bet is ' || amount_text(2 * small_bet)
        when big_bet <= small_bet then 'the small bet is ' || amount_text(small_bet)
        when stake > max_bet then 'the largest bet is ' || amount_text(max_bet)
        when betting = 'fl' then 'it is below the small bet of ' || amount_text(small_bet)
        else 'it is the least bet, ' || amount_text(min_bet)
    end as expected,
    case
        when min_bet > max_bet then 'the least bet is ' || amount_text(min_bet)
        when open_bet < min_bet or open_bet > max_bet then 'the opening bet is ' || amount_text(open_bet)
        when big_bet <= small_bet or home_draw and big_bet <> 2 * small_bet then 'the big bet is ' || amount_text(big_bet)
        when stake > max_bet then 'the stake is ' || amount_text(stake)
        else 'the bring-in is ' || amount_text(bring_in)
    end as actual
from agreed
where
    min_bet > max_bet
    or open_bet < min_bet
    or open_bet > max_bet
    or stake > max_bet
    or betting = 'fl' and (big_bet <= small_bet or home_draw and big_bet <> 2 * small_bet or bring_in >= small_bet)
    or betting = 'spread' and home_stud and bring_in <> min_bet
order by hand_id;

-- judged
select count(*) from hands where coalesce(max_bet, big_bet, bring_in) is not null;
