"""The file of projects: what survives, who may read it, and what is said of one that cannot be used."""

import contextlib
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from solovox.ports.projects import ProjectError
from solovox.store.projects import FILE, STEPS, SqliteProjects
from solovox.store.sqlite import SqliteStore

WRITING = Path(__file__).with_name("writing_projects.py")
NOW = "2026-01-31T09:00:00.000Z"


@contextlib.contextmanager
def opened(path, **given):
    with contextlib.closing(SqliteProjects(path, lambda: NOW, **given)) as store:
        yield store


@pytest.fixture
def path(tmp_path):
    return tmp_path / FILE


def test_M2_what_was_saved_survives_a_killed_process(path):
    with subprocess.Popen(
        [sys.executable, str(WRITING), str(path)], stdout=subprocess.PIPE, text=True
    ) as writing:
        project = writing.stdout.readline().strip()
        last = [int(writing.stdout.readline()) for _ in range(5)][-1]
        writing.kill()
    with opened(path) as store:
        assert store.project(project).version >= last
        found = store.version(project)
        assert found.files == {"index.html": "x" * 20_000}
        assert [one.number for one in store.versions(project)] == [*range(1, found.number + 1)]


def test_the_file_is_private_and_in_wal(path):
    with opened(path) as store:
        store.make("Tips")
        assert {one.stat().st_mode & 0o777 for one in path.parent.iterdir()} == {0o600}
        with contextlib.closing(sqlite3.connect(path)) as raw:
            assert raw.execute("PRAGMA journal_mode").fetchone() == ("wal",)
            assert raw.execute("PRAGMA user_version").fetchone() == (len(STEPS),)


def test_what_is_removed_leaves_the_files(path):
    with opened(path) as store:
        project = store.make("a name to be forgotten").id
        store.remove(project)
        assert not any(b"to be forgotten" in one.read_bytes() for one in path.parent.iterdir())


def test_there_is_room_for_so_many_bytes_and_no_more(path):
    with opened(path, most_bytes=200) as store:
        project = store.make("Tips").id
        kept = store.save(project, "x", "y", {"index.html": "<p>1"})
        with pytest.raises(ProjectError, match="no room for more than"):
            store.save(project, "x", "y", {"index.html": "".join(map(str, range(500)))})
        assert store.version(project) == kept


def test_what_cannot_be_used_is_one_line_and_is_not_touched(path):
    for content in (b"no database" * 100, None):
        path.unlink(missing_ok=True)
        if content is None:
            SqliteStore(path).close()
        else:
            path.write_bytes(content)
        before = path.read_bytes()
        with pytest.raises(ProjectError) as caught, opened(path) as store:
            store.projects()
        (line,) = str(caught.value).splitlines()
        assert "move it away" in line
        assert path.read_bytes() == before
