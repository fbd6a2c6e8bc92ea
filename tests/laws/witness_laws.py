"""Our own recogniser is the witness (law T3): what it heard whole is asked whole and once, what only an ear heard is not asked.

For a world in which no sentence is said twice, and the recogniser on this machine writes down
what it hears or nothing (`simulated_phrases`, `worlds`). In any other world these watchers lie.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from laws.law_broken import require
from laws.simulated_phrases import contains, is_answer, is_part, is_repeated, wanted
from laws.speeches import Speech, Speeches
from solovox.core import commands as do
from solovox.core import events as ev
from solovox.core.policy import Amendment, NarratorKind, Policy
from solovox.core.transcripts import plain, without
from solovox.core.units import HoldId, ReadId, RunId, UtteranceId
from solovox.lang.en.words import ENGLISH

BOUND: Final = 60_000
"""Within this time (ms) of the newest sign of speech, words have come to something."""
REMEMBERED: Final = 32
"""How many sentences back a second asking is noticed."""
WordTuple = tuple[str, ...]


@dataclass(slots=True)
class BrainAsk:
    """One asking of the brain."""

    run: RunId
    at: int
    words: WordTuple
    by: do.RoutedBy
    alive: bool = True
    cancelled: bool = False
    heard: bool = False

    @property
    def stands(self) -> bool:
        """It works, or the person has heard of it: then its words are not to be asked again."""
        return not self.cancelled and (self.alive or self.heard)


@dataclass(slots=True)
class Hold:
    """One thing that was shown for a yes."""

    id: HoldId
    at: int
    words: WordTuple
    void: bool = False
    """It ended, and something must take its place."""


@dataclass(slots=True)
class HeardSentence:
    """Words of the person that are known whole."""

    words: WordTuple
    at: int
    owed: bool
    """They must come to something: they are for us, and no "stop", no nod, no yes."""
    late: bool = False
    """They came later than an ear is waited for."""
    settled: bool = False
    ask: BrainAsk | None = None
    hold: Hold | None = None

    @property
    def stands(self) -> bool:
        """It was asked, and goes on; a yes or no may be said again and again."""
        return self.ask is not None and self.ask.stands and not is_repeated(" ".join(self.words))

    def __str__(self) -> str:
        return f"{' '.join(self.words)!r}, heard at {self.at} ms,"


@dataclass(slots=True)
class Last:
    """When things last happened."""

    queued: bool = False
    """Something was told to wait for the end of work."""

    waited_at: int = 0
    """When the person last spoke, or work was last in the way of what queues behind it."""
    kept_at: int | None = None
    """When the person last said "hang on"."""
    told_at: int = -1
    """When the person was last asked to say it again."""
    refused_at: int = -1
    """When they were last told that too much waits."""
    stopped_at: int = -1
    """When the person last stopped everything by key."""


@dataclass(slots=True)
class WitnessLaws:
    """T3 of words: none lost, shortened, asked twice or invented."""

    policy: Policy
    speeches: Speeches
    heard: list[HeardSentence] = field(default_factory=list)
    asks: list[BrainAsk] = field(default_factory=list)
    holds: list[Hold] = field(default_factory=list)
    pieces: dict[str, RunId] = field(default_factory=dict)
    """Which run offered a text."""
    reads: dict[ReadId, RunId] = field(default_factory=dict)
    last: Last = field(default_factory=Last)
    decided: dict[UtteranceId | None, tuple[int, bool]] = field(default_factory=dict)
    """When it was decided what was said, and whether words of ours could still come then."""

    def see(self, at: int, event: ev.Event, out: Sequence[do.Command], known: Speech | None) -> None:
        """One step; `known`: the speech whose words have just become known."""
        if self.policy.narrator is NarratorKind.SELF:
            return
        self._overdue(at)
        self._runs(event)
        if known is not None and self.policy.understands:
            self._known(at, known)
        if isinstance(event, ev.Typed):
            closes = any(isinstance(one, do.CloseHold) for one in out)
            self._typed(at, event.text, held=closes or bool(self.speeches.holds))
        if isinstance(event, ev.MendRefused) and any(isinstance(one, do.ShowAmendment) for one in out):
            self.asks.pop().cancelled = True  # what was asked last is asked once more (K2)
        if isinstance(event, ev.LocalTranscript | ev.EarTranscript) and self._ends_with_halt(event.text):
            self.last.kept_at = at
        for command in out:
            self._command(at, event, command)
        stops = isinstance(event, ev.LocalTranscript) and event.final and ENGLISH.is_stop(event.text)
        if stops or isinstance(event, ev.StopAsked | ev.HungUp):
            self._forget(-1 if stops else at)

    def rest(self, at: int) -> None:
        """Nothing moves any more: nothing may be owed."""
        for one in self.heard:
            require(
                "T3", one.settled or not one.owed, f"{one} came to nothing by {at} ms, when all was quiet"
            )

    def _ends_with_halt(self, text: str) -> bool:
        return ENGLISH.without_ending(text, ENGLISH.keep) is not None

    def _forget(self, began_at: int = -1) -> None:
        """A stop is an end of everything that waits; by key also of what is being said: it began before."""
        self.last.stopped_at = max(self.last.stopped_at, began_at)
        for one in self.heard:
            one.settled = True

    def _overdue(self, at: int) -> None:
        works = any(ask.alive for ask in self.asks)
        if self.speeches.open is not None or (
            works and (self.last.queued or self.policy.amendment is Amendment.QUEUE)
        ):
            self.last.waited_at = at
            return
        kept = -1 if self.last.kept_at is None else self.last.kept_at + self.policy.timing.keep_floor
        for one in self.heard:
            late = at > max(one.at, self.speeches.last_sign, self.last.waited_at, kept) + BOUND
            require("T3", one.settled or not one.owed or not late, f"{one} came to nothing by {at} ms")

    def _known(self, at: int, speech: Speech) -> None:
        words = wanted(speech.text, self.policy)
        if not words or ENGLISH.is_nod(speech.text):
            return
        assert speech.ended_at is not None
        waited = at - speech.ended_at
        one = HeardSentence(words, at, self._is_owed(speech), waited > self.policy.timing.words)
        self.heard.append(one)
        told = waited > self.policy.timing.local_words and self.last.told_at >= speech.ended_at
        nod = ENGLISH.only_agrees(speech.text)  # in the midst of an answer (T1)
        one.settled = told or nod or max(self.last.refused_at, self.last.stopped_at) >= speech.began_at
        for ask in self.asks:
            if ask.at < speech.began_at or ask.by is do.RoutedBy.TYPED:
                continue
            if contains(ask.words, words):
                one.settled, one.ask = True, ask
            elif one.late or (ask.by is do.RoutedBy.CONSENT and ask.at < speech.ended_at):
                # a yes to what was shown, while its end was not known, promises nothing of the rest
                one.settled = one.settled or (one.late and self._like(ask.words, words))
            elif one.owed:
                self._whole(ask, one)
        for hold in self.holds:
            if hold.at >= speech.began_at and contains(hold.words, words):
                one.settled, one.hold = one.settled or not hold.void, hold

    def _like(self, asked: WordTuple, words: WordTuple) -> bool:
        """Whether an ear's transcript was taken for these words: half of them, and the last."""
        same = sum(min(asked.count(word), words.count(word)) for word in set(words))
        return 2 * same >= len(words) and words[-1] in asked

    def _is_owed(self, speech: Speech) -> bool:
        said, language = plain(speech.text), ENGLISH
        if is_answer(said) and (speech.offered or self.speeches.holds):
            return False
        if self._is_answered_here(speech.text) or language.is_stop(speech.text) or speech.deaf:
            return False
        wake = plain(self.policy.wake).split()
        return not wake or speech.woken or contains(said.split(), wake)

    def _is_answered_here(self, text: str) -> bool:
        """Whether no brain need be asked: for silence, for how things stand, for more of an answer (N6)."""
        language, bare = ENGLISH, without(text, self.policy.wake)
        more = bare in language.more | language.on | language.no_more
        return more or language.is_quiet(text) or language.wish(bare) is not None

    def _typed(self, at: int, text: str, *, held: bool) -> None:
        if ENGLISH.is_stop(text):
            self._forget(at)
        elif words := wanted(text, self.policy):
            owed = not (self._is_answered_here(text) or (held and is_answer(plain(text))))
            self.heard.append(HeardSentence(words, at, owed=owed))

    def _runs(self, event: ev.Event) -> None:
        match event:
            case ev.BrainOffered(run=run, said=said):
                self.pieces[said.strip()] = run
            case ev.BrainFinished(run=run) | ev.BrainFailed(run=run):
                for ask in self.asks:
                    ask.alive = ask.alive and ask.run != run
            case ev.SteerRefused(run=run):
                for ask in self.asks:
                    if ask.run == run:
                        ask.alive, ask.cancelled = False, True
                self.asks = [ask for ask in self.asks if ask.run != run]
            case _:
                pass

    def _command(self, at: int, event: ev.Event, command: do.Command) -> None:
        match command:
            case do.AskBrain() | do.SteerBrain():
                self._asked(at, command)
            case do.CancelRun(run=run):
                for ask in self.asks:
                    if ask.run == run:
                        ask.alive, ask.cancelled = False, True
            case do.Read(read=read, said=said):
                for piece, run in self.pieces.items():
                    if said.startswith(piece):
                        self.reads[read] = run
            case do.Play(read=read):
                for ask in self.asks:
                    ask.heard = ask.heard or ask.run == self.reads.get(read)
            case do.ShowHold(hold=hold, text=text, heard=heard, kind=do.HoldKind.INSTRUCTION):
                self._held(Hold(hold, at, tuple(plain(heard or text).split())))
            case do.CloseHold(hold=hold, outcome=outcome):
                self._hold_ended(at, event, hold, outcome)
            case do.ShowHeard(utterance=utterance, final=True):
                self.decided[utterance] = (at, self.speeches.pending(at))
            case do.ShowAmendment(how=Amendment.QUEUE):
                self.last.queued = True
            case do.ShowFailure(text=text):
                self._failed(at, text)
            case do.Cue(kind=do.CueKind.STOPPED) | do.EndSession():
                self._forget()
            case _:
                pass

    def _asked(self, at: int, command: do.AskBrain | do.SteerBrain) -> None:
        ask = BrainAsk(command.run, at, wanted(command.instruction, self.policy), command.by)
        by_words = command.by in (do.RoutedBy.EAR, do.RoutedBy.CODE)
        decided_at, open_then = self.decided.get(command.utterance, (at, False))
        vouched = not self.policy.understands or self.speeches.pending(at) or open_then
        ours = {word for one in self.heard for word in one.words} >= set(ask.words)
        for one in self.heard:
            if contains(ask.words, one.words):
                alone = command.by is do.RoutedBy.EAR and self.speeches.pending(
                    at
                )  # we cannot tell what an ear repeats
                agreed = (
                    command.by is do.RoutedBy.CONSENT and not ours
                )  # the person has seen what an ear made of it
                twice = one.stands and not (alone or agreed)
                require("T3", not twice, f"{one} was asked twice: now as {command.instruction!r}")
                one.settled, one.ask, vouched = True, ask, True
            elif by_words and self._like(ask.words, one.words) and not is_part(ask.words, one.words):
                one.settled = vouched = True  # an ear's transcript of the same words
            elif by_words and one.owed and not one.settled and (one.at <= decided_at or not one.late):
                self._whole(ask, one)
        words = f"{command.instruction!r} was asked at {at} ms"
        require("T3", vouched or not by_words, f"{words}, and our own recogniser has not heard it")
        by_words = by_words and self.policy.understands and not is_repeated(" ".join(ask.words))
        same = any(
            old.words == ask.words and old.at < at and old.by in (do.RoutedBy.EAR, do.RoutedBy.CODE)
            for old in self.asks
        )
        require("T2", not (same and by_words), f"{words} once more, and nothing new was said")
        self.asks.append(ask)
        if len(self.heard) > 2 * REMEMBERED:
            self.asks = self.asks[-REMEMBERED:]
            old = [one for one in self.heard[:-REMEMBERED] if one.owed and not one.settled]
            self.heard = old + self.heard[-REMEMBERED:]

    def _whole(self, ask: BrainAsk, one: HeardSentence) -> None:
        require("T3", not is_part(ask.words, one.words), f"{one} was shortened to {' '.join(ask.words)!r}")

    def _held(self, hold: Hold) -> None:
        self.holds.append(hold)
        ours = {word for one in self.heard for word in one.words} >= set(hold.words)  # else an ear adds to it
        for one in self.heard:
            if contains(hold.words, one.words):
                require("T3", not (one.stands and ours), f"{one} was asked already, and is held for a yes")
                one.settled, one.hold = True, hold

    def _hold_ended(self, at: int, event: ev.Event, ended: HoldId, outcome: do.Outcome) -> None:
        """A hold that ends as void was taken over by another; of one that was granted comes an ask."""
        gone = isinstance(event, ev.SurfaceLeft | ev.HungUp)
        edited = isinstance(event, ev.ConsentGiven)
        void = (outcome is do.Outcome.VOID and not gone) or (outcome is do.Outcome.GRANTED and not edited)
        for hold in self.holds:
            hold.void = hold.void or (hold.id == ended and void)
        for one in self.heard:
            if one.hold is not None and one.hold.id == ended:
                one.settled, one.at = not void or one.stands, at

    def _failed(self, at: int, text: str) -> None:
        if "say it again" in text:
            self.last.told_at = at
        elif "too many" in text:
            self.last.refused_at = at
            for one in self.heard:
                one.settled = True
