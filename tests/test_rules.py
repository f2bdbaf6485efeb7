"""Rule sets as data: every value with its rule, every open question an option, a table's own file on top."""

import re
from pathlib import Path

import pytest

from pokerstats.pipeline import games
from pokerstats.pipeline.errors import PokerstatsError, UnreadableError, UsageError
from pokerstats.pipeline.games.rule_values import known_options
from pokerstats.pipeline.games.rules import RuleSet, load_rules, rule_set, rule_set_names

HOUSE = {"standard-draw", "ante-draw", "pokeris", "seven-card-stud", "blinds-draw"}
ROOMS = {
    "holdem", "short-deck", "omaha", "omahahilo", "omaha5", "omaha5hilo", "omaha6", "omaha6hilo", "courchevel",
    "courchevelhilo", "5cd", "27sd", "27td", "a5td", "badugi", "badacey", "badeucey", "stud", "studhilo", "razz",
    "5stud",
}  # fmt: skip

DECIDED = [
    # option, the set whose rules name it, what holds by default, what else may be agreed
    ("ranking", "ante-draw", "by-frequency", {"standard", "short-deck-holdem", "short-deck-holdem-trips"}),
    ("ranking", "blinds-draw", "standard", {"by-frequency", "short-deck-holdem", "short-deck-holdem-trips"}),
    ("ace_low_straight", "ante-draw", "yes", {"no"}),
    ("carry_end", "standard-draw", "share", {"open"}),
    ("half_bet_rule", "seven-card-stud", "on", {"off"}),
    ("pot_is", "standard-draw", "maximum", {"minimum"}),
    ("pot_after_pass_out", "standard-draw", "on", {"off"}),
    ("pot_raise", "standard-draw", "after-call", {"before-call"}),
    ("min_bet", "standard-draw", "inclusive", {"exclusive"}),
    ("raise_floor", "standard-draw", "minimum", {"last-raise"}),
    ("raise_floor", "ante-draw", "minimum", {"last-raise"}),
    ("raise_floor", "blinds-draw", "last-raise", {"minimum"}),
    ("raise_floor", "seven-card-stud", "last-raise", {"minimum"}),
    ("max_raises", "seven-card-stud", "by-structure", {"none", *"123456789"}),
    ("ante_from", "standard-draw", "all", {"dealer"}),
    ("first_to_show", "standard-draw", "caller", {"last-bettor"}),
    ("exposed_replacement", "standard-draw", "last", {"at-once"}),
    ("split_openers", "standard-draw", "yes", {"no"}),
    ("muck", "standard-draw", "no", {"yes"}),
    ("open_above_min", "ante-draw", "yes", {"no"}),
    ("round2_check", "ante-draw", "no", {"yes"}),
    ("short_of_money", "ante-draw", "fold", {"all-in"}),
    ("exchange_fee", "pokeris", "per-card", {"per-exchange", "none"}),
    ("rounds", "pokeris", "lap", {"equalised"}),
    ("penalty", "pokeris", "both", {"refuser"}),
    ("bring_in_may_complete", "seven-card-stud", "yes", {"no"}),
    ("open_pair", "seven-card-stud", "holder", {"anyone"}),
    ("cap_lifts", "seven-card-stud", "at-once", {"unless-capped", "next-round"}),
    ("heads_up", "blinds-draw", "dealer-sb", {"left-sb"}),
    ("round2_bet", "blinds-draw", "minimum", {"exact"}),
]


def write(tmp_path: Path, text: str, name: str = "kitchen.toml") -> Path:
    path = tmp_path / name
    path.write_text(text, encoding="utf-8")
    return path


def test_the_five_house_sets_and_the_games_of_the_rooms_are_there() -> None:
    assert set(rule_set_names()) == HOUSE | ROOMS


@pytest.mark.parametrize("name", sorted(HOUSE | ROOMS))
def test_a_set_is_named_like_its_game_and_names_its_source(name: str) -> None:
    rules = rule_set(name)
    assert rules.game == name
    assert rules.title == games.game(name).title
    assert re.search("House rules|Robert's Rules of Poker|Published rules", rules.source)


