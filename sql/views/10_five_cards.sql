-- Five cards told apart without a ranking table: enough to see whether a draw helped. Cards are text as in the tables ("Td 9c 2h").

-- Ranks from 2 to 14; an unknown card has none.
create or replace macro card_ranks(cards) as
    list_filter(
        list_transform(string_split(cards, ' '), lambda card: instr('23456789TJQKA', card[1]) + 1),
        lambda rank: rank > 1
    );

create or replace macro card_suits(cards) as list_transform(string_split(cards, ' '), lambda card: card[2]);

-- The ace-to-five value of ranks: an ace is 1.
create or replace macro low_ranks(ranks) as
    list_transform(ranks, lambda rank: if(rank = 14, 1, rank));

create or replace macro knows_five_cards(cards) as coalesce(len(card_ranks(cards)) = 5, false);

-- Ranks in the order they compare: the largest group first, then from the top.
create or replace macro by_group(ranks) as
    list_reverse_sort(
        list_transform(ranks, lambda rank: 100 * len(list_filter(ranks, lambda other: other = rank)) + rank)
    );

-- In a row: five different ranks that span four (an ace below the two only where wheel is true).
create or replace macro is_straight(ranks, wheel) as
    len(list_distinct(ranks)) = 5
    and (
        list_max(ranks) - list_min(ranks) = 4
        or (wheel and list_reverse_sort(ranks) = [14, 5, 4, 3, 2])
    );

create or replace macro is_flush(cards) as len(list_distinct(card_suits(cards))) = 1;

-- 0 high card … 4 straight, 5 flush, 6 full house, 7 four of a kind, 8 straight flush (rule H1).
create or replace macro five_card_category(cards, wheel) as
    case len(list_distinct(card_ranks(cards)))
        when 2 then if(by_group(card_ranks(cards))[1] > 400, 7, 6)
        when 3 then if(by_group(card_ranks(cards))[1] > 300, 3, 2)
        when 4 then 1
        when 5 then
            case
                when is_flush(cards) and is_straight(card_ranks(cards), wheel) then 8
                when is_flush(cards) then 5
                when is_straight(card_ranks(cards), wheel) then 4
                else 0
            end
    end;

-- Comparable as lists: category, then ranks; lower is better in deuce-to-seven. In a straight from the ace up the ace is low.
create or replace macro five_card_order(cards, wheel) as
    list_concat(
        [five_card_category(cards, wheel)],
        by_group(
            if(
                wheel and list_reverse_sort(card_ranks(cards)) = [14, 5, 4, 3, 2],
                low_ranks(card_ranks(cards)),
                card_ranks(cards)
            )
        )
    );

-- Comparable as lists, lower is better: no straights, no flushes, the ace low.
create or replace macro ace_to_five_order(cards) as by_group(low_ranks(card_ranks(cards)));

-- Comparable as lists, higher is better: the up cards of stud, groups before high cards, no straights or flushes (rule S14).
create or replace macro showing_order(cards) as
    list_concat(
        list_transform(by_group(card_ranks(cards)), lambda grouped: grouped // 100), by_group(card_ranks(cards))
    );
