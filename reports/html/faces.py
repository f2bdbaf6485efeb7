"""The report's fonts as one block of style rules with everything inside."""

from base64 import b64encode
from functools import cache
from importlib.resources import files

LATIN = (
    "U+0020-007E,U+00A0-00FF,U+2009,U+2013-2014,U+2018-2019,U+201C-201E,U+2022,U+2026,U+202F,U+2032-2033,U+20AC,U+2212"
)
LATIN_EXT = "U+0100-017F,U+0218-021B,U+1E9E"
FACES = (
    ("Report Symbols", "report-symbols.woff2", "", "U+2192,U+2260,U+2660,U+2663,U+2665,U+2666"),
    ("Report Serif", "report-serif-latin.woff2", "font-weight:400 600;", LATIN),
    ("Report Serif", "report-serif-latin-ext.woff2", "font-weight:400 600;", LATIN_EXT),
    ("Report Sans", "report-sans-latin.woff2", "font-weight:400 600;font-stretch:85% 100%;", LATIN),
    ("Report Sans", "report-sans-latin-ext.woff2", "font-weight:400 600;font-stretch:85% 100%;", LATIN_EXT),
)


@cache
def font_faces() -> str:
    """One ``@font-face`` rule a file; the page holds up without them."""
    return "\n".join(_face(*face) for face in FACES)


def _face(family: str, name: str, axes: str, characters: str) -> str:
    data = b64encode(files("pokerstats.reports.html").joinpath("fonts", name).read_bytes()).decode("ascii")
    return (
        f'@font-face{{font-family:"{family}";{axes}font-display:block;'
        f'src:url(data:font/woff2;base64,{data}) format("woff2");unicode-range:{characters}}}'
    )
