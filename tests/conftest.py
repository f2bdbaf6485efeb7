"""Fixtures that every test file shares."""

import os
from pathlib import Path

import pytest


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder of real logs and cases that lies beside a developer's checkout; tests skip where it is not there."""
    folder = os.environ.get("POKERSTATS_SHARED")
    if not folder:
        pytest.skip("POKERSTATS_SHARED names no folder of real logs")
    return Path(folder)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark each test that reads real logs as ``corpus``, so that CI can run exactly those."""
    for item in items:
        if "shared" in getattr(item, "fixturenames", ()):
            item.add_marker("corpus")
