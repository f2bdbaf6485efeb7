"""The package as a user gets it: every sub-package listed, a wheel built from the sdist, a clean environment."""

import json
import os
import subprocess
import sys
import tomllib
import venv
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
LOG = """\
PokerStars Hand #900000000001:  Hold'em No Limit ($0.05/$0.10 USD) - 2024/03/05 20:00:00 ET
Table 'Lyra' 6-max Seat #1 is the button
Seat 1: Anouk ($10 in chips)
Seat 2: Bertil ($10 in chips)
Anouk: posts small blind $0.05
Bertil: posts big blind $0.10
*** HOLE CARDS ***
Dealt to Anouk [Ah Kd]
Anouk: folds
Uncalled bet ($0.05) returned to Bertil
Bertil collected $0.10 from pot
Bertil: doesn't show hand
*** SUMMARY ***
Total pot $0.10 | Rake $0
Seat 1: Anouk (button) (small blind) folded before Flop
Seat 2: Bertil (big blind) collected ($0.10)
"""


def setuptools_config() -> dict[str, dict[str, str]]:
    config: dict[str, dict[str, str]] = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"][
        "setuptools"
    ]
    return config


def test_every_package_is_listed() -> None:
    config = setuptools_config()
    found = {
        "pokerstats." + ".".join(init.parent.relative_to(ROOT).parts)
        for root in config["package-dir"].values()
        for init in (ROOT / root).rglob("__init__.py")
    }
    assert found == set(config["packages"])


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The bin folder of a clean environment with the wheel in it; the wheel was built from the sdist."""
    folder = tmp_path_factory.mktemp("wheel")
    built = subprocess.run([sys.executable, "-m", "build", "--outdir", folder, ROOT], capture_output=True, text=True)
    assert built.returncode == 0, built.stdout + built.stderr
    (wheel,) = folder.glob("*.whl")
    venv.create(folder / "clean", with_pip=True)
    bin_folder = folder / "clean" / ("Scripts" if os.name == "nt" else "bin")
    pip = subprocess.run([bin_folder / "python", "-m", "pip", "install", "-q", wheel], capture_output=True, text=True)
    assert pip.returncode == 0, pip.stderr
    return bin_folder


def test_wheel_does_the_main_job(installed: Path, tmp_path: Path) -> None:
    (tmp_path / "logs").mkdir()
    (tmp_path / "logs" / "lyra.txt").write_text(LOG, encoding="utf-8")

    def pokerstats(*arguments: str) -> str:
        run = subprocess.run([installed / "pokerstats", *arguments], cwd=tmp_path, capture_output=True, text=True)
        assert run.returncode == 0, run.stdout + run.stderr
        return run.stdout

    assert json.loads(pokerstats("ingest", "logs", "--json"))["totals"]["new"] == 1
    assert json.loads(pokerstats("sql", "select sum(net) as net from seats", "--json")) == [{"net": 0.0}]
    assert all(check["offending"] == 0 for check in json.loads(pokerstats("audit", "--json")))
    pokerstats("report", "--out", "report")
    assert "Bertil" in (tmp_path / "report" / "index.html").read_text(encoding="utf-8")


def test_wheel_puts_one_name_into_site_packages(installed: Path) -> None:
    (site_packages,) = installed.parent.glob("lib/python*/site-packages")
    ours = {
        entry.name
        for entry in site_packages.iterdir()
        if entry.name in {"pipeline", "parsers", "sql", "reports", "pokerstats"}
    }
    assert ours == {"pokerstats"}
