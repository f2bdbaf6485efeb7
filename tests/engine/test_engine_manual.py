"""The manual of the engine is true: its example runs, and it names every kind of turn and choice."""

import json
import re
from pathlib import Path
from typing import Any

from pokerstats.pipeline.engine import turn

MANUAL = (Path(__file__).parents[2] / "docs" / "engine.md").read_text(encoding="utf-8")


def test_the_example_plays_a_hand() -> None:
    (code,) = re.findall(r"```python\n(.*?)```", MANUAL, flags=re.DOTALL)
    names: dict[str, Any] = {}
    exec(code, names)
    history = json.loads(names["line"])
    assert history["hand"] == "K-1" and history["events"][-1]["type"] == "end"
    assert names["hand"].finished


def test_every_choice_is_named() -> None:
    kinds = {value.kind for value in vars(turn).values() if isinstance(value, turn.Choice)}
    assert len(kinds) > 8
    assert {kind for kind in kinds if f"`{kind}`" not in MANUAL} == set()
