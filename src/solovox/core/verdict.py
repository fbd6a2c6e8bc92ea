"""What becomes of an utterance: `verdict` is the whole of routing, as one pure function.

T3  Our own recogniser, which hears the same samples, is the witness: `_heard`. What it heard is never outvoted
    by fewer words; what it did not hear needs a yes. Each wait counts from the end of the speech and has a
    bound.
T4  A whole utterance of "stop" stops; it is never an instruction.
A2  While something waits for a yes, our final text may be one, or a no.
"""

from solovox.core.commands import By
from solovox.core.language import plain, shared, within, without
from solovox.core.policy import Narrator, Policy, Routing
from solovox.core.units import Instant
from solovox.core.utterance import Utterance, count
from solovox.core.verdicts import (
    Answer,
    End,
    Hesitate,
    Keep,
    Nothing,
    Nudge,
    Quiet,
    Route,
    Stop,
    Verdict,
    Wait,
)

WORDS_REST = 400
"""An ear's transcript without new words for so long (ms) is taken as complete."""


def verdict(said: Utterance | None, policy: Policy, at: Instant, *, listens: bool) -> Verdict:
    """What becomes of the open utterance now (T3). `listens`: a live ear hears, too."""
    timing, language = policy.timing, policy.language
    if said is None:
        return Wait(None)
    if said.ended_at is None:
        silent = timing.unending if policy.understands else timing.speech
        until = Instant(min(said.sign_at + silent, said.began_at + timing.speech))
        return Wait(until) if at < until else End()
    if said.keeps:
        until = Instant(said.ended_at + (timing.keep_floor if said.kept else timing.after_wake))
        return Wait(until) if at < until else _given_up(said, policy)
    asked = said.beside and not said.local.pending
    if asked and (yes := language.consent(said.local.text)) is not None:
        return Answer(yes)
    if policy.narrator is Narrator.SELF and not said.deaf:
        return _by_itself(said, policy, at)
    found = _routed(said, policy, at, listens=listens)
    until = Instant(said.ended_at + timing.after_keep)
    if said.kept and isinstance(found, Route) and not found.sent and at < until:
        return Wait(until)
    words = found.text if isinstance(found, Route | Hesitate) else ""
    if words and plain(words) == plain(said.asked):
        return Nothing()  # nothing new
    if words and (said.beside or not said.spoken) and language.consent(words) is not None:
        return Nothing()  # a yes that our recogniser did not hear is nobody's (A2)
    # An ear's words, where we heard none, that are those of the utterance before once more, are nobody's.
    if (
        words
        and isinstance(found, Hesitate)
        and not witnessed(said, policy)
        and 4 * shared(words, said.before) >= 3 * count(words)
    ):
        return Nothing()
    return found


def _given_up(said: Utterance, policy: Policy) -> Verdict:
    """The floor was held for too long."""
    text = said.local.text or said.remote.text.strip()
    new = not policy.language.is_nod(text) and text != said.asked
    return Hesitate(text) if said.kept and new else Nothing()


def _routed(said: Utterance, policy: Policy, at: Instant, *, listens: bool) -> Verdict:
    """Wait for the witness, and for an ear that listens; then judge what was heard. Each wait has a bound."""
    assert said.ended_at is not None
    timing, language, remote = policy.timing, policy.language, said.remote
    alone = said.deaf or not listens
    witness = policy.understands and bool(said.local.pending)
    cough = said.asked and not witness and not since(said, policy)
    if cough and policy.understands:
        return Nothing()
    waits: list[int] = [said.ended_at]
    if witness:
        waits.append(
            said.ended_at + (timing.words if _vouched(said, policy) and not alone else timing.local_words)
        )
    if not alone:
        waits.append(_ear_until(said, policy))
    elif not policy.understands and not said.deaf and not remote.text:
        waits.append(said.ended_at + timing.local_words)  # the ear may come back, and hear it then
    until = Instant(max(waits))
    if at < until:
        nudges = not alone and said.spoken and remote.nudged_at is None and _waits_for_call(said, policy)
        nudge_at = Instant(said.ended_at + timing.call)
        if nudges and at >= nudge_at:
            return Nudge()
        return Wait(min(until, nudge_at) if nudges else until)
    if said.spoken and language.is_stop(remote.newest):
        return Stop()
    if cough:
        return Nothing()  # or a nod, behind an instruction (T2)
    text, sure = _heard(said, policy)
    if not text and not said.local.texts:
        return Hesitate(remote.proposed) if said.spoken or remote.proposed else Nothing()
    found = judge(said, text, By.EAR if remote.called else By.CODE, policy)
    return found if sure or not isinstance(found, Route | Keep) else Hesitate(text)


