"""Our own histories, pokerstats-hand: JSON Lines of any engine or home game, as docs/history-format.md tells."""

import json
import re
from collections.abc import Iterator

from pydantic import ValidationError
from pydantic_core import ErrorDetails

from pokerstats.parsers import history as h
from pokerstats.parsers.history_batch import HandBatch
from pokerstats.pipeline import tables

FORMAT = "pokerstats-json"
BATCH = 10_000

boundary = re.compile(rb"(?m)^\{")
"""The first line of a hand, for cutting large files."""

_HEAD = re.compile(r'\ufeff?\s*\{[^\n]*"format"\s*:\s*"pokerstats-hand"')
_SHOWN_IN_ERROR = 60


def detect(head: str) -> bool:
    """Whether the beginning of a file is one of our own histories."""
    return _HEAD.match(head) is not None


def parse(data: bytes, *, path: str, keep_text: bool = False) -> Iterator[tables.Parsed]:
    """The hands of one file in batches; what cannot be read is in ``rejected`` with its line and JSON path."""
    batch = HandBatch(keep_text)
    for number, raw in enumerate(data.removeprefix(b"\xef\xbb\xbf").split(b"\n"), start=1):
        line = raw.strip()
        if line:
            _add(batch, line, number)
        batch.lines += 1
        if batch.size >= BATCH:
            yield batch.parsed()
            batch = HandBatch(keep_text)
    if data.endswith(b"\n"):
        batch.lines -= 1
    if batch.lines or batch.size:
        yield batch.parsed()


def _add(batch: HandBatch, line: bytes, number: int) -> None:
    """One line: a hand in the tables, or a row in ``rejected``."""
    try:
        hand = h.Hand.model_validate_json(line)
    except ValidationError as error:
        batch.reject(line, number, number, _kind(error), fault_text(error), *_identity(line))
        return
    batch.add(hand, line, number, number)


# ---------------------------------------------------------------- what is wrong with a line


def _kind(error: ValidationError) -> str:
    fault = error.errors(include_url=False)[0]
    cut_off = fault["type"] == "json_invalid" and "EOF" in str(fault.get("ctx", {}).get("error", ""))
    return "incomplete" if cut_off else "unreadable"


def fault_text(error: ValidationError) -> str:
    """What is wrong with a hand: JSON path, value, what was expected; the first three faults."""
    faults = error.errors(include_url=False)
    told = "; ".join(_fault_text(fault) for fault in faults[:3])
    return told if len(faults) <= 3 else f"{told}; and {len(faults) - 3} more"


def faults(line: bytes) -> list[tuple[str, str]]:
    """Everything wrong with the fields of one line: JSON path, and what was expected there."""
    try:
        h.Hand.model_validate_json(line)
    except ValidationError as error:
        return [(_json_path(fault["loc"]), _expected(fault)) for fault in error.errors(include_url=False)]
    return []


def _fault_text(fault: ErrorDetails) -> str:
    told = _expected(fault)
    return told if fault["type"] == "json_invalid" else f"{_json_path(fault['loc'])}: {told}"


def _expected(fault: ErrorDetails) -> str:
    message = fault["msg"][0].lower() + fault["msg"][1:]
    match fault["type"]:
        case "json_invalid":
            return message
        case "extra_forbidden":
            return "unknown field"
        case "missing":
            return "missing"
        case "union_tag_not_found":
            return 'expected a "type"'
    value = fault["input"]
    compound = isinstance(value, dict | list)
    written = "an object or list" if compound else json.dumps(value, ensure_ascii=False, default=str)
    return f"{written[:_SHOWN_IN_ERROR]}: {message}"


def _json_path(loc: tuple[int | str, ...]) -> str:
    # pydantic puts the event's type between its number and its field
    parts = loc[:2] + loc[3:] if len(loc) > 2 and loc[0] == "events" else loc
    path = "$"
    for part in parts:
        path += f"[{part}]" if isinstance(part, int) else f".{part}"
    return path


_SITE = re.compile(rb'"site"\s*:\s*"([^"\\]*)"')
_HAND = re.compile(rb'"hand"\s*:\s*"([^"\\]*)"')


def _identity(line: bytes) -> tuple[str | None, str | None]:
    """Site and hand number as far as a faulty line still tells them."""
    site, number = _SITE.search(line), _HAND.search(line)
    if number is None:
        return None, None
    return site[1].decode("utf-8", "replace") if site else "pokerstats", number[1].decode("utf-8", "replace")
