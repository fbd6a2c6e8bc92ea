"""`--log-json`: one line on stderr for each event and the commands that answered it.

What a person said, and what may repeat it, is left out (its length stays) unless `words` is true.
"""

import json
import logging
import traceback
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import fields
from pathlib import Path
from typing import IO, Final

import click

from solovox.cli.failing import WRONG, as_called, clean, explain_system_error
from solovox.config.load import environment
from solovox.config.schema import ConfigError
from solovox.core.commands import Command
from solovox.core.errors import SolovoxError
from solovox.core.events import Event
from solovox.ports import Clock, children
from solovox.recordings import codec, private
from solovox.server.state import state_folder
from solovox.shell.session import Observer


class JsonLog:
    """A fold over a session that writes what it sees."""

    def __init__(self, clock: Clock, out: IO[str], words: bool, session: str = "") -> None:
        self._clock = clock
        self._out = out
        self._words = words
        self._session = {"session": session} if session else {}
        """Which of many it is."""

    def see(self, event: Event, commands: Sequence[Command]) -> None:
        """Write one line."""
        line = {
            **self._session,
            "at": self._clock.now(),
            "event": type(event).__name__,
            **self._fields(event),
            "commands": [type(one).__name__ for one in commands],
        }
        self._out.write(json.dumps(line, ensure_ascii=False) + "\n")

    def _fields(self, event: Event) -> dict[str, object]:
        found: dict[str, object] = json.loads(codec.encode(event))
        if not self._words:
            found |= {
                name: f"[{len(getattr(event, name))} characters]"
                for name in private.marked_fields(type(event))
            }
        return {field.name: found[field.name] for field in fields(event) if field.name in found}


class _Lines(logging.Handler):
    """What the shell logs (kinds of trouble and class names, never words), as lines of the same kind."""

    def __init__(self, out: IO[str]) -> None:
        super().__init__(logging.INFO)
        self._out = out

    def emit(self, record: logging.LogRecord) -> None:
        line = {"level": record.levelname.lower(), "logger": record.name, "message": record.getMessage()}
        self._out.write(json.dumps(line, ensure_ascii=False) + "\n")


def settle(
    out: IO[str] | None, tell: Callable[[str], None] | None = None, level: int = logging.WARNING
) -> None:
    """Have our log written to `out`, as JSON; without it, what is of this level or above is told as a line for a person. Without either it goes
    nowhere: only where all of it is told in another way."""
    ours = logging.getLogger("solovox")
    plain = logging.NullHandler() if tell is None else _Plain(tell, level)
    ours.handlers[:] = [plain if out is None else _Lines(out)]
    ours.setLevel(logging.INFO)
    ours.propagate = False


class _Plain(logging.Handler):
    """The message alone, as a line for a person. Of an error its class and where it was raised: its own message may repeat what was said."""

    def __init__(self, tell: Callable[[str], None], level: int = logging.WARNING) -> None:
        super().__init__(level)
        self._tell = tell

    def emit(self, record: logging.LogRecord) -> None:
        line = record.getMessage().partition("\n")[0]
        if record.exc_info and (error := record.exc_info[1]) is not None:
            frames = traceback.extract_tb(error.__traceback__)[-1:]
            places = "".join(f" at {one.filename.rpartition('/')[2]}:{one.lineno}" for one in frames)
            line += f" ({type(error).__name__}{places})"
        self._tell(line)


# What `solovox serve` says on stderr: lines for a person, or all of it as lines of JSON for what collects logs.
#
# Rule 1: with `--log-json` every line is one JSON object: ours, the web server's, warnings, and what ends it.
# Rule 2: a warning is never lost: without `--log-json` what we log of that level, or of the command's, is a line for a person.
# Rule 3: no line has words of the person (but with `--log-words`), a token or a code; an error of ours is logged by its class
# and the place where it was raised, not by its message, which may repeat what was given.

OTHERS: Final = ("uvicorn", "asyncio", "py.warnings", "mcp", "discord")
REFUSED: Final = "ASGI callable returned without completing handshake."
"""What the web server says of each socket that was refused with an answer of its own: it is no error."""


