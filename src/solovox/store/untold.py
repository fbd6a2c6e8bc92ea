"""What became of work while the person was away: kept when the talk ends, and told at the next one in the same workspace.

Rule 1: work goes on when the last page has left, and the session with it (law L1). What ended then, or was stopped by the end of the
session, is untold until someone has joined.
Rule 2: it is kept where journals are, for as long as they are, for its owner only; where none is kept, nothing is (law R2).
Rule 3: it is told once.
"""

import hashlib
import os
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

import msgspec

from solovox.core.commands import AskBrain, CancelRun, Command, EndSession
from solovox.core.events import BrainFailed, BrainFinished, BrainWrote, Event, SurfaceJoined, SurfaceLeft
from solovox.core.units import RunId, SurfaceId
from solovox.text.speakable import Speakable

MOST: Final = 8
"""How much is kept of one workspace: the newest."""
ASKED: Final = 120
SAID: Final = 400
"""In characters: of what was asked, and of the answer."""
WRITTEN: Final = 8_000
"""Of an answer nothing beyond this is looked at."""
FINISHED: Final = 'While you were away, "{}" was finished.'
FAILED: Final = 'While you were away, "{}" failed: {}.'
STOPPED: Final = '"{}" was stopped when the talk ended.'


@dataclass(frozen=True, slots=True)
class AwayEnding:
    """How a run ended that the person does not know of. `at`: seconds since 1970."""

    asked: str
    how: str
    """`finished`, `failed` or `stopped`."""
    more: str = ""
    """The beginning of the answer, as it is said; or why it failed."""
    at: float = 0.0

    def describe(self) -> str:
        """It in our own words."""
        match self.how:
            case "finished":
                return f"{FINISHED.format(self.asked)} {self.more}".strip()
            case "failed":
                return FAILED.format(self.asked, self.more.rstrip("."))
            case _:
                return STOPPED.format(self.asked)


class AwayWork:
    """A fold over a session: how runs ended while no surface was there."""

    def __init__(self, file: "UntoldFile") -> None:
        self.file = file
        self._there: set[SurfaceId | None] = set()
        self._asked: dict[RunId, str] = {}
        self._written: dict[RunId, str] = {}
        self.endings: tuple[AwayEnding, ...] = ()

    def see(self, event: Event, commands: Sequence[Command]) -> None:
        """One step."""
        match event:
            case SurfaceJoined(surface=surface):
                self._there.add(surface)
                self.endings = ()
            case SurfaceLeft(surface=None):
                self._there.clear()
            case SurfaceLeft(surface=surface):
                self._there.discard(surface)
            case BrainWrote(run=run, text=text) if run in self._asked:
                self._written[run] = (self._written[run] + text)[:WRITTEN]
            case BrainFinished(run=run):
                self._end_run(run, "finished", _begin_spoken(self._written.get(run, "")))
            case BrainFailed(run=run, reason=reason):
                self._end_run(run, "failed", reason[:SAID])
            case _:
                pass
        if any(isinstance(one, EndSession) for one in commands):
            self._there.clear()
        for command in commands:
            match command:
                case AskBrain(run=run, instruction=instruction):
                    self._asked[run], self._written[run] = " ".join(instruction.split()), ""
                case CancelRun(run=run):
                    self._end_run(run, "stopped")
                case _:
                    pass

    def save(self, at: float) -> None:
        """Keep what is untold. Blocks, for a few kilobytes."""
        self.file.add(self.endings, at)

    def _end_run(self, run: RunId, how: str, more: str = "") -> None:
        asked = self._asked.pop(run, None)
        self._written.pop(run, None)
        if asked is not None and not self._there:
            short = asked if len(asked) <= ASKED else f"{asked[:ASKED].rsplit(' ', 1)[0]} …"
            self.endings = (*self.endings, AwayEnding(short, how, more))[-MOST:]


def _begin_spoken(written: str) -> str:
    """The beginning of an answer as it would be said: whole pieces."""
    speakable = Speakable()
    said = ""
    for piece in (*speakable.feed(written), *speakable.finish()):
        if len(said) + len(piece.said) > SAID:
            break
        said = f"{said} {piece.said}".strip()
    return said


class UntoldFile:
    """The endings of one workspace, on the disk. Blocks; what cannot be read or written is not told."""

    def __init__(self, root: Path, workspace: Path) -> None:
        name = hashlib.sha256(os.fsencode(workspace.resolve())).hexdigest()[:16]
        self._path = root / f"{name}.json"

    def add(self, endings: Sequence[AwayEnding], at: float) -> None:
        """Keep more."""
        if not endings:
            return
        kept = [*self._read(), *(replace(one, at=at) for one in endings)][-MOST:]
        with suppress(OSError):
            self._path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            new = self._path.with_suffix(".new")
            new.unlink(missing_ok=True)
            out = os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600)
            with os.fdopen(out, "wb") as file:
                file.write(msgspec.json.encode(kept))
            new.replace(self._path)

    def take_endings(self, since: float) -> Sequence[AwayEnding]:
        """What is to be told, the oldest first; it is not kept any more. What is older than `since` is dropped."""
        found = self._read()
        with suppress(OSError):
            self._path.unlink()
        return [one for one in found if one.at >= since]

    def _read(self) -> list[AwayEnding]:
        with suppress(OSError, msgspec.MsgspecError, UnicodeDecodeError):
            return msgspec.json.decode(self._path.read_bytes(), type=list[AwayEnding])
        return []
