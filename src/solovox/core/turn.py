"""Whose turn it is, and what an utterance becomes.

T1  The floor is the person's as soon as sound is confirmed as speech.
T2  Speech that resumes belongs to the same utterance: `reopen`.
T3  An utterance ends by our end of speech or the family's own signal; its instruction is what was
    heard; the ear's call only tells when. An ear that neither calls nor ends may have fallen silent: then
    whoever heard more words is asked. `verdict` is the whole of routing, as one pure function.
T4  A whole utterance of "stop" stops; it is never an instruction.

Rule: every change of the floor is a row of FLOORS. A row that maps to itself means "harmless".
"""

from dataclasses import dataclass, replace
from enum import Enum

from solovox.core.commands import By
from solovox.core.language import plain
from solovox.core.policy import Ear, Narrator, Policy, Routing
from solovox.core.units import Instant, UtteranceId

WORDS_REST = 400
"""An ear's transcript without new words for so long (ms) is taken as complete."""


class Floor(Enum):
    """Who has the floor."""

    QUIET = "quiet"
    SPEAKING = "speaking"
    SETTLING = "settling"
    """The person has finished; it is not yet clear with what."""
    KEPT = "kept"
    """The person said "hang on"."""


class Step(Enum):
    """What moves the floor."""

    CONFIRM = "speech confirmed"
    END = "speech ended"
    WORDS = "words without speech"
    KEEP = "floor kept"
    SETTLE = "utterance settled"


FLOORS: dict[Floor, dict[Step, Floor]] = {
    Floor.QUIET: {
        Step.CONFIRM: Floor.SPEAKING,
        Step.END: Floor.QUIET,
        Step.WORDS: Floor.SETTLING,
        Step.KEEP: Floor.QUIET,
        Step.SETTLE: Floor.QUIET,
    },
    Floor.SPEAKING: {
        Step.CONFIRM: Floor.SPEAKING,
        Step.END: Floor.SETTLING,
        Step.WORDS: Floor.SPEAKING,
        Step.KEEP: Floor.SPEAKING,
        Step.SETTLE: Floor.QUIET,
    },
    Floor.SETTLING: {
        Step.CONFIRM: Floor.SPEAKING,
        Step.END: Floor.SETTLING,
        Step.WORDS: Floor.SETTLING,
        Step.KEEP: Floor.KEPT,
        Step.SETTLE: Floor.QUIET,
    },
    Floor.KEPT: {
        Step.CONFIRM: Floor.SPEAKING,
        Step.END: Floor.KEPT,
        Step.WORDS: Floor.KEPT,
        Step.KEEP: Floor.KEPT,
        Step.SETTLE: Floor.QUIET,
    },
}


@dataclass(frozen=True, slots=True)
class Local:
    """What the local recogniser makes of an utterance."""

    texts: tuple[str, ...] = ()
    pending: int = 0
    """Ends of speech whose final text has not come."""
    draft: str = ""

    @property
    def text(self) -> str:
        """All final texts."""
        return " ".join(text for text in self.texts if text)

    @property
    def newest(self) -> str:
        """What was said since the person last paused."""
        return self.texts[-1] if self.texts else ""


@dataclass(frozen=True, slots=True)
class Remote:
    """What a live ear makes of an utterance."""

    text: str = ""
    words_at: Instant = Instant(0)
    called: bool = False
    late: bool = False
    """Words came after the call: more may."""
    proposed: str = ""
    ended: bool = False
    nudged_at: Instant | None = None
    reopened: int = 0
    """How much of the text had come when the person went on speaking."""


@dataclass(frozen=True, slots=True)
class Utterance:
    """What the person said, from first sound to end; it may be resumed (T2)."""

    id: UtteranceId
    first: int
    """The first sample, of the microphone."""
    end: int
    spoken: bool
    """Our own detector heard speech. Words without it are not trusted: they become a hold."""
    ended_at: Instant | None = None
    local: Local = Local()
    remote: Remote = Remote()
    woken: bool = False
    deaf: bool = False
    """Said over a read in a profile without barge-in: only "stop" counts."""
    worded: bool = True
    """Whether it was clear, when it was settled, what had been said."""
    kept: bool = False
    """The person has said "hang on" before: only a long pause, or "send it", ends it."""
    orphan: bool = False
    """The surface was lost meanwhile: nothing is sent without a fresh yes (A1)."""


