"""Values as TOML on one line."""

import json
from datetime import time
from decimal import Decimal
from typing import Any


def toml(value: Any) -> str:
    """The value as TOML; objects become inline tables, and a Decimal keeps its digits."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, dict):
        return "{" + ", ".join(f"{name} = {toml(item)}" for name, item in value.items()) + "}"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(map(toml, value)) + "]"
    if isinstance(value, Decimal):
        return "inf" if value.is_infinite() else f"{value:f}"
    if isinstance(value, int):
        return str(value)
    if isinstance(value, time):
        return value.isoformat()
    # the escapes of JSON are those of TOML, which wants one more
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007F")
