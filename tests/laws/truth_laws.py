"""The watchers of a world whose people are known: they know what was said, and judge what came of it.

Beside the laws of `laws`, which hold in every world, these hold where the truth is what
`worlds` makes it: each sentence is said once, and our own recogniser writes what it hears or nothing.
"""

from collections.abc import Sequence
from typing import Protocol

from laws.consent_laws import ConsentLaws
from laws.ear_words_laws import EarWordsLaws
from laws.link_laws import AnswerLaws, SpeakerLaws, SpoolLaws
from laws.speeches import Audible, Speech, Speeches
from laws.witness_laws import WitnessLaws
from laws.work_laws import PatienceLaws, QueueLaws, TypedLaws
from solovox.core import commands as do
from solovox.core import events as ev
from solovox.core.policy import Policy

ONLY_SOUND = do.SendMicrophone | do.Drop | do.ForgetSound


class Watcher(Protocol):
    """One law, or a few."""

    def see(self, at: int, event: ev.Event, out: Sequence[do.Command], known: Speech | None) -> None:
        """One step; `known`: the speech whose words have just become known for good."""
        ...


class TruthLaws:
    """All of them together. Raises `LawBroken`, which names the law."""

    def __init__(self, policy: Policy) -> None:
        self._speeches = Speeches(policy, Audible(policy))
        self._witness = WitnessLaws(policy, self._speeches)
        self._queue = QueueLaws(policy)
        self._spool = SpoolLaws(policy)
        self.watchers: tuple[Watcher, ...] = (
            self._witness,
            EarWordsLaws(policy, self._speeches),
            ConsentLaws(policy, self._speeches),
            PatienceLaws(policy, self._speeches),
            self._queue,
            TypedLaws(policy),
            AnswerLaws(policy),
            SpeakerLaws(policy, Audible(policy)),
            self._spool,
        )

    def see(self, at: int, event: ev.Event, out: Sequence[do.Command]) -> None:
        """One step of a conversation."""
        if isinstance(event, ev.SoundCaptured) and all(isinstance(c, ONLY_SOUND) for c in out):
            self._spool.see(at, event, out, None)  # two thirds of all steps
            return
        known = self._speeches.see(at, event, out)
        for watcher in self.watchers:
            watcher.see(at, event, out, known)

    def rest(self, at: int) -> None:
        """Nothing moves any more."""
        self._witness.rest(at)
        self._queue.rest(at)
