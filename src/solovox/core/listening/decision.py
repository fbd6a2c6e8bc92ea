"""What becomes of an utterance: `decide` is the whole of routing, as one pure function.

T3  Each wait counts from the end of the speech and has a bound. What is not certain needs a yes.
T4  A whole utterance of "stop" stops; it is never an instruction.
"""

from dataclasses import dataclass

from solovox.core.listening import arbitration
from solovox.core.listening.arbitration import since
from solovox.core.listening.utterance import Doubt, Floor, Utterance, count
from solovox.core.policy import Policy, Routing
from solovox.core.sense import ANSWERS, SILENT, WISHES, Intent, Sense, words
from solovox.core.transcripts import once, plain
from solovox.core.units import Instant


@dataclass(frozen=True, slots=True)
class Wait:
    until: Instant | None


@dataclass(frozen=True, slots=True)
class End:
    """The end of the speech was not heard, and the last sign of it is too long ago."""


@dataclass(frozen=True, slots=True)
class Nudge:
    """The ear has heard words and has not called its tool."""


@dataclass(frozen=True, slots=True)
class Route:
    sense: Sense


@dataclass(frozen=True, slots=True)
class Hesitate:
    """Make it a hold: the words are not certain enough to be sent."""

    sense: Sense


@dataclass(frozen=True, slots=True)
class Nothing:
    """A cough, a nod, noise: no turn."""


@dataclass(frozen=True, slots=True)
class Keep:
    """The person holds the floor."""

    floor: Floor


@dataclass(frozen=True, slots=True)
class StopWork:
    """The work and the voice are to end (T4)."""

    text: str


@dataclass(frozen=True, slots=True)
class StopVoice:
    """The voice is to end (T4). No text: they did not speak to us."""

    text: str = ""


@dataclass(frozen=True, slots=True)
class Heed:
    """The person asked something of us (N5, N7)."""

    sense: Sense


Verdict = End | Nudge | Route | Hesitate | Nothing | Keep | StopWork | StopVoice | Heed
Decision = Wait | Verdict


def decide(said: Utterance, policy: Policy, at: Instant, *, listens: bool) -> Decision:
    """What becomes of the open utterance now (T3). `listens`: a live ear hears it, too."""
    if said.speech.ended_at is None:
        until = _sign_by(said, policy)
        return Wait(until) if at < until else End()
    if said.keeps_floor:
        called_at, timing = said.speech.called_at or said.over_at, policy.timing
        until = Instant(said.over_at + timing.keep_floor if said.kept else called_at + timing.after_wake)
        return Wait(until) if at < until else _given_up(said)
    if policy.alone and not said.deaf:
        return _by_itself(said, policy, at)
    return _decide_finished(said, policy, at, listens=listens)


def _sign_by(said: Utterance, policy: Policy) -> Instant:
    """By when who speaks must show a sign of it."""
    timing = policy.timing
    silent = timing.unending if policy.understands else timing.speech
    return Instant(min(said.speech.sign_at + silent, said.speech.began_at + timing.speech))


def _decide_finished(said: Utterance, policy: Policy, at: Instant, *, listens: bool) -> Decision:
    """The person has finished. Who said "hang on" before may pause for longer."""
    found = _decide_routing(said, policy, at, listens=listens)
    until = Instant(said.over_at + policy.timing.after_keep)
    if said.kept and isinstance(found, Route) and not found.sense.sent and at < until:
        return Wait(until)
    return Nothing() if isinstance(found, Route | Hesitate) and _is_nobodys(said, found) else found


def _is_nobodys(said: Utterance, found: Route | Hesitate) -> bool:
    """Whether the words are neither sent nor held.

    They are the same once more, or a yes that our recogniser did not hear (A2), or words said before where we
    heard nothing.
    """
    heard = found.sense
    lone_yes = (said.beside or not said.spoken) and heard.kind in ANSWERS
    unheard = isinstance(found, Hesitate) and not said.local.text
    late = unheard and arbitration.late_words_of(said, heard.text)
    known = plain(heard.text) == plain(said.asked) or heard.kind in SILENT
    return bool(plain(heard.text)) and bool(lone_yes or late or known)


def _given_up(said: Utterance) -> Decision:
    """The person held the floor for too long."""
    heard = said.local.sense if said.local.text else said.remote.sense
    return Hesitate(heard) if said.kept and plain(heard.rest) and heard.text != said.asked else Nothing()


def _decide_routing(said: Utterance, policy: Policy, at: Instant, *, listens: bool) -> Decision:
    """Wait for the witness, and for an ear that listens; then judge what was heard. Each wait has a bound."""
    remote, alone = said.remote, said.deaf or not listens
    cough = said.asked and not (policy.understands and said.local.pending) and not since(said, policy)
    if cough and policy.understands:
        return Nothing()
    until = _until(said, policy, alone=alone)
    if at < until:
        return _decide_nudge(said, policy, at, until) if not alone and said.spoken else Wait(until)
    late = Doubt.LATE in said.doubts and said.local.text  # it may have been said before, or by another
    if remote.since.kind is Intent.STOP and not late:
        return StopWork(remote.newest)
    if cough:
        return Nothing()  # or a nod after an instruction (T2)
    heard, sure = arbitration.choose_words(said, policy)
    if not heard.text and not said.local.parts:
        return Hesitate(remote.proposed) if said.spoken or remote.proposed.text else Nothing()
    return _judge_text(said, heard, policy, sure=sure)


