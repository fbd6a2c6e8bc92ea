"""What becomes of an utterance: `verdict` is the whole of routing, as one pure function.

T3  Our own recogniser, which hears the same samples, is the witness: `_heard`. What it heard is never outvoted
    by fewer words. What it did not hear needs a yes. Each wait counts from the end of the speech and has a
    bound.
T4  A whole utterance of "stop" stops; it is never an instruction.
A2  While something waits for a yes, our final text may be one, or a no.
"""

from solovox.core.commands import RoutedBy
from solovox.core.phrases import has, once, plain, shared, within, without
from solovox.core.policy import NarratorKind, Policy, Routing
from solovox.core.units import Instant
from solovox.core.utterance import Doubt, Floor, Utterance, count
from solovox.core.verdicts import (
    Answer,
    End,
    Hesitate,
    Keep,
    Nothing,
    Nudge,
    Quiet,
    Route,
    Status,
    Stop,
    Verdict,
    Wait,
)

WORDS_REST = 400
"""In milliseconds. An ear's transcript without new words for this long is taken as complete."""


def verdict(said: Utterance | None, policy: Policy, at: Instant, *, listens: bool) -> Verdict:
    """What becomes of the open utterance now (T3). `listens`: a live ear hears it, too."""
    timing, language = policy.timing, policy.language
    if said is None:
        return Wait(None)
    if said.speech.ended_at is None:
        silent = timing.unending if policy.understands else timing.speech
        until = Instant(min(said.speech.sign_at + silent, said.speech.began_at + timing.speech))
        return Wait(until) if at < until else End()
    if said.floor in (Floor.KEPT, Floor.AWAITED):
        until = Instant(said.over_at + (timing.keep_floor if said.kept else timing.after_wake))
        return Wait(until) if at < until else _given_up(said, policy)
    asked = said.beside and not said.local.pending
    if asked and (yes := language.consent(said.local.text)) is not None:
        return Answer(yes, said.local.text)
    if policy.narrator is NarratorKind.SELF and not said.deaf:
        return _by_itself(said, policy, at)
    found = _routed(said, policy, at, listens=listens)
    until = Instant(said.over_at + timing.after_keep)
    if said.kept and isinstance(found, Route) and not found.sent and at < until:
        return Wait(until)
    return Nothing() if _is_nobodys(said, found, policy) else found


def _is_nobodys(said: Utterance, found: Verdict, policy: Policy) -> bool:
    """Whether the words are neither sent nor held.

    They are the same once more, or a yes that our recogniser did not hear (A2), or words said before where we
    heard nothing.
    """
    words = plain(found.text) if isinstance(found, Route | Hesitate) else ""
    if not words:
        return False
    lone_yes = (said.beside or not said.spoken) and policy.language.consent(words) is not None
    unheard = isinstance(found, Hesitate) and not said.local.text
    rest = without(words, " ".join(policy.language.nods)) if unheard else words
    late = bool(rest) and has(said.before, rest) and 4 * shared(rest, said.before) >= 3 * count(rest)
    known = words == plain(said.asked) or is_nothing(said, words, policy)
    return lone_yes or (late and unheard) or known


def _given_up(said: Utterance, policy: Policy) -> Verdict:
    """The person held the floor for too long."""
    text = said.local.text or said.remote.text.strip()
    return (
        Hesitate(text) if said.kept and not policy.language.is_nod(text) and text != said.asked else Nothing()
    )


def _routed(said: Utterance, policy: Policy, at: Instant, *, listens: bool) -> Verdict:
    """Wait for the witness, and for an ear that listens; then judge what was heard. Each wait has a bound."""
    timing, language, remote = policy.timing, policy.language, said.remote
    alone = said.deaf or not listens
    witness = policy.understands and bool(said.local.pending)
    cough = said.asked and not witness and not since(said, policy)
    if cough and policy.understands:
        return Nothing()
    ours = theirs = int(said.over_at)
    if witness:
        ours += timing.words if _vouched(said, policy) and not alone else timing.local_words
    if not alone:
        theirs = _ear_until(said, policy)
    elif not policy.understands and not said.deaf and not remote.text:
        theirs += timing.local_words  # the ear may come back, and hear it then
    until = Instant(max(ours, theirs))
    if at < until:
        nudges = not alone and said.spoken and remote.nudged_at is None and _waits_for_call(said, policy)
        nudge_at = Instant(said.over_at + timing.call)
        if nudges and at >= nudge_at:
            return Nudge()
        return Wait(min(until, nudge_at) if nudges else until)
    late = Doubt.LATE in said.doubts and said.local.text  # it may have been said before, or by another
    if said.spoken and language.is_stop(remote.newest) and not late:
        return Stop(remote.newest)
    if cough:
        return Nothing()  # or a nod after an instruction (T2)
    text, sure = _heard(said, policy)
    if not text and not said.local.texts:
        return Hesitate(remote.proposed) if said.spoken or remote.proposed else Nothing()
    found = judge(said, text, RoutedBy.EAR if remote.called else RoutedBy.CODE, policy)
    return found if sure or not isinstance(found, Route | Keep) else Hesitate(text)