@pytest.mark.parametrize("name", sorted(HOUSE | ROOMS))
def test_sums_are_agreed_for_each_structure(name: str) -> None:
    rules = rule_set(name)
    for structure in rules.structure.allowed:
        sums = rules.stakes_in(structure)
        if structure == "fixed":
            assert sums.small_bet and sums.big_bet == 2 * sums.small_bet
        if structure in ("spread", "three-figure", "pokeris"):
            assert sums.max_bet
        if structure.startswith("cap-"):
            assert sums.cap
        if "blinds" in rules.forced.kinds:
            assert sums.small_blind and sums.big_blind == 2 * sums.small_blind
        if "ante" in rules.forced.kinds:
            assert sums.ante
        if rules.bring_in and sums.small_bet:
            assert sums.bring_in and sums.bring_in < sums.small_bet  # S13


@pytest.mark.parametrize(("option", "name", "value", "others"), DECIDED)
def test_what_was_decided_is_an_option(option: str, name: str, value: str, others: set[str]) -> None:
    stated = rule_set(name).options[option]
    assert stated.value == value
    assert set(stated.choices) == {value, *others}


def test_every_known_option_was_decided_and_belongs_to_some_set() -> None:
    assert set(known_options()) == {option for option, *_ in DECIDED}
    listed = {option for name in rule_set_names() for option in rule_set(name).options}
    assert set(known_options()) == listed


def test_an_option_that_a_set_does_not_list_holds_as_in_such_games() -> None:
    assert "split_openers" not in rule_set("holdem").options
    assert rule_set("holdem").option("open_pair") == "none"
    assert rule_set("5cd").option("round2_bet") == "big-blind"
    with pytest.raises(UsageError, match=r"no option is named 'opne_pair'; there are ante_from"):
        rule_set("holdem").option("opne_pair")


def test_house_values_as_the_documents_have_them() -> None:
    standard, ante, pokeris, stud, blinds = (
        rule_set(name) for name in ("standard-draw", "ante-draw", "pokeris", "seven-card-stud", "blinds-draw")
    )
    assert standard.openers and standard.openers.pair == "J"  # J2
    assert [rules.draw.most for rules in (standard, ante, pokeris, blinds) if rules.draw] == [3, 5, 5, 4]
    assert standard.carry.pass_out and ante.carry.odd_chip == "next-pot"  # J4, A8
    assert ante.deck.choices == (52, 36, 32, 24)  # A1
    assert blinds.deck.choices == (52, 32, 24)  # B1
    assert [street.first for street in stud.streets.values()] == ["bring-in"] + ["high-showing"] * 4  # S2, S4
    assert [street.burn for street in stud.streets.values()] == [0, 1, 1, 1, 1]  # S3
    assert [street.check for street in pokeris.streets.values() if street.betting] == [False] * 3  # P3
    assert not ante.streets["predraw"].check  # A3
    assert standard.streets["first_draw"].first == "opener"  # J7


@pytest.mark.parametrize(
    ("name", "deck", "most"),
    [
        ("blinds-draw", 24, 4), ("blinds-draw", 32, 6), ("blinds-draw", 52, 10), ("ante-draw", 36, 7),
        ("ante-draw", 52, 8), ("seven-card-stud", 52, 8), ("omaha6", None, 7), ("omaha5", None, 8),
        ("badugi", None, 10),
    ],
)  # fmt: skip
def test_d10_no_more_play_than_the_deck_has_cards_for(name: str, deck: int | None, most: int) -> None:
    assert rule_set(name).most_players(deck) == most


def test_l2_three_figure_is_ante_opening_bet_and_minimum_in_one_and_five_times_it() -> None:
    sums = rule_set("standard-draw").stakes_in("three-figure")
    assert (sums.ante, sums.open_bet, sums.min_bet, sums.max_bet) == (1, 1, 1, 5)


