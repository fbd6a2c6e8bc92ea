"""What a server says on stderr: with `--log-json` nothing but JSON, and nothing that is secret or was said."""

import io
import json
import logging
import warnings

import click
import pytest

from solovox.cli.failing import Failure
from solovox.cli.logging import REFUSED, ServerLog
from solovox.config.schema import ConfigError
from solovox.core.errors import SolovoxError
from solovox.core.events import Typed
from solovox.shell.clock import LoopClock

SAID = "my private words"


class Terminal(io.StringIO):
    def isatty(self):
        return True


def lines(out):
    return [json.loads(line) for line in out.getvalue().splitlines()]


@pytest.fixture
def out():
    return io.StringIO()


def test_every_line_is_json_ours_the_web_servers_and_warnings(out):
    log = ServerLog(out, as_json=True)
    with log.settle_logs():
        log.say("loading the engines")
        logging.getLogger("uvicorn.error").error("it fell over")
        logging.getLogger("uvicorn.error").info("Started server process")
        logging.getLogger("uvicorn.error").error(REFUSED)
        logging.getLogger("solovox.shell").warning("a kind of trouble")
        logging.getLogger("asyncio").warning("slow")
        with warnings.catch_warnings():
            warnings.simplefilter("always")
            warnings.warn("old", DeprecationWarning, stacklevel=1)
    told = [
        (one["level"], one["logger"], one["message"].split(": ")[-1].split("\n")[0]) for one in lines(out)
    ]
    assert told == [
        ("info", "solovox.serve", "loading the engines"),
        ("error", "uvicorn.error", "it fell over"),
        ("warning", "solovox.shell", "a kind of trouble"),
        ("warning", "asyncio", "slow"),
        ("warning", "py.warnings", "old"),
    ]


def test_R2_an_error_is_logged_by_its_class_and_place_not_by_its_message(out):
    with ServerLog(out, as_json=True).settle_logs():
        try:
            raise ExceptionGroup("several", [ValueError(SAID)])
        except ExceptionGroup:
            logging.getLogger("uvicorn.error").exception("Exception in ASGI application")
        logging.getLogger("asyncio").error("Task exception was never retrieved\nfuture: ValueError(%r)", SAID)
    line, other = lines(out)
    assert SAID not in out.getvalue()
    assert other["message"] == "Task exception was never retrieved"
    assert (line["error"], line["errors"][0]["error"]) == ("ExceptionGroup", "ValueError")
    assert line["at"][0].startswith("test_server_log.py:")


@pytest.mark.parametrize(
    ("error", "code", "says"),
    [
        (ConfigError("unknown key 'x': did you mean y?"), 2, "unknown key 'x': did you mean y?"),
        (Failure("--limit 0:  give more."), 2, "--limit 0: give more"),
        (SolovoxError("it cannot be"), 2, "it cannot be"),
        (
            FileNotFoundError(2, "No such file or directory", "/x"),
            2,
            "/x: No such file or directory: name another place",
        ),
        (
            OSError(28, "No space left on device"),
            1,
            "No space left on device: make room, or name another place",
        ),
    ],
)
def test_what_ends_it_in_one_line_is_a_line_of_json_with_the_same_exit_code(out, error, code, says):
    with pytest.raises(click.exceptions.Exit) as caught, ServerLog(out, as_json=True).settle_logs():
        raise error
    assert caught.value.exit_code == code
    assert lines(out) == [{"level": "error", "logger": "solovox.serve", "message": says}]
    with pytest.raises(type(error)), ServerLog(io.StringIO()).settle_logs():
        raise error


def test_R2_a_bug_of_ours_is_told_without_its_message(out):
    with pytest.raises(click.exceptions.Exit) as caught, ServerLog(out, as_json=True).settle_logs():
        raise KeyError(SAID)
    assert caught.value.exit_code == 1
    assert SAID not in out.getvalue()
    assert lines(out)[0]["error"] == "KeyError"


@pytest.mark.parametrize(("words", "shown"), [(False, f"[{len(SAID)} characters]"), (True, SAID)])
async def test_R2_events_of_all_sessions_are_logged_by_name_and_without_words(out, words, shown):
    (fold,) = ServerLog(out, as_json=True, words=words).folds("20261123-x", LoopClock())
    fold.see(Typed(SAID), [])
    (line,) = lines(out)
    assert (line["session"], line["event"], line["text"]) == ("20261123-x", "Typed", shown)
    assert ServerLog(out).folds("20261123-x", LoopClock()) == ()


@pytest.mark.parametrize(
    ("where", "as_json", "seen"),
    [(Terminal, False, True), (Terminal, True, False), (io.StringIO, False, False)],
)
def test_R2_a_code_that_lets_others_in_is_shown_in_a_terminal_and_in_no_log(where, as_json, seen):
    out = where()
    made = iter(["a code", ""])
    for _ in range(2):
        ServerLog(out, as_json=as_json).draw(lambda: next(made))
    assert out.getvalue() == ("a code\n" if seen else "")
    assert bool([*made]) is not seen, "where none is shown, none is made"


def test_without_it_lines_are_for_a_person_and_errors_of_the_web_server_are_seen(out):
    log = ServerLog(out)
    with log.settle_logs():
        log.say("loading\x1b[31m the engines")
        logging.getLogger("uvicorn.error").error("it fell over")
        logging.getLogger("uvicorn.error").error(REFUSED)
    assert out.getvalue() == "loading the engines\nit fell over\n"