def name_left(say: Callable[[str], None]) -> None:
    """Name what those have left who were killed (law L5). Called before anything is started."""
    for line in children.remember(state_folder(environment())):
        say(line)


class ServerLog:
    """Where a server's lines go."""

    def __init__(
        self, out: IO[str], *, as_json: bool = False, words: bool = False, level: int = logging.WARNING
    ) -> None:
        self._out = out
        self._level = level
        """Of our own lines, those that a person is told."""
        self._json = as_json
        self._words = words

    def say(self, line: str) -> None:
        """A line for who runs it."""
        if self._json:
            self._write({"level": "info", "logger": "solovox.serve", "message": line})
        else:
            click.echo(as_called(clean(line)), file=self._out)

    def draw(self, picture: Callable[[], str]) -> None:
        """Lines with a code that lets others in: made for a person before a terminal, and for no log."""
        if not self._json and self._out.isatty() and (lines := picture()):
            click.echo(lines, file=self._out)

    def folds(self, name: str, clock: Clock) -> Sequence[Observer]:
        """What writes the events of the session `name`."""
        return (JsonLog(clock, self._out, self._words, name),) if self._json else ()

    @contextmanager
    def settle_logs(self) -> Iterator[None]:
        """For as long as the server runs. What ends it in one line is a line of JSON too."""
        handler: logging.Handler = _AsJson(self) if self._json else logging.StreamHandler(self._out)
        handler.setLevel(logging.WARNING)
        handler.addFilter(lambda record: record.getMessage() != REFUSED)
        settle(self._out if self._json else None, self.say, self._level)
        others = [logging.getLogger(name) for name in OTHERS]
        for one in others:
            one.handlers[:], one.propagate = [handler], False
        logging.captureWarnings(self._json)
        try:
            yield
        except (click.ClickException, ConfigError, SolovoxError, OSError) as error:
            if not self._json:
                raise
            self._write({"level": "error", "logger": "solovox.serve", "message": _line(error)})
            raise click.exceptions.Exit(_code(error)) from None
        except Exception as error:
            if not self._json:
                raise
            self._write(
                {
                    "level": "critical",
                    "logger": "solovox.serve",
                    "message": "it failed",
                    **describe_error(error),
                }
            )
            raise click.exceptions.Exit(1) from None
        finally:
            logging.captureWarnings(False)
            settle(None)
            for one in others:
                one.handlers[:], one.propagate = [], True

    def write(self, record: logging.LogRecord) -> None:
        """What another library logs."""
        error = record.exc_info[1] if record.exc_info else None
        first = record.getMessage().partition("\n")[0]  # the lines behind it may repeat an error's own
        line = {"level": record.levelname.lower(), "logger": record.name, "message": first}
        self._write(line | (describe_error(error) if error is not None else {}))

    def _write(self, line: dict[str, object]) -> None:
        self._out.write(json.dumps(line, ensure_ascii=False) + "\n")
        self._out.flush()


class _AsJson(logging.Handler):
    def __init__(self, log: ServerLog) -> None:
        super().__init__()
        self._log = log

    def emit(self, record: logging.LogRecord) -> None:
        self._log.write(record)


def describe_error(error: BaseException) -> dict[str, object]:
    """An error without its message."""
    frames = traceback.extract_tb(error.__traceback__)[-5:]
    places = [f"{Path(one.filename).name}:{one.lineno} {one.name}" for one in frames]
    inner = getattr(error, "exceptions", ())
    more = {"errors": [describe_error(one) for one in inner[:5]]} if inner else {}
    return {"error": type(error).__name__, "at": places, **more}


def _line(error: Exception) -> str:
    found = explain_system_error(error)
    text = found[0] if found is not None else getattr(error, "message", None) or str(error)
    return as_called(clean(" ".join(text.split()).rstrip(".")))


def _code(error: Exception) -> int:
    found = explain_system_error(error)
    return found[1] if found is not None else int(getattr(error, "exit_code", WRONG))
