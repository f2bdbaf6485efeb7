"""PokerStars text logs, and what imitates them: other rooms and converters with the same lines."""

import re
from collections.abc import Iterable, Iterator

from pokerstats.parsers.engine import boundary_of, looks_like, parse_lines
from pokerstats.parsers.grammar import MONEY, Cut, Grammar, Heading, Line, SeatLine, money
from pokerstats.pipeline.tables import Parsed

FORMAT = "pokerstars"

# ---------------------------------------------------------------- words

NETWORKS = {
    "pokerstars": "PokerStars",
    "full tilt": "Full Tilt",
    "run it once poker": "Run It Once",
    "run it once": "Run It Once",
    "pppoker": "PPPoker",
    "pokermaster": "PokerMaster",
    "pokerbros": "PokerBros",
    "pokerstats": "pokerstats",
}
OTHER_FORMATS = ("poker", "full tilt poker", "fulltiltpoker", "betonline poker", "actionpoker.com", "gear poker")
"""Rooms whose first line looks alike and whose other lines do not."""

GAMES = {
    "hold'em": "holdem",
    "6+ hold'em": "short-deck",
    "split hold'em": "split-holdem",
    "omaha": "omaha",
    "omaha 5 cards": "omaha5",
    "omaha 6 cards": "omaha6",
    "omaha hi/lo": "omahahilo",
    "omaha h/l": "omahahilo",
    "5 card omaha": "omaha5",
    "5 card omaha hi/lo": "omaha5hilo",
    "5 card omaha h/l": "omaha5hilo",
    "6 card omaha": "omaha6",
    "6 card omaha hi/lo": "omaha6hilo",
    "6 card omaha h/l": "omaha6hilo",
    "courchevel": "courchevel",
    "fusion": "fusion",
    "courchevel hi/lo": "courchevelhilo",
    "courchevel h/l": "courchevelhilo",
    "5 card draw": "5cd",
    "single draw 2-7 lowball": "27sd",
    "2-7 single draw": "27sd",
    "triple draw 2-7 lowball": "27td",
    "2-7 triple draw": "27td",
    "triple draw a-5 lowball": "a5td",
    "a-5 triple draw": "a5td",
    "badugi": "badugi",
    "badacey": "badacey",
    "badeucey": "badeucey",
    "7 card stud": "stud",
    "7 card stud hi/lo": "studhilo",
    "7 card stud h/l": "studhilo",
    "razz": "razz",
    "5 card stud": "5stud",
}
LIMITS = {
    "no limit": "nl",
    "pot limit": "pl",
    "limit": "fl",
    "fixed limit": "fl",
    "pot limit pre-flop, no limit post-flop": "mixed",
}
SYMBOLS = {"$": "USD", "€": "EUR", "£": "GBP", "₹": "INR", "Rs": "INR", "¥": "CNY", "￥": "CNY"}
CODES = ("USD", "EUR", "GBP", "CAD", "INR", "CNY", "AUD", "BRL", "SEK", "DKK", "NOK", "CHF", "PLN", "RUB")
POINTS = {"FPP": "FPP", "FPPS": "FPP", "SC": "SC", "STARSCOIN": "SC", "STARSCOINS": "SC"}
"""The room's loyalty points, which buy into tournaments."""

# ---------------------------------------------------------------- headers

_ROOM_WORDS = r"[A-Z][A-Za-z0-9_.']*(?: [A-Z][A-Za-z0-9_.']*){0,5}"
_START = _ROOM_WORDS + r" (?:Hand|Game|HAND|GAME) #[A-Za-z]{0,4}[0-9][0-9-]*: *"
_INSIDE = (
    r"(?:PokerStars|POKERSTARS|PokerBros|PokerMaster|PPPoker|Run It Once|Full Tilt)"
    r"(?: [A-Z][A-Za-z]*){0,3} (?:Hand|Game|GAME) #[A-Za-z]{0,4}[0-9][0-9-]*: "
)
_HEADER = r"(?P<room>(?:[^#: ]+ +)+)#(?P<site_hand_no>[A-Za-z]{0,4}[0-9][0-9-]*): *(?P<game>(?:[^ ].*)?)"


def _longest(words: Iterable[str]) -> str:
    return "|".join(re.escape(word) for word in sorted(words, key=len, reverse=True))


