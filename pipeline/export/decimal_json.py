"""JSON with decimals as exact numbers: no float is between a sum of money and its digits."""

import json
from decimal import Decimal
from functools import cache
from typing import Any

_name = cache(json.dumps)
"""A field's name as JSON; few names come again and again."""


def dumps(value: Any) -> str:
    """The value as JSON on one line; a Decimal becomes a number with its digits, ``2.50`` is ``2.5``."""
    if isinstance(value, str):
        return json.dumps(value, ensure_ascii=False)
    if isinstance(value, dict):
        return "{" + ", ".join([f"{_name(name)}: {dumps(item)}" for name, item in value.items()]) + "}"
    if isinstance(value, list | tuple):
        return "[" + ", ".join([dumps(item) for item in value]) + "]"
    if isinstance(value, Decimal):
        digits = f"{value:f}"
        return digits.rstrip("0").rstrip(".") if "." in digits else digits
    return json.dumps(value)