@pytest.mark.parametrize(
    ("base", "sums", "structure", "expected"),
    [
        ("standard-draw", "min_bet = 10", "spread", {"ante": 10, "min_bet": 10, "max_bet": 50, "open_bet": 10}),  # L1
        ("standard-draw", "small_bet = 10", "fixed", {"ante": 1, "small_bet": 10, "big_bet": 20, "open_bet": 10}),  # L6
        ("ante-draw", "min_bet = 4\nante = 1", "pot", {"ante": 1, "min_bet": 4}),
        ("seven-card-stud", "small_bet = 25\nchip = 5\nante = 5\nmin_bet = 5", "fixed", {
            "ante": 5, "bring_in": 10, "small_bet": 25, "big_bet": 50, "chip": 5,
        }),  # S13
        ("blinds-draw", "small_blind = 5", "fixed", {
            "small_blind": 5, "big_blind": 10, "small_bet": 10, "big_bet": 20,
        }),  # B2, B5
        ("holdem", "small_blind = 2\nbig_blind = 5", "cap-pot", {"small_blind": 2, "big_blind": 5, "cap": 150}),
        ("pokeris", "ante = 3", "pokeris", {"ante": 3, "max_bet": 10}),
        ("pokeris", 'max_bet = "none"', "pokeris", {"ante": 1}),  # P11
    ],
)  # fmt: skip
def test_a_sum_that_a_file_leaves_out_follows_from_the_others(
    tmp_path: Path, base: str, sums: str, structure: str, expected: dict[str, int]
) -> None:
    rules = load_rules(write(tmp_path, f'extends = "{base}"\n[stakes]\n{sums}\n'))
    assert rules.stakes_in(structure).model_dump(exclude_none=True) == {"chip": 1} | expected


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ('extends = "blinds-draw"\n[stakes]\nbig_blind = 3', "stakes.big_blind = 3: expected 2, twice the small"),
        ('extends = "holdem"\n[stakes]\nsmall_blind = 3', "stakes.big_blind = 2: expected a small blind above 0"),
        ('extends = "standard-draw"\n[stakes]\nmin_bet = 6\nmax_bet = 5', "stakes.max_bet = 5: expected at least"),
        ('extends = "standard-draw"\n[stakes]\nmin_bet = 0', "stakes.min_bet = 0: expected more than 0 (L1)"),
        ('extends = "standard-draw"\n[stakes]\nchip = 5', "stakes.ante = 1: expected whole coins of 5 (M4)"),
        ('extends = "razz"\n[stakes]\nbring_in = 5', "stakes.bring_in = 5: expected more than 0 and less than the"),
        ('extends = "stud"\n[stakes]\nbig_bet = 4', "stakes.big_bet = 4: expected a small bet above 0 and a big bet"),
        ('extends = "ante-draw"\n[stakes]\nbig_bet = 5', "stakes.big_bet = 5: expected 4, twice the small bet (L6)"),
        (
            'extends = "standard-draw"\n[stakes]\nopen_bet = 9',
            "stakes.open_bet = 9: expected 1 to 5 (L1), played spread",
        ),
        ('extends = "pokeris"\n[stakes]\nante = 11', "stakes.max_bet = 10: expected at least the ante 11, or"),
        ('extends = "pokeris"\n[stakes]\nante = 0', "stakes.ante = 0: expected more than 0"),
        ('extends = "omaha"\n[stakes]\ncap = 1', "stakes.cap = 1: expected at least the big blind 2 (O)"),
        (
            'extends = "holdem"\n[streets.flop]\nfirst = "opener"',
            "streets.flop.first = 'opener': nobody begins so in c",
        ),
        (
            'extends = "holdem"\n[streets.preflop]\nfirst = "bring-in"',
            "streets.preflop.first = 'bring-in': nobody begins",
        ),
        (
            'extends = "5cd"\n[streets.first_draw]\nfirst = "high-showing"',
            "streets.first_draw.first = 'high-showing': no",
        ),
        (
            'extends = "razz"\n[streets.third]\nfirst = "dealer-left"',
            "streets.third.first = 'dealer-left': nobody begins",
        ),
        (
            'extends = "ante-draw"\n[forced]\nkinds = ["ante", "blinds"]',
            "streets.predraw.first = 'dealer-left': nobody b",
        ),
        (
            'extends = "holdem"\n[openers]\npair = "J"\nrule = "J2"',
            "openers: expected a game of draw for the high hand",
        ),
        (
            'extends = "badacey"\n[openers]\npair = "J"\nrule = "J2"',
            "openers: expected a game of draw for the high hand",
        ),
        ('extends = "5cd"\n[carry]\npass_out = true', "carry.pass_out: expected an ante alone, as a forced bet"),
        (
            'extends = "ante-draw"\n[streets.predraw]\ncheck = true',
            "streets.predraw.check = true: expected false as ante",
        ),
        (
            'extends = "holdem"\n[streets.turn]\nbetting = false',
            "streets.turn.betting = false: expected true as holdem",
        ),
        (
            'extends = "standard-draw"\n[streets.first_draw]\nfirst = "dealer-left"',
            "streets.first_draw.first = 'dealer-left': expected 'opener' as standard-draw is played",
        ),
        ('extends = "holdem"\n[carry]\nodd_chip = "next-pot"', "carry.odd_chip = 'next-pot': expected 'dealer-left'"),
        ('extends = "badacey"\n[carry]\nodd_chip = "next-pot"', "carry.odd_chip = 'next-pot': expected 'dealer-left'"),
        ('extends = "5cd"\n[structure]\nallowed = ["pokeris"]\ndefault = "pokeris"', "structure.allowed: expected 'p"),
        ('extends = "5cd"\n[draw]\nmost = 6', "draw.most = 6: expected at most 5"),
        ('extends = "ante-draw"\n[deck]\ncards = 24\n[players]\nfewest = 5', "players.fewest = 5: the deck of 24"),
        (
            'extends = "standard-draw"\n[deck]\ncards = 24\nchoices = [24]\n[openers]\npair = "8"',
            "openers.pair = '8': the deck of 24 begins with 9",
        ),
        (
            'extends = "ante-draw"\n[options]\nranking = "short-deck-holdem"',
            "options.ranking = 'short-deck-holdem': expected another order with 52 cards (H7)",
        ),
    ],
)
def test_what_cannot_be_dealt_or_paid_is_refused_when_the_file_is_read(tmp_path: Path, text: str, told: str) -> None:
    path = write(tmp_path, text)
    with pytest.raises(UnreadableError) as fault:
        load_rules(path)
    assert str(fault.value).startswith(f"{path}: {told}")


