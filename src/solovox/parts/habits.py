"""How long the person pauses: read when a session begins, heard while it runs, kept when it ends.

Rule 1: learned is only from the one person at a surface, in a session that is kept, where no wake phrase spares what is said and
`patience` is not set. Nothing but counts is kept (`live/local/habit.py`).
Rule 2: what is learned changes the next session, not the one that runs.
Rule 3: a silence between two utterances is a pause if nothing came of the first: no sound was played, nothing run, nothing shown that
waits for a yes. What the talk key ended is none.
"""

import logging
from collections import deque
from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass, field
from typing import Final

from msgspec import structs

from solovox.config.schema import Config
from solovox.core.commands import Command, EndSpeech, Play, RunTool, ShowHold
from solovox.core.events import Event, OnsetHeard, SpeechConfirmed, SpeechEnded
from solovox.core.units import PERSON
from solovox.live.local.cascade_types import MS, CascadeTuning
from solovox.live.local.habit import MOST, USUAL_PATIENCE, Habit, is_pause, read
from solovox.parts.stores import PersonsStore
from solovox.ports import StoreError

_log: Final = logging.getLogger("solovox.session")
PAUSES: Final = "pauses"
"""The setting of the store that holds the habit."""
_AFTER: Final = CascadeTuning().after
"""Samples of the silence that belong to the utterance before it."""


def known_habit(store: PersonsStore) -> Habit:
    """How the person was heard to pause so far. Blocks; makes no store. Raises `StoreError`."""
    return read(store.setting(PAUSES) or "")


def forget_habit(store: PersonsStore) -> None:
    """Nothing is known of it from now on. Blocks. Raises `StoreError`."""
    if store.setting(PAUSES):
        with closing(store.open_store()) as opened:
            opened.set(PAUSES, "")


def usual(config: Config) -> Config:
    """For sound that is not, or not only, the person's: their habit neither counts nor is learned there."""
    return structs.replace(config, patience=config.patience or USUAL_PATIENCE)


def patience(config: Config, store: PersonsStore | None) -> int:
    """How long a session waits, in percent of the usual waits. A store that cannot be read ends no talk."""
    if config.patience or store is None:
        return config.patience or USUAL_PATIENCE
    try:
        return known_habit(store).patience
    except StoreError as error:
        _log.warning("the usual patience is taken: %s", error)
        return USUAL_PATIENCE


def pauses_heard(config: Config, store: PersonsStore | None, *, spares: bool) -> "PausesHeard | None":
    """What learns in a session. None: nothing does (rule 1)."""
    return None if config.patience or store is None or spares else PausesHeard(store)


@dataclass(slots=True, eq=False)
class PausesHeard:
    """The pauses of one session: a fold over what happens."""

    store: PersonsStore
    lengths: deque[int] = field(default_factory=lambda: deque(maxlen=MOST))
    """In ms, the newest last."""
    _begun: int = 0
    """The first sample of the newest sound."""
    _ended: int | None = None
    """The last sample of an utterance of the person of which nothing came yet."""
    _theirs: bool = False
    """Whether the person at the surface speaks, and no other."""

    def see(self, event: Event, commands: Sequence[Command]) -> None:
        """Note where the person pauses and goes on."""
        match event:
            case OnsetHeard(sample=sample):
                self._begun = sample
            case SpeechConfirmed(source=source):
                self._theirs = source == PERSON
                self._went_on()
            case SpeechEnded(span=span, pauses=pauses) if self._theirs:
                self.lengths.extend(one for one in pauses if is_pause(one))
                self._ended = span.end
            case _:
                pass
        for command in commands:
            match command:
                case Play() | RunTool() | ShowHold():
                    self._ended = None
                case EndSpeech():
                    self._ended, self._theirs = None, False
                case _:
                    pass

    def _went_on(self) -> None:
        ended, self._ended = self._ended, None
        if ended is not None and self._theirs and is_pause(length := (self._begun - ended + _AFTER) // MS):
            self.lengths.append(length)

    def keep(self) -> None:
        """Add them to what is kept of the person. Blocks. What cannot be kept is lost, and said in the log."""
        if not self.lengths:
            return
        try:
            with closing(self.store.open_store()) as opened:
                known = read(opened.get(PAUSES) or "")
                opened.set(PAUSES, known.with_pauses(self.lengths).write())
        except StoreError as error:
            _log.warning("how the person pauses was not kept: %s", error)
        self.lengths.clear()


@dataclass(frozen=True, slots=True)
class Lessons:
    """What a session keeps of what the person teaches, and of how they pause."""

    store: PersonsStore
    pauses: PausesHeard | None = None
    """None: nothing is learned of it."""
