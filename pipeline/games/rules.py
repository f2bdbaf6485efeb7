"""The rule sets as data: who plays, with which cards, for what money, and how every open question is settled.

Each value stands in ``rule_sets/*.toml`` beside the id of its rule; ``options.toml`` lists all a table may agree on.
A table's own file may extend a shipped set and change only some values.
"""

import tomllib
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Annotated, Any

from pydantic import BeforeValidator, Field, ValidationError, model_validator

from pokerstats.pipeline import games
from pokerstats.pipeline.cards import RANKS, lowest_rank
from pokerstats.pipeline.errors import UnreadableError, UsageError
from pokerstats.pipeline.games.agreed_sums import fault_of, sums_in, uneven
from pokerstats.pipeline.games.rule_values import (
    BringIn,
    Carry,
    Deck,
    Draw,
    Forced,
    Openers,
    Option,
    Players,
    Stakes,
    Street,
    Structure,
    Values,
    as_written,
    full_options,
    known_options,
)

__all__ = ["Option", "RuleSet", "Stakes", "Street", "load_own_rules", "load_rules", "rule_set", "rule_set_names"]

ORDERS_OF_36_CARDS = ("short-deck-holdem", "short-deck-holdem-trips")
"""Orders of the hands that are made for one deck (H7)."""


