"""A rule set in plain words, each line with the ids of its rules."""

from collections.abc import Iterator
from dataclasses import dataclass

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from pokerstats.pipeline.games.rule_values import Option, Stakes, Street
from pokerstats.pipeline.games.rules import RuleSet
from pokerstats.pipeline.ranking.definition import definitions
from pokerstats.pipeline.terminal import visible
from pokerstats.reports.rules_coverage import rules as house_rules

_RANKS = {
    "2": "deuces", "3": "threes", "4": "fours", "5": "fives", "6": "sixes", "7": "sevens", "8": "eights", "9": "nines",
    "T": "tens", "J": "jacks", "Q": "queens", "K": "kings", "A": "aces",
}  # fmt: skip
_FIRST = {
    "dealer-left": "the dealer's left begins",
    "after-blinds": "the big blind's left begins",
    "opener": "the opener begins",
    "bring-in": "the bring-in begins",
    "high-showing": "the highest hand showing begins",
    "low-showing": "the lowest hand showing begins",
}
_ODD_CHIP = {
    "dealer-left": "odd chips go to the winners from the dealer's left",
    "next-pot": "what cannot be divided goes to the next pot",
}
_SUMS = {
    "ante": "ante", "small_blind": "small blind", "big_blind": "big blind", "bring_in": "bring-in",
    "small_bet": "small bet", "big_bet": "big bet", "min_bet": "minimum", "max_bet": "maximum",
    "open_bet": "opening bet", "cap": "cap", "chip": "smallest chip",
}  # fmt: skip

_STRUCTURES = {
    "spread": ("each bet, and what a raise adds, is from the minimum to the maximum", "L1"),
    "three-figure": ("as spread, with one sum for ante, opening bet and minimum, and five times it the most", "L2"),
    "pot": ("any bet up to the pot; a raise adds at most the pot", "L4"),
    "no-limit": ("any bet up to all one has", "L5"),
    "fixed": ("bets and raises are exactly the small or the big bet", "L6"),
    "cap-no-limit": ("any bet, until one has put in the cap", "L5 O"),
    "cap-pot": ("any bet up to the pot, until one has put in the cap", "L4 O"),
    "pokeris": (
        "one bet a lap, not below the last one and not above the maximum; a challenge or a proposal with it",
        "P3",
    ),
}
_LETTERS = {"standard-draw": "J", "ante-draw": "A", "pokeris": "P", "seven-card-stud": "S", "blinds-draw": "B"}


@dataclass(frozen=True)
class Told:
    """One line: what it is about, what holds, and the rules that say so."""

    about: str
    words: str
    rule: str = ""


def told(rules: RuleSet) -> Iterator[Told]:
    """All that a rule set says but for its options."""
    yield Told("players", _players(rules), rules.players.rule)
    yield Told("deck", _deck(rules), rules.deck.rule)
    yield Told("wins", _wins(rules), rules.options["ranking"].rule if "ranking" in rules.options else "O")
    yield Told("forced", _forced(rules), rules.forced.rule)
    if rules.bring_in:
        card = f"{rules.bring_in.door_card} door card, ties by suit, clubs lowest"
        yield Told("bring-in", f"by the {card}", rules.bring_in.rule)
    if rules.openers:
        yield Told("opening", f"needs a pair of {_RANKS[rules.openers.pair]} or better", rules.openers.rule)
    for name, street in rules.streets.items():
        yield Told(name.replace("_", " "), _street(rules, street), street.rule)
    if rules.draw:
        yield Told("drawing", f"up to {_many(rules.draw.most, 'card')}", rules.draw.rule)
    yield Told("betting", _structure(rules), rules.structure.rule)
    for structure in rules.structure.allowed:
        words, rule = _STRUCTURES[structure]
        yield Told(f"  {structure}", f"{words}: {_stakes(rules.stakes_in(structure))}", rule)
    passed = "a hand that nobody opens leaves its antes in the next pot; " if rules.carry.pass_out else ""
    yield Told("left over", passed + _ODD_CHIP[rules.carry.odd_chip], rules.carry.rule)