_ROOM = re.compile(
    r"(?P<network>.+?)(?: home(?= game))?(?: game(?= ))?(?P<fast> zoom| rush|(?: go)? fast)? (?:hand|game)", re.I
)
_GAME = re.compile(rf"(?<![\w+])(?P<game>{_longest(GAMES)}) (?P<limit>{_longest(LIMITS)})(?=\W|$)", re.I)
_TOURNAMENT = re.compile(r"(?P<fast>zoom )?tournament #(?P<number>\d+),? *(?P<rest>.*)", re.I)
_OF_A_KNOWN_ROOM = re.compile(
    rf"(?im)^\W*(?:ï»¿)?(?!(?:{_longest(OTHER_FORMATS)}) )(?:{_longest(NETWORKS)})(?: [a-z]+){{0,3}} "
    r"(?:hand|game) #[a-z]{0,4}[0-9][0-9-]*: "
    r".* - [0-9]{4}/[0-9]{1,2}/[0-9]{1,2} [0-9]{1,2}:[0-9]{2}:"
)
"""The first line of a hand that is these rooms' own, even if the game is none that is known."""
_OTHER_GAME = re.compile(r"\b(?:swap|showtime|unfold|tempest|deep water)$", re.I)
"""The room's own turns of a game, named in front of it: other rules, so other games."""
_PRICE = rf"{MONEY}(?: ?(?:FPPs?|SC|StarsCoins?)\b)?"
_BUY_IN = re.compile(
    rf"(?P<first>{_PRICE})(?:\+(?P<second>{_PRICE}))?(?:\+(?P<third>{_PRICE}))?(?: (?P<code>[A-Z]{{3}})\b)?"
    r"|(?P<free>freeroll)",
    re.I,
)
_STAKES = re.compile(rf"(?P<small>{MONEY})/(?P<big>{MONEY})")
_SHORT_DECK = re.compile(rf"button blind (?P<big>{MONEY})", re.I)
_ANTE = re.compile(rf"ante (?P<ante>{MONEY})", re.I)
_CAP = re.compile(rf"(?P<cap>{MONEY}) cap", re.I)
_CODE = re.compile(rf"\b(?:{'|'.join(CODES)})\b")
_LEVEL = re.compile(r"level (?P<level>[IVXLCDM]+|\d+)\b", re.I)
_POINTS = re.compile(r"(?P<sum>[\d,.]+) ?(?P<points>[A-Za-z]+)$")


def _currency(text: str) -> str | None:
    if code := _CODE.search(text):
        return code[0]
    return next((code for symbol, code in SYMBOLS.items() if symbol in text), None)


def _price(text: str | None) -> tuple[int | None, str | None]:
    """A part of a buy-in, and the points it is asked in."""
    if text is None:
        return None, None
    if points := _POINTS.fullmatch(text):
        return money(points["sum"]), POINTS.get(points["points"].upper())
    return money(text), None


def _buy_in(text: str) -> tuple[dict[str, int | str | None], str]:
    """What a tournament costs, and what stands between price and game: a name, or nothing."""
    match = _BUY_IN.match(text)
    if match is None:
        return {}, text
    rest = text[match.end() :]
    if match["free"]:
        return {"buy_in": 0, "fee": 0}, rest
    parts = [_price(match[name]) for name in ("first", "second", "third")]
    amounts = [amount for amount, _ in parts if amount is not None]
    points = next((points for _, points in parts if points), None)
    return {
        "buy_in": amounts[0],
        # Three parts are prize pool, bounty and fee, in this order.
        "bounty": amounts[1] if len(amounts) == 3 else None,
        "fee": amounts[-1] if len(amounts) > 1 else None,
        "buy_in_currency": points or match["code"] or _currency(match[0]) or "PLAY",
    }, rest