class RuleSet(Values):
    """The rules of one table."""

    name: Annotated[str, Field(pattern=r"^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$")]
    title: str
    source: str
    """Where the rules are published, in one sentence."""
    game: str
    """What is dealt and what wins: a game of ``games.toml``."""
    extends: str | None = None
    """The shipped set whose values hold where the file gives none."""
    players: Players
    deck: Deck
    forced: Forced
    bring_in: BringIn | None = None
    openers: Openers | None = None
    streets: Mapping[str, Street]
    """By name, in order of play."""
    draw: Draw | None = None
    carry: Carry
    structure: Structure
    agreed: Annotated[Stakes, Field(alias="stakes")]
    """Usual sums for all structures together; :meth:`stakes_in` picks those that one of them needs."""
    options: Annotated[Mapping[str, Option], BeforeValidator(full_options)]

    @model_validator(mode="after")
    def _fits_its_game(self) -> "RuleSet":
        if self.game not in games.names():
            raise ValueError(f"game = {self.game!r}: expected one of {', '.join(games.names())}")
        game = self.the_game
        if tuple(self.streets) != game.streets:
            raise ValueError(f"streets: expected those of {self.game}: {', '.join(game.streets)}")
        for kind, dealt in (
            ("down", game.down or {game.first_street: game.hole_cards}),
            ("up", game.up),
            ("board", game.board),
        ):
            for name, street in self.streets.items():
                if getattr(street, kind) != dealt.get(name, 0):
                    raise ValueError(f"streets.{name}.{kind}: expected {dealt.get(name, 0)} as {self.game} deals")
        drawn = tuple(name for name, street in self.streets.items() if street.draw)
        if drawn != game.draws:
            raise ValueError(f"streets: expected a draw on {', '.join(game.draws) or 'none'} as {self.game} has it")
        if bool(drawn) != (self.draw is not None):
            raise ValueError("draw: expected the most cards of a draw in a game with draws, and none in another")
        if ("bring_in" in self.forced.kinds) != (self.bring_in is not None):
            raise ValueError("bring_in: expected door_card where a bring-in is forced, and none elsewhere")
        if self.players.fewest > self.players.most:
            raise ValueError(f"players.most = {self.players.most}: expected at least {self.players.fewest}")
        return self

    @model_validator(mode="after")
    def _rounds_can_begin(self) -> "RuleSet":
        kinds, family = self.forced.kinds, self.the_game.family
        for place, (name, street) in enumerate(self.streets.items()):
            begins = street.first
            fits = {
                "after-blinds": place == 0 and "blinds" in kinds,
                "opener": place > 0 and self.openers is not None,
                "bring-in": place == 0 and "bring_in" in kinds,
                "high-showing": place > 0 and family == "stud",
                "low-showing": place > 0 and family == "stud",
            }
            if not fits.get(begins, place > 0 or not {"blinds", "bring_in"} & {*kinds}):
                forced = " and ".join(kinds) or "no forced bet"
                raise ValueError(f"streets.{name}.first = {begins!r}: nobody begins so in {family} with {forced}")
        high = self.the_game.halves[0].side == "high" and not self.the_game.split
        if self.openers and not (family == "draw" and high and kinds == ("ante",)):
            raise ValueError("openers: expected a game of draw for the high hand with an ante alone (J2)")
        if self.carry.pass_out and kinds != ("ante",):
            raise ValueError("carry.pass_out: expected an ante alone, as a forced bet is one already (J4)")
        if self.carry.odd_chip == "next-pot" and (family != "draw" or self.the_game.split):
            raise ValueError("carry.odd_chip = 'next-pot': expected 'dealer-left' but in a draw for one hand (M4)")
        if (self.game == "pokeris") != (self.structure.allowed == ("pokeris",)):
            raise ValueError("structure.allowed: expected 'pokeris' alone in pokeris, and elsewhere without it (P3)")
        if self.draw and self.draw.most > self.the_game.hole_cards:
            raise ValueError(f"draw.most = {self.draw.most}: expected at most {self.the_game.hole_cards}")
        return self

    @model_validator(mode="after")
    def _is_bet_like_its_game(self) -> "RuleSet":
        shipped = rule_set(self.game) if self.game in rule_set_names() and self.name != self.game else self
        for name, street in self.streets.items():
            for key in ("first", "check", "betting"):
                value, usual = getattr(street, key), getattr(shipped.streets[name], key)
                if value != usual:
                    as_it_is = f"expected {as_written(usual)} as {self.game} is played"
                    raise ValueError(f"streets.{name}.{key} = {as_written(value)}: {as_it_is}")
        return self

    @model_validator(mode="after")
    def _can_be_dealt(self) -> "RuleSet":
        cards, lowest = self.deck.cards, RANKS[lowest_rank(self.deck.cards)]
        if self.most_players() < self.players.fewest:
            raise ValueError(f"players.fewest = {self.players.fewest}: the deck of {cards} deals {self.most_players()}")
        if self.openers and RANKS.index(self.openers.pair) < RANKS.index(lowest):
            raise ValueError(f"openers.pair = {self.openers.pair!r}: the deck of {cards} begins with {lowest}")
        if self.ranking in ORDERS_OF_36_CARDS and cards != 36:
            raise ValueError(f"options.ranking = {self.ranking!r}: expected another order with {cards} cards (H7)")
        for structure in self.structure.allowed:
            sums = self.stakes_in(structure)
            fault = uneven(sums) or fault_of(sums, structure, self.game, self.forced.kinds)
            if fault:
                raise ValueError(f"{fault.says} ({fault.rule}), played {structure}")
        return self

    @property
    def the_game(self) -> games.Game:
        """What is dealt and what wins."""
        return games.game(self.game)

    @property
    def ranking(self) -> str | None:
        """The order of the hands where the table may choose it (H7); none: the game's own orders."""
        return self.options["ranking"].value if "ranking" in self.options else None

    @property
    def orders(self) -> tuple[str, ...]:
        """The ranking order of each half of the pot."""
        return tuple(
            self.ranking if self.ranking and half.side == "high" else half.order for half in self.the_game.halves
        )

    def most_players(self, deck: int | None = None) -> int:
        """How many may play with this deck (D10); without one, with the usual deck."""
        return min(self.players.most, self.dealt_by(deck or self.deck.cards))

    def dealt_by(self, deck: int) -> int:
        """To how many players a deck of so many cards can be dealt."""
        game = self.the_game
        first = self.streets[game.first_street]
        if game.family == "stud":
            return deck // (first.down + first.up)  # S7 and S15: a deck that runs out later is provided for
        aside = sum(street.board + street.burn for street in self.streets.values())
        return (deck - aside) // (first.down if self.draw else game.hole_cards)

    def option(self, name: str) -> str:
        """What holds; for an option the set does not list, what holds in such games."""
        if name in self.options:
            return self.options[name].value
        if name not in known_options():
            raise UsageError(f"no option is named {name!r}; there are {', '.join(known_options())}")
        return known_options()[name].otherwise

    def with_options(self, chosen: Mapping[str, str]) -> "RuleSet":
        """The same rules with other options; a name or value that does not exist is refused."""
        options = dict(self.options)
        for name, value in chosen.items():
            known = known_options().get(name)
            if known is None:
                raise UsageError(f"no option is named {name!r}; there are {', '.join(known_options())}")
            present = options.get(name)
            choices = present.choices if present else known.choices
            if value not in choices:
                raise UsageError(f"option {name} = {value!r}: expected one of {', '.join(choices)}")
            if present:
                options[name] = present.model_copy(update={"value": value})
            else:
                options[name] = Option(value=value, choices=choices, rule=known.rule, says=known.says)
        return self.model_copy(update={"options": options})

    def changed_options(self) -> dict[str, str]:
        """The options that differ from those of the game's shipped set: what a reader without this set must be told."""
        shipped = rule_set(self.game) if self.game in rule_set_names() else None
        return {
            name: self.option(name)
            for name, known in sorted(known_options().items())
            if self.option(name) != (shipped.option(name) if shipped else known.otherwise)
        }

    @property
    def stakes(self) -> Stakes:
        """Usual sums in the default structure."""
        return self.stakes_in(self.structure.default)

    def stakes_in(self, structure: str) -> Stakes:
        """Usual sums in one of the allowed structures; what follows from another sum by rule is made to follow."""
        if structure not in self.structure.allowed:
            raise UsageError(f"structure {structure!r}: {self.name} is played {', '.join(self.structure.allowed)}")
        return sums_in(structure, self.agreed, self.forced.kinds, openers=self.openers is not None)


