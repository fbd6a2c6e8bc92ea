"""The store's file: what survives, who may use it at once, and what is said of one that cannot be used."""

import contextlib
import os
import shutil
import sqlite3
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import pytest

from solovox.ports import StoreError
from solovox.store.sqlite import FILE, MARK, STEPS, SqliteStore
from solovox.testing.contracts_store import REASONING, STT, make_corrections

pytestmark = pytest.mark.slow

WRITING = Path(__file__).with_name("writing.py")


@pytest.fixture
def path(tmp_path):
    return tmp_path / FILE


@contextlib.contextmanager
def opened(path, **given):
    with contextlib.closing(SqliteStore(path, **given)) as store:
        yield store


@contextlib.contextmanager
def raw(path):
    with contextlib.closing(sqlite3.connect(path, isolation_level=None)) as file:
        yield file


def writing(path, name, count):
    return subprocess.Popen(
        [sys.executable, str(WRITING), str(path), name, str(count)], stdout=subprocess.PIPE, text=True
    )


def ids(path):
    with opened(path) as store:
        return [one.id for one in store.all()]


def refusal(path):
    with pytest.raises(StoreError) as caught, opened(path):
        pass
    (line,) = str(caught.value).splitlines()
    assert str(path) in line
    return line


def in_the_files(path, text):
    return any(text in one.read_bytes() for one in path.parent.iterdir())


@pytest.mark.parametrize("after", [0, 1, 7])
def test_K2_a_killed_process_loses_nothing_that_was_acknowledged(path, after):
    with writing(path, "a", 100_000) as process:
        told = [process.stdout.readline().strip() for _ in range(after)]
        process.kill()
        told += process.stdout.read().split()
    kept = ids(path)
    assert kept[: len(told)] == told
    assert kept == [f"a-{n}" for n in range(len(kept))]
    assert len(kept) <= len(told) + 1, "at most the one that was being written"


def test_K2_a_log_that_ends_anywhere_leaves_what_was_whole_before(path, tmp_path):
    with opened(path) as store:
        ends = []
        for one in make_corrections(4):
            store.add(one)
            ends.append(path.with_name(f"{FILE}-wal").stat().st_size)
        log, here = path.with_name(f"{FILE}-wal").read_bytes(), path.read_bytes()
    for cut in range(0, len(log), 2_003):
        copy = tmp_path / str(cut) / FILE
        copy.parent.mkdir()
        copy.write_bytes(here)
        copy.with_name(f"{FILE}-wal").write_bytes(log[:cut])
        assert ids(copy) == [f"made-{n:04}" for n in range(len([end for end in ends if end <= cut]))]


def test_K2_two_processes_write_at_once_from_its_first_byte_on(path):
    with writing(path, "a", 40) as one, writing(path, "b", 40) as other:
        assert one.wait() == other.wait() == 0
    kept = ids(path)
    assert len(kept) == 80
    for name in "ab":
        assert [one for one in kept if one[0] == name] == [f"{name}-{n}" for n in range(40)]


def test_K2_it_is_ours_to_all_that_make_it_at_once(tmp_path):
    with ThreadPoolExecutor(4) as threads:
        for n in range(60):
            path = tmp_path / str(n) / FILE
            path.parent.mkdir()
            for one in [threads.submit(SqliteStore, path) for _ in range(4)]:
                one.result().close()


def test_one_that_another_is_writing_for_too_long_is_one_line(path):
    with opened(path, patience_s=0.01) as store, raw(path) as other:
        store.add(STT)
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(StoreError, match=r"is being written by another program: try again$"):
            store.add(REASONING)
        assert [*store.all()] == [STT], "it can be read meanwhile"
        other.execute("ROLLBACK")
        assert store.add(REASONING).new


def test_K2_its_files_are_private_from_the_start(path):
    before = os.umask(0)
    try:
        with opened(path) as store:
            store.add(STT)
            assert {one.stat().st_mode & 0o777 for one in path.parent.iterdir()} == {0o600}
            path.chmod(0o644)
    finally:
        os.umask(before)
    with opened(path):
        assert path.stat().st_mode & 0o777 == 0o600


