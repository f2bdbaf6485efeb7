"""Whether two tellings of a hand mean the same."""

from collections.abc import Sequence
from decimal import Decimal
from typing import Any


def differing(told: dict[str, Any], as_read: dict[str, Any], *, but: Sequence[str] = ()) -> dict[str, Any]:
    """The fields that a reader would get otherwise, as they are; None for those that are not there."""
    names = sorted({*told, *as_read} - {*but})
    return {name: told.get(name) for name in names if not same(told.get(name), as_read.get(name))}


def same(one: Any, other: Any) -> bool:
    """Whether two values of a history mean the same: money may be text or number, and what is missing is null."""
    if isinstance(one, dict) or isinstance(other, dict):
        one, other = one or {}, other or {}
        return all(same(one.get(name), other.get(name)) for name in {*one, *other})
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(map(same, one, other))
    return bool(_plain(one) == _plain(other))


def _plain(value: Any) -> Any:
    if isinstance(value, bool) or value is None:
        return value or None
    try:
        return Decimal(value)
    except ArithmeticError:
        return value