# ---------------------------------------------------------------- reading


@cache
def rule_set_names() -> tuple[str, ...]:
    """The names of the shipped rule sets; each is named like its game."""
    folder = files("pokerstats.pipeline.games").joinpath("rule_sets")
    found = {entry.name.removesuffix(".toml") for entry in folder.iterdir() if entry.name.endswith(".toml")}
    return tuple(name for name in games.names() if name in found)


@cache
def rule_set(name: str) -> RuleSet:
    """The shipped rule set of this name."""
    if name not in rule_set_names():
        raise UsageError(f"no rule set is named {name!r}; there are {', '.join(rule_set_names())}")
    return _checked(_shipped_values(name), f"rule_sets/{name}.toml")


def load_rules(path_or_name: str | Path) -> RuleSet:
    """The shipped rule set of this name, or that of a user's file; a fault is told with file, key and expectation."""
    if str(path_or_name) in rule_set_names():
        return rule_set(str(path_or_name))
    path = Path(path_or_name)
    if not path.is_file():
        raise UsageError(
            f"{path_or_name}: no such file, and no rule set of this name; there are {', '.join(rule_set_names())}"
        )
    try:
        values = tomllib.loads(path.read_text(encoding="utf-8-sig"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as fault:
        raise UnreadableError(f"{path}: {fault}") from None
    values.setdefault("name", path.stem)
    if values["name"] in rule_set_names():
        raise UnreadableError(f"{path}: name: {values['name']!r} is a shipped set; expected another name")
    base = values.get("extends")
    if base is not None:
        if base not in rule_set_names():
            raise UnreadableError(f"{path}: extends: {base!r}: expected one of {', '.join(rule_set_names())}")
        values = _merged(_shipped_values(base), values)
    return _checked(values, str(path))


def load_own_rules(paths: Sequence[str]) -> list[RuleSet]:
    """The sets that a user gives for one run; two of the same name are refused."""
    own: dict[str, RuleSet] = {}
    for path in paths:
        rules = load_rules(path)
        if rules.name in own:
            raise UsageError(f"{path}: a rule set named {rules.name!r} is given already; name one of them otherwise")
        own[rules.name] = rules
    return list(own.values())


def _shipped_values(name: str) -> dict[str, Any]:
    text = files("pokerstats.pipeline.games").joinpath("rule_sets", f"{name}.toml").read_text(encoding="utf-8")
    values = {"name": name, **tomllib.loads(text)}
    base = values.pop("extends", None)
    return values if base is None else _merged(_shipped_values(base), values)


def _merged(base: Mapping[str, Any], own: Mapping[str, Any]) -> dict[str, Any]:
    """Tables merged key by key, everything else replaced."""
    merged = dict(base)
    for key, value in own.items():
        before = merged.get(key)
        if isinstance(before, Mapping) and isinstance(value, Mapping):
            merged[key] = _merged(before, value)
        elif isinstance(before, Mapping) and "value" in before:
            # an option may be given by its value alone; rule and choices stay
            merged[key] = {**before, "value": value}
        else:
            merged[key] = value
    return merged


def _checked(values: Mapping[str, Any], shown_as: str) -> RuleSet:
    try:
        return RuleSet(**values)
    except ValidationError as error:
        raise UnreadableError(f"{shown_as}: {_first_fault(error)}") from None


def _first_fault(error: ValidationError) -> str:
    fault = error.errors(include_url=False)[0]
    key = ".".join(str(part) for part in fault["loc"])
    match fault["type"]:
        case "missing":
            return f"{key}: missing"
        case "extra_forbidden":
            return f"{key}: unknown key"
        case "value_error":
            message = str(fault["ctx"]["error"])
        case _:
            message = f"{as_written(fault['input'])}: {fault['msg'][0].lower()}{fault['msg'][1:]}"
    return f"{key}: {message}" if key else message
