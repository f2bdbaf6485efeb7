"""What the rule sets say, as tables and a macro that checks can ask.

``rule_facts`` has one row a rule set and fact: every option, and what else the set says of a table. The view
``hand_options`` has what holds for each hand: the options it names itself, else those of the set it names, else those
of its game's set. ``rule_option(rules, game, rule_options, 'muck')`` is the same for one option of one row of hands.
The view ``lap_hands`` has the hands of pokeris bet in laps, whose bets need not be equal (P10).
"""

from collections.abc import Iterator, Sequence

import duckdb

from pokerstats.pipeline import games
from pokerstats.pipeline.games.rule_values import known_options
from pokerstats.pipeline.games.rules import RuleSet, rule_set, rule_set_names

FACTS = (
    "deck", "draw_most", "forced", "odd_chip", "openers", "pass_out", "players_fewest", "players_most", "structure",
    "structures",
)  # fmt: skip
"""What ``rule_facts`` says of a set beside its options; what a set has not is not there."""

RULE_VARIABLE = """
set variable rule_facts = (
    with own_of_game as (
        select unnest(?) as rules, unnest(?) as game
    ),

    -- a hand that names no set is looked for under its game
    known as (
        select * from rule_facts
        union all
        select 'none, ' || game, option, value from own_of_game join rule_facts using (rules)
    ),

    of_option as (
        select option, map(list(rules), list(value)) as by_rules from known group by option
    )

    select map(list(option), list(by_rules)) from of_option
)
"""

RULE_OPTION = """
create or replace temp macro rule_option(hand_rules, hand_game, hand_options, option_name) as coalesce(
    json_extract_string(hand_options, '$."' || option_name || '"'),
    getvariable('rule_facts')[option_name][coalesce(hand_rules, 'none, ' || hand_game)],
    getvariable('rule_facts')[option_name][hand_game]
)
"""
# a variable is a constant to the query: asked for one option of a million hands, a subquery would be joined each time

HAND_OPTIONS = """
create or replace temp view hand_options as
with agreed as (
    select distinct rules, game, rule_options from hands
),

told as (
    select agreed.*, option, rule_option(rules, game, rule_options, option) as value
    from agreed
    cross join (select distinct option from rule_facts) as options
)

select hand_id, option, value
from hands
join told
    on told.game = hands.game
    and told.rules is not distinct from hands.rules
    and told.rule_options is not distinct from hands.rule_options
where value is not null
"""

LAP_HANDS = """
create or replace temp view lap_hands as
select hand_id
from hands
where list_contains([game, rules], 'pokeris') and rule_option(rules, game, rule_options, 'rounds') = 'lap'
"""


def create_rule_facts(con: duckdb.DuckDBPyConnection, own: Sequence[RuleSet] = ()) -> None:
    """Put ``rule_facts``, ``hand_options``, ``lap_hands`` and ``rule_option`` beside the stored hands.

    ``own``: sets of the user. A hand that names one is judged by it, and so is a hand of its game that names none.
    """
    facts = [(name, *fact) for name in games.names() for fact in _facts_of_game(name)]
    for rules in own:
        facts += [(rules.name, *fact) for fact in _facts(rules)]
    con.execute(
        "create or replace temp table rule_facts"
        " (rules varchar not null, option varchar not null, value varchar not null, primary key (rules, option))"
    ).fetchall()
    columns = [list(column) for column in zip(*facts, strict=True)]
    con.execute("insert into rule_facts select unnest(?), unnest(?), unnest(?)", columns).fetchall()
    of_game = {rules.game: rules.name for rules in reversed(own)}  # the first one given of a game is its own
    con.execute(RULE_VARIABLE, [list(of_game.values()), list(of_game)]).fetchall()
    con.execute(RULE_OPTION).fetchall()
    con.execute(HAND_OPTIONS).fetchall()
    con.execute(LAP_HANDS).fetchall()


def _facts_of_game(name: str) -> Iterator[tuple[str, str]]:
    if name in rule_set_names():
        yield from _facts(rule_set(name))
        return
    for option, known in known_options().items():
        yield option, known.otherwise
    yield "deck", str(games.game(name).deck)


def _facts(rules: RuleSet) -> Iterator[tuple[str, str]]:
    for option in known_options():
        yield option, rules.option(option)
    yield "deck", str(rules.deck.cards)
    yield "forced", " ".join(rules.forced.kinds)
    yield "odd_chip", rules.carry.odd_chip
    yield "pass_out", "yes" if rules.carry.pass_out else "no"
    yield "players_fewest", str(rules.players.fewest)
    yield "players_most", str(rules.players.most)
    yield "structure", rules.structure.default
    yield "structures", " ".join(rules.structure.allowed)
    if rules.draw:
        yield "draw_most", str(rules.draw.most)
    if rules.openers:
        yield "openers", rules.openers.pair