def _until(said: Utterance, policy: Policy, *, alone: bool) -> Instant:
    """Until when the listeners are waited for. `alone`: no ear hears it."""
    timing = policy.timing
    ours = theirs = int(said.over_at)
    if policy.understands and said.local.pending:
        ours += timing.words if not alone and arbitration.is_vouched(said, policy) else timing.local_words
    if not alone:
        theirs = _ear_until(said, policy)
    elif not policy.understands and not said.deaf and not said.remote.text:
        theirs += timing.local_words  # the ear may come back, and hear it then
    return Instant(max(ours, theirs))


def _decide_nudge(said: Utterance, policy: Policy, at: Instant, until: Instant) -> Decision:
    """An ear that has heard words and calls nothing is reminded, once."""
    if said.remote.nudged_at is not None or not _waits_for_call(said, policy):
        return Wait(until)
    nudge_at = Instant(said.over_at + policy.timing.call)
    return Nudge() if at >= nudge_at else Wait(min(until, nudge_at))


def _waits_for_call(said: Utterance, policy: Policy) -> bool:
    """Whether the ear has heard words, and its call is what is missing."""
    ours = policy.routing is Routing.CODE or said.remote.since.kind is Intent.STOP
    return said.remote.called_at is None and not (ours or said.ear_nods)


def _ear_until(said: Utterance, policy: Policy) -> int:
    """Until when the live ear is waited for."""
    timing, remote = policy.timing, said.remote
    bound = said.over_at + max(timing.words, timing.call + timing.nudge)
    if not said.spoken:
        return min(remote.words_at + timing.call, bound)
    if said.ear_nods:
        nothing = policy.understands and said.local.parts and not said.local.text and remote.called_at is None
        return said.over_at + timing.words * (not (nothing or (remote.ended and said.latest)))
    if _waits_for_call(said, policy):
        return bound if remote.nudged_at is None else min(remote.nudged_at + timing.nudge, bound)
    called_at = remote.called_at
    last = called_at is not None and remote.words_at <= called_at
    if remote.ended or (last and count(said.theirs) >= count(said.local.text)):
        return said.over_at
    since = remote.words_at if called_at is not None else max(remote.words_at, said.over_at)
    return min(since + timing.words_rest, bound)


def _by_itself(said: Utterance, policy: Policy, at: Instant) -> Decision:
    """The live model answers for itself. Only "stop" and its kin are ours. The words are shown (G7, T4)."""
    timing, remote = policy.timing, said.remote
    # The ear does not tell who said "stop", nor which of two utterances it has heard: our own words do.
    guests = policy.hosts and remote.since.kind is Intent.STOP
    ours = (guests or Doubt.LATE in said.doubts) and policy.understands
    theirs = "" if ours else once(remote.text.strip(), said.local.text)
    rests_at = max(said.over_at, remote.words_at) + (timing.words_rest if theirs else timing.words)
    until = Instant(min(rests_at, said.over_at + 2 * timing.words))
    if at < until and not (theirs and remote.ended) and not (ours and not said.local.pending):
        return Wait(until)
    newest = remote.since if theirs and remote.newest else said.local.sense
    if newest.kind is Intent.STOP:
        return StopWork(newest.text)
    text = max(theirs, said.local.text, key=count)
    if newest.kind is Intent.QUIET or not is_addressed(said, policy):
        return StopVoice(newest.text.strip() if newest.kind is Intent.QUIET else "")
    return Route(words(text)) if text else Nothing()


def _judge_text(said: Utterance, heard: Sense, policy: Policy, *, sure: bool) -> Decision:
    """What a complete text is: an instruction, or something that is for us (T4)."""
    if heard.kind is Intent.STOP:
        return StopWork(heard.text)
    if heard.kind is Intent.QUIET:
        return StopVoice(heard.text) if said.local.text or not policy.understands else Nothing()
    if said.deaf or not is_addressed(said, policy):
        return Nothing()
    if heard.kind is Intent.CALL or (heard.kind in SILENT and said.speech.called_at is not None):
        return Keep(Floor.AWAITED)  # only the wake phrase: the question is still to come
    if heard.kind in SILENT:
        return Nothing()
    if said.spoken and heard.kind in WISHES:
        return Heed(heard)
    if sure and heard.keeps:
        return Keep(Floor.KEPT)
    if sure and said.spoken and Doubt.UNENDED not in said.doubts:
        return Route(heard)
    return Hesitate(heard)


def is_addressed(said: Utterance, policy: Policy) -> bool:
    """Whether it was said to us."""
    return not policy.wake or said.calls