def test_s12_the_bring_in_of_a_spread_game_is_its_minimum() -> None:
    assert rule_set("seven-card-stud").stakes_in("spread").bring_in == 1


def test_a_structure_that_is_not_played_has_no_sums() -> None:
    with pytest.raises(UsageError, match="structure 'pot': pokeris is played pokeris"):
        rule_set("pokeris").stakes_in("pot")


# ---------------------------------------------------------------- a table's own file


def test_a_file_changes_only_what_it_says(tmp_path: Path) -> None:
    path = write(
        tmp_path,
        """
        extends = "standard-draw"
        title = "Kitchen"
        [options]
        split_openers = "no"
        max_raises = 3
        [draw]
        most = 4
        [stakes]
        max_bet = 20
        [structure]
        default = "spread"
        """,
    )
    rules, shipped = load_rules(path), rule_set("standard-draw")
    assert (rules.name, rules.title, rules.extends) == ("kitchen", "Kitchen", "standard-draw")
    assert (rules.option("split_openers"), rules.option("max_raises"), rules.option("muck")) == ("no", "3", "no")
    assert rules.options["split_openers"].rule == "J11"
    assert rules.draw and rules.draw.most == 4
    assert (rules.stakes.max_bet, rules.stakes.ante) == (20, 1)
    assert rules.streets == shipped.streets
    assert rules.changed_options() == {"split_openers": "no", "max_raises": "3"}


def test_a_shipped_set_with_other_options_tells_what_changed() -> None:
    rules = rule_set("pokeris").with_options({"penalty": "refuser", "rounds": "lap"})
    assert rules.changed_options() == {"penalty": "refuser"}
    assert rule_set("pokeris").changed_options() == {}
    with pytest.raises(UsageError, match="option penalty = 'none': expected one of both, refuser"):
        rule_set("pokeris").with_options({"penalty": "none"})
    with pytest.raises(UsageError, match="no option is named 'penalties'"):
        rule_set("pokeris").with_options({"penalties": "both"})


def test_a_file_may_stand_alone(tmp_path: Path) -> None:
    shipped = Path(games.__file__).parent / "rule_sets" / "blinds-draw.toml"
    rules = load_rules(write(tmp_path, shipped.read_text(encoding="utf-8"), "own.toml"))
    assert (rules.name, rules.game, rules.extends) == ("own", "blinds-draw", None)
    assert rules.changed_options() == {}
    assert rules.with_options({"muck": "no"}).changed_options() == {"muck": "no"}