def _heading(room: str, game: str, has_zone: bool) -> Heading | str:
    """Room and game of a header line, or why they cannot be read."""
    where = _ROOM.fullmatch(room)
    if where is None or where["network"].lower() in OTHER_FORMATS:
        return f"'{room}' is no room of this format"
    network = where["network"].lower().split(".")[0]
    site = NETWORKS.get(network, where["network"])
    game = re.sub(r"^\{.*?\} *", "", " ".join(game.split()))
    tournament = _TOURNAMENT.match(game)
    text = tournament["rest"] if tournament else game
    found = _GAME.search(text)
    if found is None:
        return f"'{text}' names no game and limit that is known"
    before, after = text[: found.start()], text[found.end() :]
    mixed = before.endswith("(")
    betting = LIMITS[found["limit"].lower()]
    facts: dict[str, int | str | bool | None] = {}
    if tournament:
        cost, before = _buy_in(before)
        facts |= cost
    name = before.rstrip("(").strip(" ,+-") or None
    if name and not mixed and (tournament is None or _OTHER_GAME.search(name)):
        return f"'{name} {found[0]}' is no game that is known"
    facts["mix" if mixed else "tournament_name"] = name
    if cap := _CAP.search(after):
        facts["cap"] = money(cap["cap"])
        betting = {"nl": "cap-nl", "pl": "cap-pl"}.get(betting, betting)
    if ante := _ANTE.search(after):
        facts["ante"] = money(ante["ante"])
    if stakes := _STAKES.search(after):
        small, big = ("small_bet", "big_bet") if betting == "fl" else ("small_blind", "big_blind")
        facts[small], facts[big] = money(stakes["small"]), money(stakes["big"])
    elif blind := _SHORT_DECK.search(after):
        facts["big_blind"] = money(blind["big"])
    else:
        return f"'{after.strip()}' names no stakes"
    if tournament:
        level = _LEVEL.search(after)
        facts |= {"kind": "tournament", "currency": "CHIPS", "tournament_no": tournament["number"]}
        facts["level"] = level["level"] if level else None
    elif currency := _currency(after):
        facts |= {"kind": "cash", "currency": currency}
    else:
        facts |= {"kind": "unknown", "currency": "CHIPS"}
    converted = not has_zone and _CODE.search(game) is None
    return Heading(
        site=site,
        game=GAMES[found["game"].lower()],
        betting=betting,
        fast_fold=bool(where["fast"] or (tournament and tournament["fast"])),
        # These print no uncalled bet when everyone folds to the big blind, and let him collect it.
        collects_uncalled=site == "Run It Once" or converted,
        returns_added=site == "Run It Once",
        **facts,  # type: ignore[arg-type]
    )


# ---------------------------------------------------------------- lines

_RUNS = (("", None), ("FIRST ", 1), ("SECOND ", 2), ("THIRD ", 3))
_SHOWN_BEFORE = r"(?: {cards}){1,2}(?: \{Rake: {money}\})?"
_RESULT = r"Seat (?P<seat>\d{1,2}): {name}(?: \((?:button|small blind|big blind|button blind|small blind/button)\))*"


def _section(words: str, street: str | None, rest: str = "", run: int | None = None, brackets: int = 2) -> Line:
    return Line("street", rf"\*\*\* {words} \*\*\*{rest}", where="any", street=street, run=run, brackets=brackets)


