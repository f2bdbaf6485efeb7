"""The SQL files: ``schema`` (migrations), ``views``, ``checks``, ``queries``, and where to read them from."""

from importlib.resources import files


def text(folder: str, name: str) -> str:
    """The text of one file, e.g. ``text("checks", "pot-conservation.sql")``."""
    return files("pokerstats.sql").joinpath(folder, name).read_text(encoding="utf-8")


def names(folder: str) -> list[str]:
    """The names of the SQL files in a folder, sorted (migrations and views run in this order)."""
    return sorted(
        entry.name for entry in files("pokerstats.sql").joinpath(folder).iterdir() if entry.name.endswith(".sql")
    )