def _waits_for_call(said: Utterance, policy: Policy) -> bool:
    """Whether the ear has heard words, and its call is what is missing."""
    ours = policy.routing is Routing.CODE or policy.language.is_stop(said.remote.newest)
    return not (said.remote.called or ours or policy.language.is_nod(said.latest))


def _ear_until(said: Utterance, policy: Policy) -> int:
    """Until when the live ear is waited for."""
    timing, remote = policy.timing, said.remote
    rest, bound = remote.words_at + WORDS_REST, said.over_at + max(timing.words, timing.call + timing.nudge)
    if not said.spoken:
        return min(remote.words_at + timing.call, bound)
    if policy.language.is_nod(said.latest):
        nothing = policy.understands and said.local.texts and not (said.local.text or remote.called)
        return said.over_at + timing.words * (not (nothing or (remote.ended and said.latest)))
    if _waits_for_call(said, policy):
        return bound if remote.nudged_at is None else min(remote.nudged_at + timing.nudge, bound)
    whole = not remote.late and count(said.theirs) >= count(said.local.text)
    if remote.ended or (remote.called and whole):
        return said.over_at
    return min(max(rest, said.over_at + WORDS_REST * (not remote.called)), bound)


def _vouched(said: Utterance, policy: Policy) -> bool:
    """Whether the ear has heard all that we wait for, which must be one part. A call that proposes far more
    than was transcribed came too early."""
    remote, theirs = said.remote, said.theirs
    calls = 0 < 2 * count(remote.proposed) <= 3 * count(theirs) + 2
    one = len(said.local.pending) == 1 and not (Doubt.LATE in said.doubts or policy.language.is_nod(theirs))
    return one and (remote.ended or calls) and _of_these(said, theirs)