def test_a_name_is_enough_for_a_shipped_set() -> None:
    assert load_rules("razz") is rule_set("razz")


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("[options]\nsplit_openers = false", "options: split_openers = false: expected one of yes, no"),
        ('[options]\nsplit_openers = "maybe"', "options.split_openers: 'maybe': expected one of yes, no"),
        ('[options]\nsplt = "no"', "options: splt: no such option; there are ante_from, "),
        ('[options]\nmuck = { value = "yes", choice = [] }', "options.muck.choice: unknown key"),
        ("[deck]\ncards = 40", "deck.cards: expected one of 52, 36, 32, 24 cards"),
        ("[deck]\ncards = 32", "deck: cards = 32: expected one of its choices 52"),
        ("[playrs]\nmost = 4", "playrs: unknown key"),
        ("[players]\nmost = 1", "players.most: 1: input should be greater than or equal to 2"),
        ("[players]\nfewest = 11", "players.most = 10: expected at least 11"),
        ('[structure]\ndefault = "pokeris"', "structure: default = 'pokeris': expected one of those allowed: spread, "),
        ('[structure]\ndefault = "potlimit"', "structure.default: 'potlimit': input should be 'no-limit', 'pot', "),
        ('[draw]\nmost = "x"', "draw.most: 'x': input should be a valid integer"),
        ("[streets.predraw]\ndown = 6", "streets.predraw.down: expected 5 as standard-draw deals"),
        ('[streets.flop]\nrule = "J1"', "streets: expected those of standard-draw: predraw, first_draw"),
        ('game = "nope"', "game = 'nope': expected one of holdem, "),
        ("[stakes]\nante = 1.5", "stakes.ante: 1.5: input should be a valid integer"),
        ("[stakes]\nante = -1", "stakes.ante: -1: input should be greater than or equal to 0"),
        ('[draw]\nrule = "see below"', "draw.rule: 'see below': string should match pattern"),
        ('name = "razz"', "name: 'razz' is a shipped set; expected another name"),
        ('name = "a b"', "name: 'a b': string should match pattern"),
        ("options = 3", "options: 3: input should be a valid dictionary"),
        ("x = [", "Invalid value"),
    ],
)
def test_a_fault_is_told_with_file_key_and_what_was_expected(tmp_path: Path, text: str, told: str) -> None:
    path = write(tmp_path, f'extends = "standard-draw"\n{text}\n')
    with pytest.raises(UnreadableError) as fault:
        load_rules(path)
    assert str(fault.value).startswith(f"{path}: {told}")
    assert "\n" not in str(fault.value)


def test_a_file_that_extends_nothing_known_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UnreadableError, match="extends: 'kuchnia': expected one of holdem, "):
        load_rules(write(tmp_path, 'extends = "kuchnia"'))
    with pytest.raises(UnreadableError, match=r"kitchen\.toml: title: missing"):
        load_rules(write(tmp_path, 'game = "razz"'))
    with pytest.raises(
        UsageError, match=r"kitchin\.toml: no such file, and no rule set of this name; there are holdem, "
    ):
        load_rules("kitchin.toml")


def test_a_file_may_begin_with_the_mark_that_windows_writes(tmp_path: Path) -> None:
    assert load_rules(write(tmp_path, '\ufeffextends = "razz"\ntitle = "Rizz"')).title == "Rizz"


def test_a_file_that_is_no_text_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "kitchen.toml"
    path.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(PokerstatsError, match=re.escape(f"{path}: ")):
        load_rules(path)


EXAMPLES = sorted((Path(__file__).parents[1] / "data" / "house-rules").glob("*.toml"))


def test_two_examples_ship() -> None:
    assert [path.name for path in EXAMPLES] == ["cellar-32.toml", "kitchen-jacks.toml"]


def test_the_examples_change_what_they_say() -> None:
    cellar, kitchen = map(load_rules, EXAMPLES)
    assert (cellar.name, cellar.extends, cellar.deck.cards, cellar.stakes.max_bet) == ("cellar-32", "ante-draw", 32, 10)
    assert cellar.changed_options() == {
        "open_above_min": "no", "round2_check": "yes", "short_of_money": "all-in", "ace_low_straight": "no"
    }  # fmt: skip
    assert (kitchen.name, kitchen.extends, kitchen.players.most) == ("kitchen-jacks", "standard-draw", 6)
    assert (kitchen.structure.default, kitchen.stakes.ante, kitchen.stakes.max_bet) == ("pot", 2, None)
    assert kitchen.changed_options() == {
        "ante_from": "dealer", "split_openers": "no", "first_to_show": "last-bettor", "muck": "yes", "max_raises": "3"
    }  # fmt: skip


def test_rule_sets_are_frozen() -> None:
    rules: RuleSet = rule_set("razz")
    with pytest.raises(ValueError, match="frozen"):
        rules.title = "Rizz"