LINES = (
    # betting
    Line("fold", r"{name}: folds(?: {cards})?(?: \([a-z ]+\))?"),
    Line("check", r"{name}: checks(?: \([a-z ]+\))?"),
    Line("call", r"{name}: calls {amount}{all_in}(?: \(disconnect\))?"),
    Line("bet", r"{name}: bets {amount}{all_in}"),
    Line("raise", r"{name}: raises {money} to {to}{all_in}"),
    Line("complete", r"{name}: completes(?: it)? to {to}{all_in}"),
    # forced money
    Line("ante", r"{name}: posts (?:the )?ante {amount}{all_in}"),
    Line("small_blind", r"{name}: posts (?:the )?small blind {amount}{all_in}"),
    Line("big_blind", r"{name}: posts (?:the )?big blind {amount}{all_in}"),
    Line("both_blinds", r"{name}: posts small (?:&|and) big blinds? {amount}{all_in}"),
    Line("button_blind", r"{name}: posts (?:the )?button blind {amount}{all_in}"),
    Line("dead_blind", r"{name}: posts (?:a |the )?(?:dead|missed)(?: small)?(?: blind)? {amount}{all_in}"),
    Line("post", r"{name}: posts(?: chip)? {amount}{all_in}"),
    Line("straddle", r"{name}: (?:posts (?:a |the )?straddle|straddles)(?: of)? {amount}{all_in}"),
    Line("bring_in", r"{name}: brings in(?: low| high)? for {amount}{all_in}"),
    # draws
    Line("discard", r"{name}: discards {n} cards?(?: {cards})?"),
    Line("stand_pat", r"{name}: stands pat(?: on {cards})?"),
    # cards dealt and shown
    Line("dealt", r"Dealt to {name} {cards}(?: {cards})?"),
    Line("ignore", r"Dealt to {name}"),
    Line("show", r"{name}: shows {cards}(?: \({said}\)| \(\))?"),
    Line("show", r"{name} shows {cards} for (?P<said>.*?)(?: {cards})?"),
    Line("muck", r"{name}: mucks (?:hand|{cards})"),
    # money after the betting
    Line("return", r"Uncalled bet \({amount}\) returned to {name}"),
    Line("collect", r"{name} collected {amount}(?: from pot)?"),
    Line("collect", r"{name} collected {amount} from main pot", pot=0),
    Line("collect", r"{name} collected {amount} from side pot", pot=1),
    *(Line("collect", rf"{{name}} collected {{amount}} from side pot(?:-| #){pot}", pot=pot) for pot in range(1, 10)),
    Line("cash_out", r"{name} cashed out the hand for {amount}(?: \| Cash Out Fee {money})?"),
    Line("added", r"STP added: {amount}", where="any"),
    # sections
    Line("summary", r"\*\*\* SUMMARY \*\*\*", where="any"),
    _section("HOLE CARDS", None),
    # A client of 2016 printed Courchevel's first board card so.
    _section(r"HOLE CARDS", "preflop", r" {cards}\*\*\* HOLE CARDSPRE-FLOP \*\*\* {cards}", brackets=1),
    _section("DEALING HANDS", None),
    _section("PRE-FLOP", "preflop", _SHOWN_BEFORE),
    *(_section(words + "FLOP", "flop", _SHOWN_BEFORE, run) for words, run in _RUNS),
    *(_section(words + "TURN", "turn", _SHOWN_BEFORE, run) for words, run in _RUNS),
    *(_section(words + "RIVER", "river", _SHOWN_BEFORE, run) for words, run in _RUNS),
    *(_section(words + "SHOW ?DOWN", "showdown", "", run) for words, run in _RUNS),
    _section("RIVER", "river"),
    _section("2nd STREET", "second"),
    _section("3rd STREET", "third"),
    _section("4th STREET", "fourth"),
    _section("5th STREET", "fifth"),
    _section("6th STREET", "sixth"),
    _section("7th STREET", "seventh"),
    _section("(?:FIRST )?DRAW", "first_draw"),
    _section("SECOND DRAW", "second_draw"),
    _section("THIRD DRAW", "third_draw"),
    # table and summary
    Line(
        "table",
        r"Table (?:ID )?'(?P<table>.*)'(?: (?P<max_seats>\d{1,2})-[Mm]ax)?"
        r"(?:(?P<play> \(Play Money\))| \(Real Money\))?(?: Seat #(?P<button>\d{1,2}) is the button)?",
        where="head",
    ),
    Line("total", r"Total pot:? {amount}(?P<parts>.*)", where="summary"),
    Line("board", r"Board {cards}", where="summary"),
    *(Line("board", rf"{words}Board {{cards}}", where="summary", run=run) for words, run in _RUNS[1:]),
    Line("runs", r"Hand was run (?:once|twice|\w+ times)", where="summary"),
    Line(
        "result_folded",
        _RESULT + r" folded (?:before|on|after)(?: the)? [\w -]+?(?: \(didn't bet\))?(?: \([a-z ]+\))?",
        where="summary",
    ),
    Line("result_won", _RESULT + r" (?P<said>(?:collected|won) .*)", where="summary"),
    Line("result_won", _RESULT + r" (?:did not|didn't|doesn't) show(?: hand)?(?P<said> and won .*)?", where="summary"),
    Line("result_shown", _RESULT + r" showed {cards}(?P<said>.*)", where="summary"),
    Line("result_mucked", _RESULT + r" mucked(?: hand| {cards})?(?P<said> and (?:won|lost).*)?", where="summary"),
    Line("cancelled", r"Hand cancell?ed", where="any"),
    # of no consequence for the hand
    Line("ignore", r'{who} said, ".*"', where="any"),
    Line("ignore", r"{who}: doesn't show hand", where="any"),
    Line(
        "ignore",
        r"{who}:? (?:is sitting out|sits out|is connected|is disconnected|has returned|leaves the table|is back)",
        where="any",
    ),
    Line("ignore", r"{who} has timed out(?: while(?: being)? disconnected)?", where="any"),
    Line("ignore", r"{who} joins the table at seat #\d{1,2}", where="any"),
    Line("ignore", r"{who} was removed from the table for failing to post", where="any"),
    Line("ignore", r"{who} (?:will be allowed to play after the button|cannot rejoin.*|re-?joins.*)", where="any"),
    Line("ignore", r"{who} (?:re-buys|takes the add-on) and receives .+", where="any"),
    Line("ignore", r"{who} finished the tournament.*", where="any"),
    Line("ignore", r"{who} wins (?:the tournament|the .+ bounty|.+ for (?:eliminating|splitting)).*", where="any"),
    # Those who share a bounty stand in one line, so no one name begins it.
    Line("ignore", r".+? splits? the .+ bounty for eliminating .+", where="any"),
    Line("ignore", r"{who} (?:is|was|has been) (?:eliminated|moved|chip leader).*", where="any"),
    Line("ignore", r"{who} wins an? (?:entry|seat|ticket|.+ ticket).*", where="any"),
    Line("ignore", r"{who} has requested TIME", where="any"),
    # Converters keep the other room's words about the table.
    Line("ignore", r"{who}: (?:Table deposit {money}|Seat (?:stand|sit down|sit out|re-?join))", where="any"),
    Line("ignore", r"(?:Table (?:leave|enter) user|Seat (?:stand|sit down|sit out|re-?join))", where="any"),
    Line("ignore", r"Betting is capped", where="any"),
    Line("ignore", r"Pair on board - a double bet is allowed", where="any"),
    Line("ignore", r"(?:No low hand qualified|The deck is reshuffled)", where="any"),
    Line("ignore", r"Hand ended at .*", where="any"),
    # A tool's own note behind the seat list, as JSON.
    Line("ignore", r"# \{.*\}", where="any"),
    # the room's mailed logs number the hands, and not all who keep them leave a blank line between
    Line("ignore", r"\*{3,} # \d+ \*{3,}", where="summary"),
    # Anonymisers leave another name here; the seat number still stands.
    Line("result_of", r"Seat (?P<seat>\d{1,2}): .+ \(didn't bet\)", where="summary"),
    Line("ignore", r"Seat \d{1,2}: .+ is sitting out", where="summary"),
)

