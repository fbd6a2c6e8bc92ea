"""Words that only a live ear has heard (law T3): they are held, or shown as not taken. They are never lost in silence.

For a world in which such words are a sentence with a name that is said nowhere else.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from laws.law_broken import require
from laws.simulated_phrases import GHOSTS
from laws.speeches import Speech, Speeches
from solovox.core import commands as do
from solovox.core import events as ev
from solovox.core.policy import EarKind, NarratorKind, Policy
from solovox.core.transcripts import plain, within
from solovox.core.units import ConnectionId

BOUND: Final = 10_000
"""Within this time (ms) they have come to something."""


@dataclass(slots=True)
class EarWordsLaws:
    """T3 of words without speech, long after the person spoke."""

    policy: Policy
    speeches: Speeches
    ear: ConnectionId | None = None
    owed: dict[str, int] = field(default_factory=dict)
    """The words, and when they were heard."""

    def see(self, at: int, event: ev.Event, out: Sequence[do.Command], known: Speech | None) -> None:
        """One step."""
        del known
        policy, live = self.policy, self.policy.ear is EarKind.LIVE
        if policy.wake or not live or policy.narrator is NarratorKind.SELF or policy.marks_activity:
            return
        match event:
            case ev.EarOpened(connection=connection):
                self.ear = connection
            case ev.EarTranscript(connection=self.ear, text=text) if self._is_alone(at, plain(text)):
                self.owed[plain(text)] = at
            case ev.SpeechConfirmed() | ev.SurfaceLeft() | ev.StopAsked() | ev.EarLost():
                self.owed.clear()  # they may be of that speech, or were given up
            case _:
                pass
        for command in out:
            match command:
                case do.ShowHeard(final=True, text=text):
                    self.owed = {
                        words: since for words, since in self.owed.items() if not within(words, text)
                    }
                case do.CloseEar() | do.EndSession() | do.Cue(kind=do.CueKind.STOPPED):
                    self.owed.clear()
                case _:
                    pass
        for words, since in self.owed.items():
            require("T3", at <= since + BOUND, f"{words!r}, which an ear alone has heard, came to nothing")

    def _is_alone(self, at: int, words: str) -> bool:
        """Whether a sentence comes when the person is silent, and has been for long."""
        late = self.speeches.last_sign + self.policy.timing.local_words
        silent = self.speeches.open is None and not self.speeches.pending(at)
        return silent and (at > late or not self.speeches.all) and words.startswith(GHOSTS)
