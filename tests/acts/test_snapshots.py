"""A folder is given back byte for byte, and what others have changed since is theirs."""

import os
import socket
import stat
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from solovox.acts.kept import ChangedSinceError, NotKeptError, changed_paths, decode_snapshot
from solovox.acts.snapshots import SnapshotStore

NAMES = st.sampled_from(["a", "b", "c", ".git", "é", "a b", "d-"])
PATHS = st.lists(NAMES, min_size=1, max_size=3).map("/".join)
CONTENTS = st.binary(max_size=20)
MODES = st.sampled_from([0o600, 0o644, 0o755, 0o400])
STEPS = st.lists(
    st.one_of(
        st.tuples(st.just("write"), PATHS, CONTENTS, MODES),
        st.tuples(st.just("folder"), PATHS, st.just(b""), st.sampled_from([0o700, 0o755, 0o555])),
        st.tuples(st.just("link"), PATHS, st.sampled_from([b"a", b"/etc/passwd", b"b/c"]), st.just(0)),
        st.tuples(st.just("remove"), PATHS, st.just(b""), st.just(0)),
        st.tuples(st.just("mode"), PATHS, st.just(b""), MODES),
    ),
    max_size=8,
)


def apply(folder, steps):
    for what, path, content, mode in steps:
        whole = folder / path
        try:
            match what:
                case "write":
                    whole.parent.mkdir(parents=True, exist_ok=True)
                    whole.write_bytes(content)
                    whole.chmod(mode)
                case "folder":
                    whole.mkdir(parents=True)
                    whole.chmod(mode)
                case "link":
                    whole.symlink_to(content.decode())
                case "remove" if whole.is_dir() and not whole.is_symlink():
                    os.rmdir(whole)
                case "remove":
                    whole.unlink()
                case "mode" if not whole.is_symlink():
                    whole.chmod(mode | (0o100 if whole.is_dir() else 0))
        except OSError:
            pass  # there is something else, or nothing


def seen(folder):
    found = {}
    for root, folders, files in os.walk(folder):
        for name in (*folders, *files):
            whole = os.path.join(root, name)
            status = os.lstat(whole)
            content = b""
            if stat.S_ISLNK(status.st_mode):
                content = os.readlink(whole)
            elif stat.S_ISREG(status.st_mode):
                content = Path(whole).read_bytes()
            found[os.path.relpath(whole, folder)] = (status.st_mode, content)
    return found


@settings(deadline=None)
@given(STEPS, STEPS, STEPS)
def test_U2_a_folder_is_given_back_byte_for_byte_and_so_is_an_undo(tmp_path_factory, first, then, last):
    folder = tmp_path_factory.mktemp("work")
    store = SnapshotStore(folder, tmp_path_factory.mktemp("store"), Path("none"))
    apply(folder, first)
    before, was = store.take(), seen(folder)
    apply(folder, then)
    between, became = store.take(), seen(folder)
    apply(folder, last)
    after, end = store.take(), seen(folder)
    before, between, after = (decode_snapshot(one.encode()) for one in (before, between, after))
    store.give_back(between, after)
    assert seen(folder) == became
    store.give_back(before, between)
    assert seen(folder) == was
    store.give_back(after, before)
    assert seen(folder) == end


@pytest.fixture
def work(tmp_path):
    folder = tmp_path / "work"
    folder.mkdir()
    return folder, SnapshotStore(folder, tmp_path / "store", tmp_path / "store", largest=1_000, most=20)


def test_U2_what_someone_has_changed_since_is_theirs_and_nothing_is_given_back(work):
    folder, store = work
    (folder / "a").write_text("1")
    (folder / "b").write_text("1")
    before = store.take()
    (folder / "a").write_text("2")
    (folder / "b").write_text("2")
    after = store.take()
    (folder / "a").write_text("mine")
    (folder / "c").write_text("mine too")
    with pytest.raises(ChangedSinceError) as refused:
        store.give_back(before, after)
    assert refused.value.paths == ["a"]
    assert [(folder / name).read_text() for name in "abc"] == ["mine", "2", "mine too"]


def test_U2_what_someone_has_put_in_a_folder_that_would_go_is_theirs(work):
    folder, store = work
    before = store.take()
    (folder / "new").mkdir()
    after = store.take()
    (folder / "new" / "mine").write_text("1")
    with pytest.raises(ChangedSinceError):
        store.give_back(before, after)
    assert (folder / "new" / "mine").exists()


def test_U1_a_file_whose_times_and_size_were_put_back_has_changed(work):
    folder, store = work
    (folder / "a").write_text("1")
    before, times = store.take(), (folder / "a").stat()
    (folder / "a").write_text("2")
    os.utime(folder / "a", ns=(times.st_atime_ns, times.st_mtime_ns))
    assert changed_paths(before, store.take()) == ["a"]


def a_socket(folder):
    with socket.socket(socket.AF_UNIX) as one:
        one.bind(str(folder / "s"))


@pytest.mark.parametrize(
    ("make", "why"),
    [
        (lambda folder: (folder / "a").write_bytes(bytes(1_001)), "more than"),
        (lambda folder: [(folder / str(n)).touch() for n in range(21)], "more than"),
        (a_socket, "s is no file"),
        (lambda folder: os.mkfifo(folder / "f"), "f is no file"),
    ],
)
def test_U1_what_a_snapshot_cannot_hold_is_told(work, make, why):
    folder, store = work
    make(folder)
    with pytest.raises(NotKeptError, match=why):
        store.take()