@dataclass(frozen=True, slots=True)
class Turn:
    """The floor, the open utterance, and the one that was settled last."""

    floor: Floor = Floor.QUIET
    stirred: bool = False
    """Sound began that may be speech."""
    open: Utterance | None = None
    last: Utterance | None = None
    count: int = 0

    def step(self, step: Step) -> "Turn":
        """The same turn after one row of FLOORS."""
        return replace(self, floor=FLOORS[self.floor][step])


@dataclass(frozen=True, slots=True)
class Wait:
    until: Instant | None


@dataclass(frozen=True, slots=True)
class Nudge:
    """The ear has heard words, and not called."""


@dataclass(frozen=True, slots=True)
class Route:
    text: str
    by: By
    sent: bool = False
    """The person said "send it"."""


@dataclass(frozen=True, slots=True)
class Hesitate:
    """Make it a hold: the words are not certain enough to be sent."""

    text: str


@dataclass(frozen=True, slots=True)
class Nothing:
    """A cough, a nod, noise: no turn."""


@dataclass(frozen=True, slots=True)
class Keep:
    """The person holds the floor; so much was said."""

    text: str


@dataclass(frozen=True, slots=True)
class Stop:
    """The person asked for the work to stop."""


@dataclass(frozen=True, slots=True)
class Quiet:
    """The person asked for silence."""


Verdict = Wait | Nudge | Route | Hesitate | Nothing | Keep | Stop | Quiet


def begin(turn: Turn, first: int, *, spoken: bool) -> Turn:
    """A new utterance."""
    utterance = Utterance(UtteranceId(turn.count + 1), first, first, spoken)
    step = Step.CONFIRM if spoken else Step.WORDS
    return replace(turn.step(step), open=utterance, count=turn.count + 1)


def reopen(turn: Turn, utterance: Utterance) -> Turn:
    """The person goes on speaking: the same utterance, its earlier call and end forgotten (T2)."""
    remote = replace(
        utterance.remote,
        called=False,
        proposed="",
        ended=False,
        nudged_at=None,
        reopened=len(utterance.remote.text),
    )
    again = replace(utterance, ended_at=None, remote=remote, spoken=True)
    return replace(turn.step(Step.CONFIRM), open=again)


def late(turn: Turn, at: Instant) -> Turn:
    """Words came for an utterance that was given up without any: it is open again."""
    assert turn.last is not None
    return replace(turn.step(Step.WORDS), open=replace(turn.last, ended_at=at))


def close(turn: Turn, at: Instant, *, worded: bool = True) -> Turn:
    """The open utterance is settled."""
    if turn.open is None:
        return turn
    ended_at = turn.open.ended_at if turn.open.ended_at is not None else at
    last = replace(turn.open, worded=worded, ended_at=ended_at)
    return replace(turn.step(Step.SETTLE), open=None, last=last)


def verdict(turn: Turn, policy: Policy, at: Instant) -> Verdict:
    """What becomes of the open utterance now (T3)."""
    said = turn.open
    if said is None or said.ended_at is None or turn.floor is Floor.SPEAKING:
        return Wait(None)
    if turn.floor is Floor.KEPT:
        until = Instant(said.ended_at + policy.timing.keep_floor)
        return Wait(until) if at < until else Hesitate(said.local.text or said.remote.text)
    if not said.local.pending and policy.language.is_stop(said.local.newest):
        return Stop()  # by our own ears, whatever a live one makes of it (T4)
    if policy.narrator is Narrator.SELF and not said.deaf:
        return _by_itself(said, policy, at)
    found = _by_local(said, policy, at) if policy.ear is Ear.LOCAL or said.deaf else _by_ear(said, policy, at)
    until = Instant(said.ended_at + policy.timing.after_keep)
    if said.kept and isinstance(found, Route) and not found.sent and at < until:
        return Wait(until)
    return found