def rule_text(rules: RuleSet) -> RenderableType:
    """The whole set for a terminal: what holds, then what else the table may agree on."""
    lines = Table.grid(padding=(0, 2))
    lines.add_column(no_wrap=True)
    lines.add_column()
    lines.add_column(no_wrap=True, style="dim")
    for line in told(rules):
        lines.add_row(Text(line.about), Text(line.words), Text(line.rule))
    options = Table.grid(padding=(0, 2))
    options.add_column(no_wrap=True)
    options.add_column()
    options.add_column(no_wrap=True, style="dim")
    changed = rules.changed_options()
    for name, option in rules.options.items():
        choice = Text(option.value, style="bold").append(_others(option), style="not bold")
        choice.append(f"\n{option.says}", style="not bold dim")
        options.add_row(Text(name + (" *" if name in changed else "")), choice, Text(option.rule))
    head = Text(visible(rules.title), style="bold").append(f"  {rules.name}", style="not bold dim")
    said = Text("What the table may agree on; the first is what holds.", style="bold")
    parts: list[RenderableType] = [head, Text(visible(rules.source)), Text(), lines, Text(), said, options]
    if rules.extends:
        parts.insert(2, Text(f"As {rules.extends}, with values of its own."))
    if changed:
        parts.append(Text(f"* not as {rules.game} has it"))
    if rules.game in _LETTERS:
        parts += [Text(), Text("Its document in short; what is agreed above holds before it.", style="bold")]
        parts.append(_document(_LETTERS[rules.game]))
    return Group(*parts)


def _document(letter: str) -> Table:
    """What the house document says of the game, rule by rule."""
    lines = Table.grid(padding=(0, 2))
    lines.add_column(no_wrap=True, style="dim")
    lines.add_column()
    for name, rule in house_rules().items():
        if name[0] == letter:
            lines.add_row(Text(name), Text(rule.says))
    return lines


def _many(number: int, noun: str) -> str:
    return f"{number} {noun}" + ("" if number == 1 else "s")


def _players(rules: RuleSet) -> str:
    fewer = [(rules.most_players(deck), deck) for deck in rules.deck.choices]
    limits = [f"at most {most} with {deck} cards" for most, deck in fewer if most < rules.players.most]
    return ", ".join([f"{rules.players.fewest} to {rules.players.most}", *limits])


def _deck(rules: RuleSet) -> str:
    others = [str(size) for size in rules.deck.choices if size != rules.deck.cards]
    return f"{rules.deck.cards} cards" + (f", or {', '.join(others)}" if others else "")


def _wins(rules: RuleSet) -> str:
    # a title ends with the rule's id, which has a place of its own here
    titles = [definitions()[order].title.partition(" (")[0].lower() for order in rules.orders]
    if len(titles) == 1:
        return titles[0]
    return "; ".join(f"{half.side} half: {title}" for half, title in zip(rules.the_game.halves, titles, strict=True))


def _forced(rules: RuleSet) -> str:
    words = {
        "ante": "an ante from the dealer" if rules.option("ante_from") == "dealer" else "an ante from everybody",
        "blinds": "small blind and big blind",
        "button_blind": "a blind from the dealer",
        "bring_in": "a bring-in",
    }
    return ", ".join(words[kind] for kind in rules.forced.kinds)


def _street(rules: RuleSet, street: Street) -> str:
    parts = []
    if street.burn:
        parts.append(f"{street.burn} burnt")
    if street.down:
        parts.append(f"{_many(street.down, 'card')} down")
    if street.up:
        parts.append(f"{_many(street.up, 'card')} up")
    if street.board:
        parts.append(f"{_many(street.board, 'card')} on the board")
    if street.draw:
        parts.append("a draw")
    dealt = ", ".join(parts)
    betting = "no betting"
    if street.betting:
        check = street.check or (street.draw and rules.option("round2_check") == "yes")
        betting = _FIRST[street.first] + ("" if check else ", no checking")
        if "fixed" in rules.structure.allowed:
            betting += f", {street.bet} bet" + ("" if rules.structure.default == "fixed" else " if fixed")
    return f"{dealt}; {betting}" if dealt else betting


def _structure(rules: RuleSet) -> str:
    others = [name for name in rules.structure.allowed if name != rules.structure.default]
    return rules.structure.default + (f", or {', '.join(others)}" if others else "")


def _stakes(stakes: Stakes) -> str:
    sums = stakes.model_dump(exclude_none=True)
    return ", ".join(f"{words} {sums[name]}" for name, words in _SUMS.items() if name in sums)


def _others(option: Option) -> str:
    others = [choice for choice in option.choices if choice != option.value]
    digits = [choice for choice in others if choice.isdigit()]
    words = [choice for choice in others if not choice.isdigit()]
    if len(digits) > 1:
        words.append(f"{digits[0]} to {digits[-1]}")
    return f", or {', '.join(words)}" if words else ""