def test_K2_what_is_removed_or_edited_is_in_no_file(path):
    with opened(path) as store:
        store.add(STT), store.add(REASONING)
        assert in_the_files(path, b"are the current")
        store.edit(replace(STT, meant="something else"))
        assert not in_the_files(path, b"are the current")
        store.remove(REASONING.id)
        assert not in_the_files(path, b"list the talks")


def test_K2_a_file_of_an_older_format_is_taken_along_with_all_that_it_has(path):
    with raw(path) as file:
        for statement in STEPS[0]:
            file.execute(statement)
        file.execute(
            "INSERT INTO corrections (id, created_at, content, size, type, audio, heard, meant)"
            " VALUES ('old', '2026-01-31T09:00:00.000Z', x'00', 1, 'stt', x'', 'heard', 'meant')"
        )
        file.execute(f"PRAGMA application_id = {MARK}")
        file.execute("PRAGMA user_version = 1")
    with opened(path) as store:
        store.set("learning", "on")
    assert ids(path) == ["old"]
    with raw(path) as file:
        assert file.execute("PRAGMA user_version").fetchone() == (len(STEPS),)


def spoiled(path, how):
    with opened(path) as store:
        for one in make_corrections(50):
            store.add(one)
    match how:
        case "newer":
            with raw(path) as file:
                file.execute(f"PRAGMA user_version = {len(STEPS) + 1}")
        case "of another":
            path.unlink()
            with raw(path) as file:
                file.execute("CREATE TABLE letters (text)")
        case "no database":
            path.write_bytes(b"dear diary" * 1_000)
        case "half":
            path.write_bytes(path.read_bytes()[:5_000])
        case "a folder":
            path.unlink()
            path.mkdir()


@pytest.mark.parametrize(
    ("how", "says"),
    [
        ("newer", "was written by a newer Solovox (format 4, this one knows 3): install that one, or name"),
        ("of another", "is the file of another program: move it away"),
        ("no database", "is damaged: move it away, and import what you have exported"),
        ("half", "is damaged: move it away, and import what you have exported"),
        ("a folder", "cannot be used: unable to open database file; name another folder with SOLOVOX_STATE"),
    ],
)
def test_K2_a_file_that_cannot_be_used_is_one_line_and_stays_as_it_is(path, how, says):
    spoiled(path, how)
    before = path.read_bytes() if path.is_file() else None
    assert says in refusal(path)
    assert before is None or path.read_bytes() == before


def test_damage_in_the_midst_is_one_line_where_it_is_met(path):
    with opened(path) as store:
        for one in make_corrections(50):
            store.add(one)
    whole = path.read_bytes()
    path.write_bytes(whole[:4_096] + b"\xff" * (len(whole) - 4_096))
    with pytest.raises(StoreError, match="is damaged: move it away"), opened(path) as store:
        store.all()


def test_without_its_folder_it_is_one_line(tmp_path):
    assert "No such file or directory; name another folder" in refusal(tmp_path / "nowhere" / FILE)


def test_K2_more_bytes_than_there_is_room_for_are_refused(path):
    with opened(path, most_bytes=3_000) as store:
        store.add(STT)
        with pytest.raises(StoreError, match=r"no room for another: remove some \(solovox corrections rm\)$"):
            store.add(replace(STT, id="more", audio=bytes(3_000)))
        with pytest.raises(StoreError, match="no room for more than"):
            store.edit(replace(STT, audio=bytes(3_000)))
        assert [*store.all()] == [STT]
        for n in range(100):
            store.set(f"name {n}", "x")
        store.set("name 0", "y")
        for name, value in (("one more", "x"), ("name 0", "x" * 1_001), ("", "x"), ("\ud800", "x")):
            with pytest.raises(StoreError):
                store.set(name, value)
        assert store.get("name 0") == "y"


def test_one_that_was_copied_while_it_was_open_is_whole(path, tmp_path):
    with opened(path) as store:
        store.add(STT)
        copy = tmp_path / "copy"
        shutil.copytree(path.parent, copy, ignore=shutil.ignore_patterns("copy"))
    assert ids(copy / FILE) == [STT.id]
