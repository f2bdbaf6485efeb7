"""Folders, files, archives and streams: which contents are found, under which name."""

import gzip
import io
import os
import sys
import zipfile
from pathlib import Path

import pytest

from pokerstats.pipeline.errors import UnreadableError, UsageError
from pokerstats.pipeline.sources import BrokenSource, Source, find, size_on_disk, unpacking


def read(source: Source) -> bytes:
    with unpacking(), source.open() as stream:
        return stream.read()


def contents(*paths: Path | str, database: Path | None = None) -> dict[str, bytes]:
    return {source.path: read(source) for source in find([str(path) for path in paths], database=database)}


def test_folder_is_read_with_its_subfolders_in_order(tmp_path: Path) -> None:
    for name in ("b.txt", "a.txt", "2026/c.txt", "2025/d.txt"):
        file = tmp_path / name
        file.parent.mkdir(exist_ok=True)
        file.write_text(name)
    assert list(contents(tmp_path)) == [str(tmp_path / name) for name in ("a.txt", "b.txt", "2025/d.txt", "2026/c.txt")]


def test_rule_sets_beside_the_logs_are_no_logs(tmp_path: Path) -> None:
    (tmp_path / "kitchen.toml").write_text('extends = "razz"')
    (tmp_path / "log.txt").write_text("a log")
    assert [source.path for source in find([str(tmp_path)])] == [str(tmp_path / "log.txt")]
    named = str(tmp_path / "kitchen.toml")
    assert [source.path for source in find([named])] == [named]


def test_hidden_files_and_the_database_are_no_logs(tmp_path: Path) -> None:
    database = tmp_path / "hands.duckdb"
    for name in (".DS_Store", "hands.duckdb", "hands.duckdb.wal", "hand.txt", ".git/config", "__MACOSX/x.txt"):
        file = tmp_path / name
        file.parent.mkdir(exist_ok=True)
        file.write_text("x")
    assert list(contents(tmp_path, database=database)) == [str(tmp_path / "hand.txt")]
    assert contents(database, database=database) == {}


def test_members_of_an_archive_are_named_after_it(tmp_path: Path) -> None:
    archive = tmp_path / "logs.zip"
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as zipped:
        zipped.writestr("night/two.txt", "2")
        zipped.writestr("night/one.txt", "1")
        zipped.writestr("packed.txt.gz", gzip.compress(b"3"))
        zipped.writestr("__MACOSX/night/._one.txt", "junk")
        zipped.writestr("night/.hidden", "junk")
        zipped.mkdir("empty")
    assert contents(archive) == {
        f"{archive}!night/one.txt": b"1",
        f"{archive}!night/two.txt": b"2",
        f"{archive}!packed.txt.gz": b"3",
    }


def test_archives_are_known_by_content_and_not_by_name(tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "backup.old", "w") as zipped:
        zipped.writestr("a.txt", "a")
    (tmp_path / "log.bin").write_bytes(gzip.compress(b"b"))
    (tmp_path / "plain.zip").write_bytes(b"c")
    assert contents(tmp_path) == {
        f"{tmp_path}/backup.old!a.txt": b"a",
        f"{tmp_path}/log.bin": b"b",
        f"{tmp_path}/plain.zip": b"c",
    }


@pytest.mark.parametrize("data", [b"typed", gzip.compress(b"typed")], ids=["plain", "packed"])
def test_dash_is_standard_input(monkeypatch: pytest.MonkeyPatch, data: bytes) -> None:
    class Stdin:
        buffer = io.BufferedReader(io.BytesIO(data))

    monkeypatch.setattr(sys, "stdin", Stdin)
    assert contents("-") == {"-": b"typed"}


@pytest.mark.skipif(sys.platform in ("darwin", "win32"), reason="file names are Unicode here")
def test_a_name_that_is_no_text_can_be_told(tmp_path: Path) -> None:
    Path(os.fsdecode(os.fsencode(tmp_path) + b"/caf\xe9.txt")).write_bytes(b"a")
    assert contents(tmp_path) == {f"{tmp_path}/caf\ufffd.txt": b"a"}


def test_standard_input_cannot_be_read_twice() -> None:
    with pytest.raises(UsageError, match="once only"):
        list(find(["-", "-"]))


def test_a_path_that_is_not_there_is_refused_before_anything_is_read(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("a")
    with pytest.raises(UnreadableError, match=r"nowhere\.txt: no such file or folder"):
        next(find([str(tmp_path / "a.txt"), str(tmp_path / "nowhere.txt")]))


def test_damaged_archives_say_so_when_they_are_read(tmp_path: Path) -> None:
    (tmp_path / "cut.zip").write_bytes(b"PK\x03\x04 and no more")
    whole = gzip.compress(b"a hand" * 1000)
    (tmp_path / "cut.gz").write_bytes(whole[: len(whole) // 2])
    broken = list(find([str(tmp_path)]))
    assert [source.path for source in broken] == [f"{tmp_path}/cut.gz", f"{tmp_path}/cut.zip"]
    for source in broken:
        with pytest.raises(BrokenSource):
            read(source)


def test_a_damaged_member_leaves_the_others_readable(tmp_path: Path) -> None:
    archive = tmp_path / "logs.zip"
    with zipfile.ZipFile(archive, "w") as zipped:
        zipped.writestr("a.txt", "first hand")
        zipped.writestr("b.txt", "other hand")
    archive.write_bytes(archive.read_bytes().replace(b"first hand", b"first hanq"))
    first, second = find([str(archive)])
    with pytest.raises(BrokenSource, match="CRC"):
        read(first)
    assert read(second) == b"other hand"


def test_size_on_disk_counts_what_would_be_read(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_bytes(b"12345")
    (tmp_path / ".hidden").write_bytes(b"123")
    assert size_on_disk(str(tmp_path)) == size_on_disk(str(tmp_path / "a.txt")) == 5
