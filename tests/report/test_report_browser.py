"""The report in a real browser: it runs without a fault, draws, changes its theme and fits a phone.

With POKERSTATS_SCREENSHOTS naming a folder, the pictures of the documentation are written there.
"""

import base64
import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from pokerstats.pipeline.cli import main
from pokerstats.pipeline.store import open_database
from pokerstats.reports.html.build import write_report

webdriver = pytest.importorskip("selenium.webdriver", reason="selenium is not installed")
BROWSER, DRIVER = (shutil.which(name) for name in ("chromium", "chromedriver"))
pytestmark = pytest.mark.skipif(not (BROWSER and DRIVER), reason="chromium and chromedriver are not installed")

FLAGS = (
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update",
    "--disable-sync", "--no-first-run", "--hide-scrollbars", "--window-size=1440,900",
)  # fmt: skip
SAMPLES = Path(__file__).parents[2] / "data"
SECTIONS = ("overview", "winnings", "position", "sessions", "players", "audit", "hands", "ledger", "glossary")
PHONE = {"width": 360, "height": 780, "deviceScaleFactor": 1, "mobile": True}

Driver = Any


@pytest.fixture(scope="module")
def address(six: Path, tmp_path_factory: pytest.TempPathFactory) -> str:
    folder = tmp_path_factory.mktemp("browser")
    with open_database(Path(shutil.copy(six, folder))) as connection:
        return write_report(connection, folder).as_uri()


@pytest.fixture(scope="module")
def started(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Driver]:
    options = webdriver.ChromeOptions()
    options.binary_location = BROWSER
    for flag in (*FLAGS, f"--user-data-dir={tmp_path_factory.mktemp('profile')}"):
        options.add_argument(flag)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
    driver = webdriver.Chrome(options=options, service=webdriver.ChromeService(DRIVER))
    yield driver
    driver.quit()


@pytest.fixture
def browser(started: Driver, address: str) -> Driver:
    """A browser with the report freshly opened."""
    started.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})
    started.get("about:blank")
    started.get_log("browser")
    started.get_log("performance")
    started.get(address)
    return started


@pytest.fixture(scope="module")
def samples(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The report of the logs that come with pokerstats, from ingest to page."""
    folder = tmp_path_factory.mktemp("samples")
    database = str(folder / "samples.duckdb")
    assert main(["ingest", str(SAMPLES), "--db", database]) == 0
    assert main(["report", "--db", database, "--out", str(folder)]) == 0
    return (folder / "index.html").as_uri()


def picture(driver: Driver, name: str, height: int) -> bytes:
    """What the browser shows of the top of the page, as PNG."""
    driver.execute_async_script("document.fonts.ready.then(() => setTimeout(arguments[0], 50))")
    width = driver.execute_script("return innerWidth")
    clip = {"x": 0, "y": 0, "width": width, "height": height, "scale": 1}
    shot = driver.execute_cdp_cmd("Page.captureScreenshot", {"captureBeyondViewport": True, "clip": clip})
    data = base64.b64decode(shot["data"])
    if folder := os.environ.get("POKERSTATS_SCREENSHOTS"):
        Path(folder).mkdir(parents=True, exist_ok=True)
        Path(folder, name).write_bytes(data)
    return data


def test_nothing_goes_wrong_and_nothing_is_asked_for(browser: Driver) -> None:
    assert browser.get_log("browser") == []
    asked = [
        entry["message"] for entry in browser.get_log("performance") if "Network.requestWillBeSent" in entry["message"]
    ]
    assert not [message for message in asked if '"url":"http' in message]


def test_each_section_stands_on_the_page(browser: Driver) -> None:
    heights = browser.execute_script(
        "return [...document.querySelectorAll('main section')].map(s => [s.id, s.offsetHeight])"
    )
    assert tuple(section for section, _ in heights) == SECTIONS
    assert min(height for _, height in heights) > 100


def test_the_lines_are_drawn_and_read(browser: Driver) -> None:
    assert browser.execute_script("return document.querySelectorAll('#plot .js-line').length") == 3
    plot = browser.find_element("id", "plot")
    plot.send_keys("\ue012\ue012")  # arrow left, twice
    told = browser.find_element("id", "eq").text.replace("\n", " ")
    # two hands before the last: hand 59, a bet that won 2.5
    assert "59 hands" in told and "+81.5" in told


def test_the_theme_changes_with_the_reader(browser: Driver) -> None:
    colours = "return [getComputedStyle(document.body).backgroundColor, getComputedStyle(document.body).color]"
    light = browser.execute_script(colours)
    browser.execute_script("document.querySelector('input[name=theme][value=dark]').click()")
    dark = browser.execute_script(colours)
    assert light != dark
    assert "theme=dark" in browser.current_url
    browser.refresh()
    assert browser.execute_script(colours) == dark
    line = "return getComputedStyle(document.querySelectorAll('#plot .js-line')[2]).stroke"
    assert browser.execute_script(line) == dark[1]


def test_the_page_follows_the_theme_of_the_system(browser: Driver) -> None:
    colour = "return getComputedStyle(document.body).backgroundColor"
    light = browser.execute_script(colour)
    dark = [{"name": "prefers-color-scheme", "value": "dark"}]
    browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": dark})
    try:
        assert browser.execute_script(colour) != light
    finally:
        browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": []})


def test_names_can_be_masked(browser: Driver) -> None:
    browser.execute_script("document.querySelector('input[name=names][value=masked]').click()")
    shown = browser.execute_script("return document.querySelector('main').innerText")
    assert "alert(1)" not in shown and "Player 1" in shown


def test_a_finding_leads_to_its_step(browser: Driver) -> None:
    opened = browser.execute_script("""
        const link = [...document.querySelectorAll('.finding a')].at(-1);
        link.click();
        return link.hash;
    """)
    hand = f"document.querySelector('{opened}').parentElement"
    browser.execute_async_script("setTimeout(arguments[0], 50)")
    assert browser.execute_script(f"return {hand}.open")
    browser.execute_script(f"{hand}.querySelector('[data-go=mark]').click()")
    step = browser.execute_script(f"return {hand}.querySelector('[aria-current=step]').innerText")
    assert "folded with nothing to call" in step.replace("\n", " ")


def test_a_phone_needs_no_sideways_scroll(browser: Driver) -> None:
    browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", PHONE)
    browser.refresh()
    browser.execute_script("document.querySelectorAll('details').forEach(d => d.open = true)")
    assert browser.execute_script("return document.documentElement.scrollWidth") == PHONE["width"]
    assert len(picture(browser, "report-phone.png", 1600)) > 20_000


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_picture_of_the_samples_is_not_blank(browser: Driver, samples: str, theme: str) -> None:
    browser.get(samples)
    browser.execute_script(f"document.querySelector('input[name=theme][value={theme}]').click()")
    data = picture(browser, "report-overview.png" if theme == "light" else "report-overview-dark.png", 1500)
    assert data.startswith(b"\x89PNG")
    # a page of one colour compresses to almost nothing
    assert len(data) > 50_000


def test_the_page_holds_up_without_its_fonts(browser: Driver) -> None:
    browser.execute_script("document.querySelectorAll('style')[1].remove()")
    assert browser.execute_script("return document.documentElement.scrollWidth <= innerWidth")
    assert browser.execute_script("return document.querySelector('h1').offsetHeight") > 20
