"""Whatever the system refuses, and wherever: one line, an exit code that is not 0, and what was there stays."""

import json
import os
import signal
import subprocess
import sys
import wave

import pytest

from cli.places import PLACES, as_anybody, bad_places, largest_file
from cli.running import one_line, variables
from portions import sampled
from solovox.cli.failing import LONGEST, as_called, explain_system_error
from solovox.core.policy import Policy
from solovox.recordings import journal as kept
from solovox.shell.clock import run as run_loop

pytestmark = pytest.mark.slow

ASK = ("ask", "q.wav", "--out", "o.wav")
COMMANDS = {
    "ask: sound": ("ask", "{}", "--out", "o.wav"),
    "ask: out": ("ask", "q.wav", "--out", "{}"),
    "ask: journal": (*ASK, "--journal", "{}"),
    "ask: barge-in": (*ASK, "--barge-in", "{}@1"),
    "ask: workspace": (*ASK, "--set", "workspace={}"),
    "timeline": ("timeline", "{}"),
    "timeline: page": ("timeline", "j", "--html", "{}"),
    "replay": ("replay", "{}"),
    "models list": ("models", "--cache", "{}", "list"),
    "models verify": ("models", "--cache", "{}", "verify", "kokoro"),
    "models remove": ("models", "--cache", "{}", "remove", "kokoro"),
    "models install": ("models", "--cache", "{}", "install", "--only", "silero-vad"),
    "capture": ("capture", "{}", "--out", "c.jsonl", "--set", "ear.url=ws://127.0.0.1:1"),
    "capture: out": ("capture", "q.wav", "--out", "{}", "--set", "ear.url=ws://127.0.0.1:1"),
    "live-server: journal": ("live-server", "--journal", "{}"),
    "live-server: keys": ("live-server", "--key-file", "{}"),
}
CACHES = (ASK, ("doctor", "--quick"), ("models", "list"), ("models", "verify"), ("live-server",))


def anywhere(name):
    """A journal of a session that ended at once."""

    async def written():
        file = kept.create(name, session="s", created="2026-01-02", profile="talk", policy=Policy())
        await file.aclose()

    run_loop(written())


@pytest.fixture
def folder(tmp_path):
    with wave.open(str(tmp_path / "q.wav"), "wb") as file:
        file.setparams((1, 2, 16_000, 0, "NONE", ""))
        file.writeframes(bytes(3_200))
    anywhere(tmp_path / "j")
    yield tmp_path
    if (tmp_path / "closed").exists():
        (tmp_path / "closed").chmod(0o700)


@pytest.fixture
def quick(folder, monkeypatch, capfd):
    from cli.running import here

    def call(*arguments, **more):
        with as_anybody():
            return here(arguments, folder, monkeypatch, capfd, more)

    return call


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("command", COMMANDS)
def test_a_place_that_cannot_be_used_is_one_line(command, place, folder, quick):
    where = bad_places(folder)[place]
    before = sorted(path.name for path in folder.iterdir())
    done = quick(*(word.format(where) for word in COMMANDS[command]), SOLOVOX_CACHE=str(folder / "cache"))
    if command in ("models list", "models verify", "models remove") and place in ("below a file", "a loop"):
        assert "Traceback" not in done.stderr  # nothing is installed there, and that is said
        return
    line = one_line(done)
    assert done.returncode in (1, 2)
    assert where.split("/")[0][:100] in line
    assert len(line) <= LONGEST + 10
    assert "Errno" not in line
    assert sorted(path.name for path in folder.iterdir() if path.name not in ("cache", "state")) == before


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("command", CACHES, ids=lambda words: words[0])
def test_a_cache_that_cannot_be_used_is_one_line(command, place, folder, quick):
    if command[0] in ("ask", "live-server") and place in ("below a file", "a loop"):
        return
    done = quick(*command, SOLOVOX_CACHE=bad_places(folder)[place])
    assert "Traceback" not in done.stderr
    assert len(done.stderr.splitlines()) <= 1


@pytest.mark.parametrize(
    "command",
    [
        ("--help",),
        *sampled(
            [
                ("profiles",),
                ("models", "list"),
                ("timeline", "j"),
                ("replay", "j"),
                ("timeline", "j", "--json"),
            ],
            (),
        ),
    ],
    ids=" ".join,
)
def test_an_output_that_takes_nothing_is_one_line(command, folder):
    with open("/dev/full", "w") as full:
        done = subprocess.run(
            [sys.executable, "-m", "solovox", *command],
            cwd=folder,
            env=variables(folder),
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
        )
    assert one_line(done) == "solovox: No space left on device: make room, or name another place"
    assert len(done.stderr.splitlines()) == 1
    assert done.returncode == 1