def _waits_for_call(said: Utterance, policy: Policy) -> bool:
    """Whether the ear has heard words, and its call is what is missing."""
    remote, language = said.remote, policy.language
    ours = policy.routing is Routing.CODE or language.is_stop(remote.newest)
    return not (remote.called or ours or language.is_nod(_new(said, policy)))


def _new(said: Utterance, policy: Policy) -> str:
    """What the ear has heard since something came of the utterance."""
    return said.remote.newest if said.asked else _theirs(said, policy)


def _ear_until(said: Utterance, policy: Policy) -> int:
    """How long the live ear is waited for."""
    assert said.ended_at is not None
    timing, remote = policy.timing, said.remote
    rest, bound = remote.words_at + WORDS_REST, said.ended_at + max(timing.words, timing.call + timing.nudge)
    new = _new(said, policy)
    if not said.spoken:
        return min(remote.words_at + timing.call, bound)
    if policy.language.is_nod(new):
        nothing = said.local.texts and not witnessed(said, policy) and not remote.called
        return said.ended_at if nothing or (remote.ended and new) else said.ended_at + timing.words
    if _waits_for_call(said, policy):
        return bound if remote.nudged_at is None else min(remote.nudged_at + timing.nudge, bound)
    whole = (
        remote.called and not remote.late and count(_theirs(said, policy)) >= count(witnessed(said, policy))
    )
    return (
        said.ended_at
        if remote.ended or whole
        else min(max(rest, said.ended_at + WORDS_REST * (not remote.called)), bound)
    )


def _vouched(said: Utterance, policy: Policy) -> bool:
    """Whether the ear says that it has heard all that we wait for: one part. A call that proposes far more than was
    transcribed came too early."""
    remote, theirs = said.remote, _theirs(said, policy)
    calls = 0 < 2 * count(remote.proposed) <= 3 * count(theirs) + 2
    one = len(said.local.pending) == 1 and not said.stale
    return one and bool(theirs) and (remote.ended or calls) and _of_these(said, theirs, policy)


