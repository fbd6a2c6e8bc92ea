"""Whose words they are, watched from outside: law A4, and T3 where several people speak.

For a world that knows who said what, and in which no two people use the same word (`testing.two_speakers`,
`testing.channel`). In any other world this watcher lies.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

from laws.law_broken import require
from solovox.core import commands as do
from solovox.core import units as u
from solovox.core.policy import EarKind, NarratorKind, Policy
from solovox.core.transcripts import plain, within
from solovox.lang.en.words import ENGLISH


@dataclass(frozen=True, slots=True)
class KnownSaying:
    """What a person says without a pause, as the world knows it."""

    who: u.SourceId
    words: str
    first: int
    count: int
    named: u.SourceId
    """Whose sound its beginning was taken for."""
    deaf: bool = False
    """It was said over a voice, where the profile does not listen (T1)."""

    @property
    def span(self) -> u.AudioSpan:
        """Where in the microphone's stream."""
        return u.AudioSpan(u.MIC, self.first, self.count)


@dataclass(slots=True)
class SourceLaws:
    """A4 of words: an owner's are not lost, another's go nowhere, and no one's pass for another's."""

    policy: Policy
    understood: list[KnownSaying] = field(default_factory=list)
    """Of whom the final words have come."""
    kept: list[str] = field(default_factory=list)
    """Words that were asked, are held, or (where the live model answers for itself) are shown as heard."""
    stopped: int = -1
    """What an owner said before this sample was stopped (T4)."""
    misnamed: list[KnownSaying] = field(default_factory=list)
    """What has begun in the name of another. A stop of that one ends it too (T4)."""
    stops: bool = False
    """It was stopped."""
    sources: dict[u.UtteranceId, u.SourceId] = field(default_factory=dict)
    _of: dict[str, u.SourceId] = field(default_factory=dict)

    def knows(self, said: KnownSaying) -> None:
        """It is said."""
        plainly = not self.is_phrase(said.words)
        self._of |= {word: said.who for word in plain(said.words).split() if plainly}

    def is_phrase(self, words: str) -> bool:
        """Whether the core itself knows the words."""
        language = ENGLISH
        return language.is_stop(words) or language.is_quiet(words) or language.consent(words) is not None

    def see(self, out: Sequence[do.Command], said: KnownSaying | None = None) -> None:
        """One step. `said`: its final words have come in this step."""
        if said is not None:
            self.knows(said)
        for command in out:
            self._command(command)
        if said is not None:
            self.understood.append(said)
            if ENGLISH.is_stop(said.words):
                self._stopped(said, out)

    def rest(self) -> None:
        """Nothing moves any more: nothing is owed."""
        stopped = [one.who for one in self.understood if ENGLISH.is_stop(one.words)]
        mine = any(self.policy.owns(who) for who in stopped)
        require("A4", mine or not self.stops, "no owner said stop")
        for said in self.understood:
            owed = self.policy.owns(said.who) and not self.is_phrase(said.words)
            ended = said.first < self.stopped or said.deaf or self._hushed(said)
            kept = any(within(said.words, text) for text in self.kept)
            require("T3", kept or ended or not owed, f"{said.words!r} of {said.who} came to nothing")

    def _hushed(self, said: KnownSaying) -> bool:
        """Whether the same person went on with "be quiet", which a live model that answers for itself is told with it."""
        later = [one for one in self.understood if one.who == said.who and one.first > said.first]
        alone = self.policy.narrator is NarratorKind.SELF
        return alone and any(ENGLISH.is_quiet(one.words) for one in later)

    def _stopped(self, said: KnownSaying, out: Sequence[do.Command]) -> None:
        mine = self.policy.owns(said.who)
        if mine:  # it ends what is known, and what was said before it
            self.stopped = max(self.stopped, said.first)
            self.kept += [one.words for one in self.understood]
        require("T4", not mine or self.stops, f"a stop of {said.who} did not stop")

    def _command(self, command: do.Command) -> None:
        alone = self.policy.narrator is NarratorKind.SELF
        match command:
            case do.AskBrain(instruction=text) | do.SteerBrain(instruction=text):
                self._kept(text)
            case do.ShowHold(text=text, heard=heard):
                self._kept(text)
                self._kept(heard)
            case do.ShowHeard(utterance=utterance, text=text, final=final, source=source):
                self._shown(utterance, text, source, final=final)
                if alone and final:
                    self.kept.append(text)
                return
            case do.Cue(kind=do.CueKind.STOPPED):
                self.stops = True
                self.kept += [one.words for one in self.misnamed]
            case do.GiveContext() if self.policy.hosts:
                return  # the live model may be told again what a guest told it
            case _:
                pass
        words = set(plain(repr(command)).split())
        strange = {word for word, who in self._of.items() if not self.policy.owns(who)}
        require("A4", not words & strange, f"words of one who is no owner: {command}")

    def _kept(self, text: str) -> None:
        self.kept.append(text)
        people = {self._of[word] for word in plain(text).split() if word in self._of}
        require("A4", len(people) < 2, f"{text!r} is of {people}")

    def _shown(self, utterance: u.UtteranceId, text: str, source: u.SourceId, *, final: bool) -> None:
        known = [word for word in plain(text).split() if word in self._of]
        if known and source == u.PERSON:  # an ear heard it, and it is not known of whom
            require("A4", self.policy.ear is EarKind.LIVE, f"{text!r} was shown as nobody's")
        elif known:
            others = [word for word in known if self._of[word] != source]
            require("A4", not others, f"{others} were shown as {source}'s: {text!r}")
        if final and text and source != u.PERSON:
            before = self.sources.setdefault(utterance, source)
            require("A4", before == source, f"utterance {utterance} is of {before}, and of {source}")
