"""When a hand was played: printed wall clocks with their labels, as UTC where they fix the instant."""

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import polars as pl

# A client prints the winter abbreviation all year: the label names a place's wall clock, not an offset.
PLACES = {
    "ET": "America/New_York",
    "EST": "America/New_York",
    "EDT": "America/New_York",
    "CT": "America/Chicago",
    "MT": "America/Denver",
    "PT": "America/Los_Angeles",
    "AT": "America/Halifax",
    "NT": "America/St_Johns",
    "BRT": "America/Sao_Paulo",
    "ART": "America/Argentina/Buenos_Aires",
    "UTC": "UTC",
    "GMT": "UTC",
    "WET": "Europe/London",
    "CET": "Europe/Paris",
    "EET": "Europe/Helsinki",
    "MSK": "Europe/Moscow",
    "IST": "Asia/Kolkata",
    "CCT": "Asia/Shanghai",
    "JST": "Asia/Tokyo",
    "AWST": "Australia/Perth",
    "ACST": "Australia/Adelaide",
    "AEST": "Australia/Sydney",
    "NZT": "Pacific/Auckland",
}
_FIXED = ("UTC", "GMT")

CLOCK = (
    r"([0-9]{4})[/-]([0-9]{1,2})[/-]([0-9]{1,2})(?: -)? +([0-9]{1,2}):([0-9]{2})(?::([0-9]{2}))?"
    r"(?: \(?([A-Z]{2,5})\)?)?"
)
"""A printed wall clock: six numbers (the seconds may lack) and a label."""


def _instants(wall: datetime, label: str) -> list[datetime]:
    """The instants at which the clock of the label's place shows this time: one, two in the repeated hour, or none."""
    place = ZoneInfo(PLACES[label])
    found = {wall.replace(tzinfo=place, fold=fold).astimezone(UTC) for fold in (0, 1)}
    return sorted(instant for instant in found if instant.astimezone(place).replace(tzinfo=None) == wall)


def instant(wall: datetime, label: str | None, other: datetime | None, other_label: str | None) -> datetime | None:
    """The UTC instant (without zone) of a hand whose log prints one or two clocks, or nothing if they leave it open."""
    clocks = [(w, at) for w, at in ((wall, label), (other, other_label)) if w is not None and at in PLACES]
    # Universal time needs no help; the bracketed time is the room's own; the first clock is the player's computer.
    clocks.sort(key=lambda clock: (clock[1] not in _FIXED, clock[0] is wall and other is not None))
    if not clocks:
        return None
    trusted, helping = clocks[0], clocks[1:]
    candidates = _instants(trusted[0], str(trusted[1]))
    if len(candidates) > 1:
        for helper_wall, helper_label in helping:
            place = ZoneInfo(PLACES[str(helper_label)])
            near = timedelta(minutes=1)
            candidates = [c for c in candidates if abs(c.astimezone(place).replace(tzinfo=None) - helper_wall) < near]
    return candidates[0].replace(tzinfo=None) if len(candidates) == 1 else None


def clocks(printed: pl.Series) -> pl.DataFrame:
    """``played_at``, ``played_local`` and ``zone`` of a column of printed times: ``CLOCK``, or two, one in brackets."""
    parts = printed.str.extract_groups(rf"^{CLOCK}(?: \[{CLOCK}\])?").struct.unnest()
    parts.columns = [f"{name}{which}" for which in (1, 2) for name in ("y", "mo", "d", "h", "mi", "s", "zone")]

    def wall(which: int) -> pl.Expr:
        number = [pl.col(f"{name}{which}").cast(pl.Int32, strict=False) for name in ("y", "mo", "d", "h", "mi", "s")]
        day = pl.concat_str(
            [
                pl.col(f"y{which}"),
                pl.col(f"mo{which}").str.zfill(2),
                pl.col(f"d{which}").str.zfill(2),
            ]
        ).str.to_date("%Y%m%d", strict=False)
        valid = (number[3] < 24) & (number[4] < 60) & (number[5].fill_null(0) < 60)
        clock = day.cast(pl.Datetime("us")) + pl.duration(
            hours=number[3], minutes=number[4], seconds=number[5].fill_null(0)
        )
        return pl.when(valid).then(clock)

    both = parts.select(one=wall(1), zone1=pl.col("zone1"), two=wall(2), zone2=pl.col("zone2"))

    def utc(column: str, label: str) -> pl.Expr:
        return (
            pl.col(column)
            .dt.replace_time_zone(PLACES[label], ambiguous="null", non_existent="null")
            .dt.convert_time_zone("UTC")
            .dt.replace_time_zone(None)
        )

    fast = both.select(
        # The common forms in one go; everything else, and the repeated hour, below.
        played_at=pl.when(pl.col("zone2") == "ET")
        .then(utc("two", "ET"))
        .when(pl.col("two").is_null() & (pl.col("zone1") == "ET"))
        .then(utc("one", "ET"))
        .when(pl.col("zone1").is_in(_FIXED))
        .then(pl.col("one")),
        played_local=pl.col("one"),
        zone=pl.col("zone1"),
    )
    open_rows = (fast["played_at"].is_null() & both["one"].is_not_null() & both["zone1"].is_not_null()).arg_true()
    if len(open_rows):
        solved = [instant(*row) for row in both[open_rows].rows()]
        at = fast["played_at"].scatter(open_rows, pl.Series(solved, dtype=pl.Datetime("us")))
        fast = fast.with_columns(played_at=at)
    return fast