def _heard(said: Utterance, policy: Policy) -> tuple[str, bool]:
    """What was said, and whether it may be sent without a yes: our recogniser is the witness (T3)."""
    ours, theirs = witnessed(said, policy), _theirs(said, policy)
    if policy.language.is_nod(theirs):
        theirs = ""
    if said.local.pending and policy.understands:  # it did not come to its end in time
        if theirs and _vouched(said, policy):
            return theirs, True
        return as_far(said, policy), False
    if not ours:
        return theirs, not policy.understands
    if said.beside or said.stale or not _of_these(said, theirs, policy):
        return ours, True
    more = count(theirs) - count(ours)
    if more > max(2, count(ours) // 2):
        return (theirs, False) if within(ours, theirs) else (ours, True)
    whole = shared(ours.split()[-1], " ".join(theirs.split()[-3:])) > 0
    return (theirs if whole else ours), True


def as_far(said: Utterance, policy: Policy) -> str:
    """What is known of an utterance whose end our recogniser has not understood: its words, and the ear's beyond them."""
    known = " ".join(new(said, policy)) if said.asked else witnessed(said, policy)
    ours, theirs = f"{known} {said.local.draft}".strip(), _new(said, policy)
    if policy.language.is_nod(theirs) or not _of_these(said, theirs, policy, said.parts if said.asked else 0):
        return ours
    all_ours = shared(known, theirs) == count(known)
    return max(ours, theirs if all_ours else f"{known} {without(theirs, known)}", key=count)


def _of_these(said: Utterance, theirs: str, policy: Policy, parts: int = 0) -> bool:
    """Whether the ear's transcript can be of what we heard: it has as many words, and of each part half of them and
    the last. Else it is shorter, in another language, or babble."""
    ours = [text for text in said.local.texts[parts:] if not policy.language.is_nod(text)]
    whole = " ".join(ours)
    if "" in said.local.texts[parts:] and shared(whole, theirs) < count(whole):
        return False  # of a part we have no words: what seems to be another hearing of ours may be that
    return count(theirs) >= count(whole) and all(_has(theirs, part) for part in ours)


def _by_itself(said: Utterance, policy: Policy, at: Instant) -> Verdict:
    """The live model answers for itself: only "stop" and its kin are ours, and the words are shown (G7, T4)."""
    assert said.ended_at is not None
    language, timing, remote = policy.language, policy.timing, said.remote
    words = _once(remote.text.strip(), said.local.text)
    rest = max(said.ended_at, remote.words_at) + (WORDS_REST if words else timing.words)
    if at < min(rest, said.ended_at + 2 * timing.words) and not (words and remote.ended):
        return Wait(Instant(min(rest, said.ended_at + 2 * timing.words)))
    text = words or said.local.text
    newest = remote.newest or said.local.newest
    if language.is_stop(newest):
        return Stop()
    if language.is_quiet(newest) or not _addressed(said, text, policy):
        return Quiet()
    return Route(text, By.EAR) if text else Nothing()


def _addressed(said: Utterance, text: str, policy: Policy) -> bool:
    """Whether it was said to us."""
    return not policy.wake or said.woken or within(policy.wake, text)


def witnessed(said: Utterance, policy: Policy, parts: int = 0) -> str:
    """What our own recogniser has heard by now, without nods."""
    return " ".join(text for text in said.local.texts[parts:] if not policy.language.is_nod(text))


def _theirs(said: Utterance, policy: Policy) -> str:
    """What the ear has heard by now. It may be late with words of what was said before: these are left out, unless we
    heard it begin so."""
    words, ours = said.remote.text.split(), said.local.text

    def begins_so(first: int) -> bool:
        return plain(" ".join(words[first : first + 2])) == plain(" ".join(ours.split()[:2]))

    for late in range(len(words) - 1, 0, -1):
        sure = late > 1 or ours or policy.language.consent(words[0]) is not None
        if sure and within(" ".join(words[:late]), said.before) and (begins_so(late) or not begins_so(0)):
            return _once(" ".join(words[late:]), ours)
    return _once(" ".join(words), ours)


def new(said: Utterance, policy: Policy) -> list[str]:
    """What our recogniser gave late and is not among what came of the utterance (T3). A nod is nothing."""
    known, late = said.local.texts[: said.parts], said.local.texts[said.parts :]
    left, found = without(said.asked, " ".join(known)), []
    for text in late:
        kept = policy.language.bare(text)
        if kept and count(kept) <= count(left) + max(1, count(left) // 5) and _has(left, kept):
            left = without(left, kept)
        elif not (policy.language.is_nod(kept) or policy.language.is_quiet(kept)):
            found.append(text)
    return found


def _has(whole: str, part: str) -> bool:
    """Whether a text can have a part: half of its words, and the last of them."""
    return 2 * shared(part, whole) >= count(part) and shared(part.rsplit(maxsplit=1)[-1], whole) > 0


def since(said: Utterance, policy: Policy) -> str:
    """What was said since something came of the utterance (T2)."""
    if policy.understands:
        return " ".join(new(said, policy))
    return "" if policy.language.is_nod(_new(said, policy)) else _new(said, policy)


def _once(text: str, beside: str) -> str:
    """A transcript that a service gives twice over, once; if our own recogniser heard as much, it was said twice."""
    words = text.split()
    half = words[: len(words) // 2]
    return " ".join(half) if half and words == half * 2 and 0 < count(beside) < len(words) else text


def judge(said: Utterance, text: str, by: By, policy: Policy) -> Verdict:
    """What a complete text is: an instruction, or one of the few phrases the core knows (T4)."""
    language = policy.language
    kept = language.without_ending(text, language.keep)
    sent = language.without_ending(text, language.send)
    text = sent or text
    if language.is_stop(text):
        return Stop()
    if language.is_quiet(text):
        return Quiet() if said.local.text or not policy.understands else Nothing()
    if said.deaf or language.is_nod(text):
        return Nothing()
    if not _addressed(said, text, policy):
        return Nothing()
    if kept is not None:
        return Keep(kept)
    if policy.wake and within(text, policy.wake):
        return Keep(text, patient=False)  # only the wake phrase: the question comes
    return Route(text, by, sent is not None) if said.spoken and not said.unsure else Hesitate(text)