def test_a_page_that_finds_no_room_leaves_the_old_one(folder, quick):
    (folder / "page.html").write_text("an older page")
    (folder / "page.html").chmod(0o640)
    with largest_file(1000):
        done = quick("timeline", "j", "--html", "page.html")
    assert one_line(done) == "solovox: page.html cannot be written: File too large; name another file"
    assert (folder / "page.html").read_text() == "an older page"
    assert quick("timeline", "j", "--html", "page.html").returncode == 0
    assert (folder / "page.html").stat().st_mode & 0o777 == 0o640
    assert quick("timeline", "j", "--html", "new.html").returncode == 0
    assert (folder / "new.html").stat().st_mode & 0o777 == 0o600
    assert not list(folder.glob(".solovox-*"))


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("[" * 200_000, "not a journal"),
        ('{"journal":2}\n' + "[" * 200_000 + "\n", "line 1: the header"),
        ("{" * 10, "not a journal"),
        ("", "not a journal"),
    ],
    ids=["nested", "nested later", "cut", "empty"],
)
@pytest.mark.parametrize("command", ["timeline", "replay"])
def test_a_spoiled_journal_is_one_line(command, text, says, folder, quick):
    (folder / "j" / "journal.jsonl").write_text(text)
    done = quick(command, "j")
    assert says in one_line(done)
    assert done.returncode == 2


@pytest.mark.parametrize("command", ["timeline", "replay"])
def test_a_pipe_nobody_writes_to_is_not_waited_for(command, folder, quick):
    os.mkfifo(folder / "pipe")
    assert "pipe is not a file; give a journal.jsonl" in one_line(quick(command, "pipe"))


def test_what_a_line_says_is_bounded_and_plain(folder, quick):
    text = (folder / "j" / "journal.jsonl").read_text()
    head = json.loads(text.splitlines()[0])
    (folder / "j" / "journal.jsonl").write_text(
        json.dumps(head | {"journal": 1})
        + "\n"
        + json.dumps({"n": 1, "at": 0, "event": "\x9bx" * 1_000_000})
        + "\n"
    )
    line = one_line(quick("replay", "j"))
    assert len(line) <= LONGEST + 10
    assert "\x9b" not in line


def test_escapes_of_a_header_are_not_printed(folder, quick):
    text = (folder / "j" / "journal.jsonl").read_text()
    head = json.loads(text.splitlines()[0])
    evil = {"session": "s\x1b]0;x\x07", "profile": "p\x1b[2J", "created": "c\x9b2J"}
    (folder / "j" / "journal.jsonl").write_text(json.dumps(head | evil | {"journal": 1}) + "\n")
    done = quick("timeline", "j")
    assert done.returncode == 0
    assert not set("\x1b\x07\x9b") & set(done.stdout)


@pytest.mark.parametrize(
    ("error", "says"),
    [
        (MemoryError(), "there is not enough memory"),
        (RuntimeError("std::bad_alloc"), "there is not enough memory"),
        (RuntimeError("mkl_malloc: failed to allocate memory"), "there is not enough memory"),
        (
            ExceptionGroup("two", [OSError(28, "No space left on device", "a"), MemoryError()]),
            "a: No space left on device: make room",
        ),
        (RecursionError("maximum"), "nested too deeply"),
        (OSError(24, "Too many open files"), "Too many open files: let it open more files: ulimit -n"),
        (
            PermissionError(13, "Permission denied", b"b/\xff"),
            "Permission denied: name another place, or allow it",
        ),
    ],
)
def test_what_the_system_refuses_is_known(error, says):
    assert says in explain_system_error(error)[0]


def test_a_fault_of_ours_is_not_hidden():
    assert explain_system_error(KeyError("x")) is None
    assert explain_system_error(ExceptionGroup("two", [OSError(28, "full"), KeyError("x")])) is None


@pytest.mark.parametrize(
    ("text", "called", "expected"),
    [
        ("run: solovox models install", ".venv/bin/solovox", "run: .venv/bin/solovox models install"),
        ("see solovox timeline", "x -m solovox", "see x -m solovox timeline"),
        ("its package; run: solovox install talk", "x", "its package; run: x install talk"),
        ("see solovox agent list", "x", "see x agent list"),
        ("upgrade solovox", "x", "upgrade solovox"),
        ("src/solovox timeline", "x", "src/solovox timeline"),
    ],
)
def test_a_hint_works_as_it_is_printed(text, called, expected):
    assert as_called(text, called) == expected


@pytest.mark.parametrize(
    ("sign", "ctrl_c", "code", "says"),
    [
        (signal.SIGTERM, "default_int_handler", 143, "ended by SIGTERM"),
        (signal.SIGTERM, "SIG_IGN", 143, "ended by SIGTERM"),
        (signal.SIGINT, "default_int_handler", 130, "stopped"),
    ],
)
def test_a_signal_ends_it_with_one_line_also_where_ctrl_c_is_ignored(sign, ctrl_c, code, says, folder):
    program = f"import signal, sys; from solovox.cli import main; signal.signal(signal.SIGINT, signal.{ctrl_c}); main.cli.main = lambda **_: signal.raise_signal({int(sign)}); sys.exit(main.main(['x']))"
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, env=variables(folder)
    )
    assert (done.returncode, done.stderr) == (code, f"solovox: {says}\n")