def _by_local(said: Utterance, policy: Policy, at: Instant) -> Verdict:
    assert said.ended_at is not None
    if said.local.pending:
        until = Instant(said.ended_at + policy.timing.local_words)
        return Wait(until) if at < until else Hesitate(said.local.draft)
    return judge(said, _ours(said, policy), said.local.newest, By.CODE, policy)


def _by_ear(said: Utterance, policy: Policy, at: Instant) -> Verdict:
    assert said.ended_at is not None
    timing, remote, ours = policy.timing, said.remote, _ours(said, policy)
    words = _once(remote.text.strip(), ours)
    newest = remote.text[remote.reopened :].strip()
    until = Instant(said.ended_at + timing.words)
    if at < until and (not words or (said.local.pending and _half(words))):
        return Wait(until)
    if not words:
        heard = judge(said, ours, said.local.newest, By.EAR if remote.called else By.CODE, policy)
        return heard if said.local.texts else Hesitate(remote.proposed)
    if remote.called:
        rest = Instant(remote.words_at + WORDS_REST)
        more = remote.late or _count(words) < _count(ours)
        hold = more and at < rest and not remote.ended
        return Wait(rest) if hold else judge(said, words, newest, By.EAR, policy)
    if not (remote.ended or said.kept):  # (ours may still have the "hang on")
        words = max(words, ours, key=_count)
    rest = Instant(max(said.ended_at, remote.words_at) + WORDS_REST)
    if policy.routing is Routing.CODE or policy.language.is_stop(newest) or policy.language.is_nod(words):
        return Wait(rest) if at < rest and not remote.ended else judge(said, words, newest, By.CODE, policy)
    nudged = remote.nudged_at
    until = Instant(said.ended_at + timing.call if nudged is None else nudged + timing.nudge)
    if at < until:
        return Wait(until)
    return Nudge() if nudged is None else judge(said, words, newest, By.CODE, policy)


def _by_itself(said: Utterance, policy: Policy, at: Instant) -> Verdict:
    """The live model answers for itself: only "stop" and its kin are ours, and the words are shown (G7, T4)."""
    assert said.ended_at is not None
    language, remote = policy.language, said.remote
    words = _once(remote.text.strip(), said.local.text)
    rest = max(said.ended_at, remote.words_at) + (WORDS_REST if words else policy.timing.words)
    if at < rest and not (words and remote.ended):
        return Wait(Instant(rest))
    text = words or said.local.text
    newest = remote.text[remote.reopened :].strip() or said.local.newest
    if language.is_stop(newest):
        return Stop()
    if language.is_quiet(newest) or (
        policy.wake and not said.woken and plain(policy.wake) not in plain(text)
    ):
        return Quiet()
    return Route(text, By.EAR) if text else Nothing()


def _ours(said: Utterance, policy: Policy) -> str:
    """What our own recogniser has heard by now, without nods."""
    return " ".join(text for text in said.local.texts if not policy.language.is_nod(text))


def _once(text: str, beside: str) -> str:
    """A transcript that a service gives twice over, once; if our own recogniser heard as much, it was said twice."""
    half = _half(text)
    return half if half and 0 < _count(beside) < _count(text) else text


def _half(text: str) -> str:
    """The first half, if the second is the same."""
    words = text.split()
    half = words[: len(words) // 2]
    return " ".join(half) if words == half * 2 else ""


def _count(text: str) -> int:
    return len(text.split())


def judge(said: Utterance, text: str, newest: str, by: By, policy: Policy) -> Verdict:
    """What a complete text is: an instruction, or one of the few phrases the core knows (T4).

    `newest` is what was said since the last pause: "stop" after a pause is no part of an instruction."""
    language = policy.language
    if language.is_stop(newest):
        return Stop()
    if language.is_quiet(newest):
        return Quiet()
    kept = language.without_ending(text, language.keep)
    sent = language.without_ending(text, language.send)
    text = text if sent is None else sent
    if language.is_stop(text):
        return Stop()
    if language.is_quiet(text):
        return Quiet()
    if said.deaf or language.is_nod(text):
        return Nothing()
    if policy.wake and not said.woken and plain(policy.wake) not in plain(text):
        return Nothing()
    if kept is not None:
        return Keep(kept)
    return Route(text, by, sent is not None) if said.spoken and not said.orphan else Hesitate(text)
