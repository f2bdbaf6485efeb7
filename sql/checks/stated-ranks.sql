-- title: The log names the ranks of a hand as they are
-- rule: M5 H4
-- severity: warning
-- applies: all
-- message: {player} holds {expected}, the log says {actual}
-- English words, and lows as ranks with commas; straights where they are named from below. Of hands run more than once
-- each run is judged.

with told as (
    select
        hand_id,
        seat,
        side,
        category,
        cards,
        stated,
        [card[1] for card in string_split(cards, ' ')] as ranks,
        lower(split_part(split_part(stated, ';', 1), ' - ', 1)) as words,
        upper(regexp_extract(lower(stated), '(?:lo:|badugi:|-card:) ?([0-9tjqka](?:,[0-9tjqka])+)', 1)) as low_ranks
    from showdowns
    join hands using (hand_id)
    where
        pot_no = 0
        and (hands.runs > 1 or board2 is null)
        and stated is not null
        and cards is not null
),

named as (
    select
        *,
        [
            strpos('2 3 4 5 6 7 8 9 T J Q K A', upper(case rank
                when 'ace' then 'A' when 'king' then 'K' when 'queen' then 'Q' when 'jack' then 'J' when 'ten' then 'T'
                when 'nine' then '9' when 'eight' then '8' when 'seven' then '7' when 'six' then '6' when 'five' then '5'
                when 'four' then '4' when 'three' then '3' when 'trey' then '3' else '2'
            end))
            for rank in regexp_extract_all(
                regexp_replace(words, 'three of a kind|four of a kind|two pair', '', 'g'),
                '\b(ace|king|queen|jack|ten|nine|eight|seven|six|five|four|three|trey|deuce|two)(?:s|es)?\b',
                1
            )
        ] as said,
        [
            strpos('2 3 4 5 6 7 8 9 T J Q K A', rank)
            for rank in case category
                when 'two pair' then [ranks[1], ranks[3]]
                when 'full house' then [ranks[1], ranks[4]]
                when 'straight' then [ranks[5], ranks[1]]
                when 'straight flush' then [ranks[5], ranks[1]]
                else [ranks[1]]
            end
        ] as held
    from told
)

select hand_id, seat, null::smallint as seq, cards as expected, stated as actual
from named
where
    side = 'high'
    and len(said) >= len(held)
    and said[1:len(held)] <> held
    and not (category in ('straight', 'straight flush') and said[1] > said[2] and said[1] < 25)
    and category in (
        'high card', 'pair', 'two pair', 'three of a kind', 'straight', 'flush', 'full house', 'four of a kind',
        'straight flush'
    )
    or side = 'low' and low_ranks <> '' and low_ranks <> array_to_string(ranks, ',')
order by hand_id, seat;

-- judged
select count(*) from showdowns where stated is not null and cards is not null;
