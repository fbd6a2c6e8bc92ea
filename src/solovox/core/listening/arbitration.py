"""Which words were said: the transcripts of two listeners, and how far the one vouches for the other.

T3  Our own recogniser, which hears the same samples, is the witness. What it heard is never outvoted by fewer words, by words
    of which it shares less than half, or by a nod. What it did not hear needs a yes.
"""

from dataclasses import replace

from solovox.core.listening.thresholds import (
    CALLED_AHEAD,
    IN_COMMON,
    MORE,
    MORE_IN_ALL,
    SAID_AGAIN,
    SAID_BEFORE,
)
from solovox.core.listening.utterance import Doubt, Utterance, count
from solovox.core.policy import Policy
from solovox.core.sense import NO_WORDS, Sense, words
from solovox.core.transcripts import count_shared, within, without


def choose_words(said: Utterance, policy: Policy) -> tuple[Sense, bool]:
    """What was said, and whether it may be sent without a yes."""
    ours, theirs = said.local.sense, said.theirs
    if said.local.pending and policy.understands:  # its final text did not come in time
        sure = is_vouched(said, policy)
        return (_their_words(said), True) if sure else (words(as_far(said)), False)
    if not said.local.text:
        return NO_WORDS if said.ear_nods else _their_words(said), not policy.understands
    if said.beside or Doubt.LATE in said.doubts or not _is_of(said, theirs):
        return ours, True
    more = count(theirs) - count(said.local.text)
    if more > max(MORE, count(said.local.text) * MORE_IN_ALL.part // MORE_IN_ALL.of):
        return (words(theirs), False) if within(said.local.text, theirs) else (ours, True)
    wording = _their_words(said)  # what we heard, as the ear writes it
    return replace(ours, text=wording.text, rest=wording.rest), True


def _their_words(said: Utterance) -> Sense:
    """What the ear has heard, where it is believed."""
    return said.remote.sense if said.theirs == said.remote.text.strip() else words(said.theirs)


def is_vouched(said: Utterance, policy: Policy) -> bool:
    """Whether the ear has heard all that we wait for, which must be one part."""
    remote, theirs = said.remote, said.theirs
    proposed = count(remote.proposed.text)
    calls = proposed > 0 and CALLED_AHEAD.of * (proposed - 1) <= CALLED_AHEAD.part * count(theirs)
    one = len(said.local.pending) == 1 and not (Doubt.LATE in said.doubts or said.ear_nods)
    return one and (remote.ended or calls) and _is_of(said, theirs)


def as_far(said: Utterance) -> str:
    """What is known while a final text is missing: our recogniser's words, and the ear's beyond them."""
    known = " ".join(new(said)) if said.asked else said.local.text
    ours, theirs = f"{known} {said.local.draft.text}".strip(), said.latest
    if said.ear_nods or not _is_of(said, theirs, said.parts if said.asked else 0):
        return ours
    more = theirs if not known or within(known, theirs) else f"{known} {without(theirs, known)}"
    return max(ours, more, key=count)


def _is_of(said: Utterance, theirs: str, parts: int = 0) -> bool:
    """Whether the ear's transcript can be of what we heard: it has as many words, and of each part half of
    them and the last. If not, it is shorter, in another language, or babble."""
    ours = said.local.texts[parts:]
    whole = " ".join(ours)
    # If we heard no words in one part, the ear's words may be that part's though they resemble another's.
    least = count(whole) if "" in ours else 0
    alike = count(theirs) >= count(whole) and _has_each(theirs, tuple(filter(None, ours)))
    return alike and count_shared(whole, theirs) >= least


def _has_each(theirs: str, parts: tuple[str, ...]) -> bool:
    """Whether the transcript has each part. One word of it counts for one part only."""
    return not parts or (has(theirs, parts[0]) and _has_each(without(theirs, parts[0]), parts[1:]))


def new(said: Utterance) -> list[str]:
    """What our recogniser gave late and is not among what came of the utterance (T3)."""
    known, late = said.local.texts[: said.parts], said.local.parts[said.parts :]
    left, found = without(said.asked, " ".join(known)), []
    for part in late:
        most = count(left) + max(1, count(left) * SAID_AGAIN.part // SAID_AGAIN.of)
        if part.rest and count(part.rest) <= most and has(left, part.rest):
            left = without(left, part.rest)
        elif part.rest:
            found.append(part.rest)
    return found


def since(said: Utterance, policy: Policy) -> str:
    """What was said since something came of the utterance (T2)."""
    if said.local.pending and policy.understands:
        return as_far(said)
    if policy.understands:
        return " ".join(new(said))
    return "" if said.ear_nods else said.latest


def late_words_of(said: Utterance, text: str) -> bool:
    """Whether these were said before, and the ear is late with them: most of the words, and the last one."""
    return (
        bool(text)
        and has(said.before, text)
        and SAID_BEFORE.holds(count_shared(text, said.before), count(text))
    )


def has(whole: str, part: str) -> bool:
    """Whether `whole` can contain `part`: it has enough of its words, and the last of them."""
    enough = IN_COMMON.holds(count_shared(part, whole), len(part.split()))
    return enough and count_shared(part.rsplit(maxsplit=1)[-1], whole) > 0