def _heard(said: Utterance, policy: Policy) -> tuple[str, bool]:
    """What was said, and whether it may be sent without a yes: our recogniser is the witness (T3)."""
    ours, theirs = said.local.text, said.theirs
    if said.local.pending and policy.understands:  # its final text did not come in time
        vouched = _vouched(said, policy)
        return theirs if vouched else _as_far(said, policy), vouched
    if not ours:
        return "" if policy.language.is_nod(theirs) else theirs, not policy.understands
    if said.beside or Doubt.LATE in said.doubts or not _of_these(said, theirs):
        return ours, True
    more = count(theirs) - count(ours)
    if more > max(2, count(ours) // 2):
        return (theirs, False) if within(ours, theirs) else (ours, True)
    return theirs, True


def _as_far(said: Utterance, policy: Policy) -> str:
    """What is known while a final text is missing: our recogniser's words, and the ear's beyond them."""
    known = " ".join(new(said, policy)) if said.asked else said.local.text
    ours, theirs = f"{known} {said.local.draft}".strip(), said.latest
    if policy.language.is_nod(theirs) or not _of_these(said, theirs, said.parts if said.asked else 0):
        return ours
    more = theirs if not known or within(known, theirs) else f"{known} {without(theirs, known)}"
    return max(ours, more, key=count)


def _of_these(said: Utterance, theirs: str, parts: int = 0) -> bool:
    """Whether the ear's transcript can be of what we heard: it has as many words, and of each part half of
    them and the last. If not, it is shorter, in another language, or babble."""
    ours = said.local.texts[parts:]
    whole = " ".join(ours)
    # If we heard no words in one part, the ear's words may be that part's though they resemble another's.
    least = count(whole) if "" in ours else 0
    alike = count(theirs) >= count(whole) and _each(theirs, tuple(filter(None, ours)))
    return alike and shared(whole, theirs) >= least


def _each(theirs: str, parts: tuple[str, ...]) -> bool:
    """Whether the transcript has each part. One word of it counts for one part only."""
    return not parts or (has(theirs, parts[0]) and _each(without(theirs, parts[0]), parts[1:]))


def _by_itself(said: Utterance, policy: Policy, at: Instant) -> Verdict:
    """The live model answers for itself. Only "stop" and its kin are ours. The words are shown (G7, T4)."""
    language, timing, remote = policy.language, policy.timing, said.remote
    # The ear does not tell who said "stop", nor which of two utterances it has heard: our own words do.
    guests = policy.hosts and language.is_stop(remote.newest)
    ours = (guests or Doubt.LATE in said.doubts) and policy.understands
    words = "" if ours else once(remote.text.strip(), said.local.text)
    until = Instant(
        min(
            max(said.over_at, remote.words_at) + (WORDS_REST if words else timing.words),
            said.over_at + 2 * timing.words,
        )
    )
    if at < until and not (words and remote.ended) and not (ours and not said.local.pending):
        return Wait(until)
    text, newest = max(words, said.local.text, key=count), (words and remote.newest) or said.local.newest
    if language.is_stop(newest):
        return Stop(newest)
    if (quiet := language.is_quiet(newest)) or not addressed(said, text, policy):
        return Quiet(newest if quiet else "")
    return Route(text, RoutedBy.EAR) if text else Nothing()


def addressed(said: Utterance, text: str, policy: Policy) -> bool:
    """Whether it was said to us."""
    called = within(policy.wake, text) and Doubt.CALLED not in said.doubts
    return not policy.wake or said.woken or called


def is_nothing(said: Utterance, text: str, policy: Policy) -> bool:
    """Whether the words are a nod, or may be the echo of our own."""
    return within(text, said.speech.over) or policy.language.is_nod(text)


def is_nod(said: Utterance, text: str, policy: Policy) -> bool:
    """Whether the words only show that the person listens: in the midst of an answer "yeah" does, too (T1)."""
    return policy.language.is_nod(text) or (Doubt.AMID in said.doubts and policy.language.only_agrees(text))


def is_whole(said: Utterance) -> bool:
    """Whether all of it is known, and nothing came of it yet."""
    ended = said.speech.ended_at is not None and not said.local.pending
    return ended and said.floor is Floor.GIVEN and not (said.deaf or said.asked)


def asks_us(text: str, policy: Policy) -> bool:
    """Whether the words ask something of us, perhaps behind the wake phrase (N5, N7)."""
    return policy.language.asks_us(without(text, policy.wake))


def new(said: Utterance, policy: Policy) -> list[str]:
    """What our recogniser gave late and is not among what came of the utterance (T3). A nod counts for nothing."""
    known, late = said.local.texts[: said.parts], said.local.texts[said.parts :]
    left, found = without(said.asked, " ".join(known)), []
    for index, text in enumerate(late):
        kept = policy.language.bare(text)
        as_many = index < said.awaited and count(kept) <= count(left) + max(1, count(left) // 5)
        if kept and as_many and has(left, kept):
            left = without(left, kept)
        elif kept and not policy.language.is_quiet(kept):
            found.append(text)
    return found


def since(said: Utterance, policy: Policy) -> str:
    """What was said since something came of the utterance (T2)."""
    if said.local.pending and policy.understands:
        return _as_far(said, policy)
    text = " ".join(new(said, policy)) if policy.understands else said.latest
    return "" if policy.language.is_nod(text) else text


def judge(said: Utterance, text: str, by: RoutedBy, policy: Policy) -> Verdict:
    """What a complete text is: an instruction, or one of the few phrases the core knows (T4)."""
    language = policy.language
    kept = language.without_ending(text, language.keep)
    sent = language.without_ending(text, language.send)
    text = sent or text
    if language.is_stop(text):
        return Stop(text)
    if language.is_quiet(text):
        return Quiet(text) if said.local.text or not policy.understands else Nothing()
    if said.deaf or is_nod(said, text, policy) or not addressed(said, text, policy):
        return Nothing()
    if said.spoken and asks_us(text, policy):
        return Status(text)
    if kept is not None:
        return Keep(kept)
    if policy.wake and within(text, policy.wake):
        return Keep(text, patient=False)  # only the wake phrase: the question is still to come
    return (
        Route(text, by, sent is not None)
        if said.spoken and Doubt.UNENDED not in said.doubts
        else Hesitate(text)
    )