GRAMMAR = Grammar(
    format=FORMAT,
    start=_START,
    start_hint=" #",
    inside=_INSIDE,
    header=_HEADER,
    before_time=" - ",
    time="[0-9]{4}/[0-9]{1,2}/[0-9]{1,2} ",
    heading=_heading,
    seat=SeatLine(
        pattern=r"Seat (?P<seat>\d{1,2}): (?P<player>.+) \({stack} in chips(?:, {bounty} bounty)?\)"
        r"(?P<status>(?: is sitting out| out of hand \(.*\)| \[hero\])*)",
        begins="Seat ",
        number_ends=": ",
        name_ends=" (",
        stack_ends=" in chips",
        usual_end=")",
    ),
    marker="*** ",
    lines=LINES,
    cuts=(
        Cut(" []", begins="Dealt to "),
        Cut(") returned to ", begins="Uncalled bet (", name_last=True),
        Cut(": "),
        Cut(" collected "),
        Cut(" cashed out "),
        Cut(" shows "),
    ),
    summary_cut=": ",
    summary_lists_all=True,
    hero_mark="[hero]",
    pot_parts={"Rake": "rake", "Main pot": "ignore", "Side pot": "ignore", "STP": "added"},
    # A client of 2013 printed "of" in place of the last card of a hand, HoldemManager hides a card as "XX".
    odd_cards={"of": "??", "XX": "??"},
)


boundary = boundary_of(GRAMMAR)
"""Where a file may be cut, to read its parts side by side."""


def detect(head: str) -> bool:
    """Whether the beginning of a log looks like this format."""
    return looks_like(head, GRAMMAR) or _OF_A_KNOWN_ROOM.search(head) is not None


def parse(data: bytes, *, path: str, keep_text: bool = False) -> Iterator[Parsed]:
    """The hands of a log, batch by batch."""
    return parse_lines(data, GRAMMAR, keep_text=keep_text)
