"""What words are to us: asked once, where they come in, and for all (`core.sense`).

Rule 1: of several things that a text may be, the first in `_kind` counts: what ends something comes before what asks something.
Rule 2: what is not one of a language's phrases is words, for the agent.
Rule 3: what the person says again ("no, I said the test folder") takes the place of the held words that are nearest to it, in order and in
letters (`_nearest`). Where none are near it takes the place of all. "Not A, B" puts B in the place of A, if these words were held. Nothing
is guessed beyond that. What comes of it waits for a yes, as before.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final, Protocol

from solovox.core.events import (
    BrainFailed,
    EarCalled,
    EarTranscript,
    Event,
    HeardEvent,
    LocalTranscript,
    Typed,
)
from solovox.core.policy import Amendment
from solovox.core.sense import Context, Intent, Sense
from solovox.core.transcripts import plain, within
from solovox.core.units import Instant
from solovox.lang.en.words import ENGLISH
from solovox.lang.pack import LanguagePack, YesOrNo

ANSWERS: Final = {
    YesOrNo.YES: Intent.YES,
    YesOrNo.NO: Intent.NO,
    YesOrNo.NO_AND_MORE: Intent.NO_AND_WORDS,
}
ENDS: Final = ".!?…"


class UnderstoodBy(Protocol):
    """A conversation, as far as words are understood against it."""

    def context(self, at: Instant, event: HeardEvent) -> Context:
        """Against what the event's text is understood."""
        ...


def understand(event: Event, talk: UnderstoodBy, at: Instant, pack: LanguagePack = ENGLISH) -> Event:
    """The event, which happens at `at`, with the sense of its words; one without words as it is."""
    match event:
        case Typed(text="") | EarCalled(proposed="") | EarTranscript(text="") | LocalTranscript(text=""):
            return event
        case BrainFailed(reason=reason):
            said = sayable(reason)
            return event if said == reason else replace(event, said=said)
        case Typed(text=text) | EarCalled(proposed=text):
            return replace(event, sense=classify(text, talk.context(at, event), pack))
        case EarTranscript(text=text):
            context = talk.context(at, event)
            newest = context.newest + text
            before = _strip_ending(context.before.strip(), pack)[0]
            whole = f"{before} {newest.strip()}" if before else newest
            sense = classify(newest, context, pack)
            return replace(
                event, sense=sense, whole=sense if newest == whole else classify(whole, context, pack)
            )
        case LocalTranscript(text=text):
            again = tuple(_strip_ending(one, pack)[0] for one in event.again)  # what follows was said on
            event = replace(event, again=again)
            context = talk.context(at, event)
            sense = classify(text, context, pack)
            all_of_it = classify(f"{context.before} {text}", context, pack) if context.before else sense
            return replace(event, sense=sense, whole=all_of_it)
        case _:
            return event


def classify(text: str, context: Context, pack: LanguagePack = ENGLISH) -> Sense:
    """What a text is to us, said in this context."""
    text = text.strip()
    bare, calls = strip_wake_phrase(text, context.wake, pack)
    rest, keeps, sent = _strip_ending(bare, pack)
    found = Sense(
        _kind(text, bare, context, pack),
        text,
        rest,
        calls,
        keeps,
        sent,
        amends=_amends(rest, pack),
        number=pack.lines.number(bare) or 0,
        code=pack.find_code(text)[0],
    )
    if found.kind is Intent.NO_AND_WORDS or found.kind is Intent.WORDS:
        held, meant = context.held
        again = correct_held(held, text, pack) if held else None
        if again:
            restated = (again, correct_held(meant, text, pack) or again)
            return replace(found, kind=Intent.AGAIN, restated=restated)
    return found


def _kind(text: str, bare: str, context: Context, pack: LanguagePack) -> Intent:
    """`bare`: the text without the wake phrase."""
    if pack.is_stop(text) or pack.is_stop(bare):
        return Intent.STOP
    if pack.is_quiet(text) or pack.is_quiet(bare):
        return Intent.QUIET
    answer = pack.yes_or_no(bare)
    nods = pack.is_nod(bare) or (context.amid and pack.only_agrees(bare))
    if bare is not text and all(one in pack.greets for one in plain(bare).split()):
        return Intent.CALL
    if nods and not (context.waits and answer):
        return Intent.NOD if plain(bare) else Intent.NOTHING
    if within(text, context.echo) and answer not in (YesOrNo.YES, YesOrNo.NO):
        return Intent.NOTHING
    wish = _of_the_rest(bare, context, pack, answer) or pack.wish(bare)
    return wish or (Intent.WORDS if answer is None else ANSWERS[answer])


def _of_the_rest(bare: str, context: Context, pack: LanguagePack, answer: YesOrNo | None) -> Intent | None:
    """Whether the person wants what was held back of an answer (N6). A yes or a no answers "More?", if it was asked
    before they began, and nothing waited for a yes."""
    said = plain(bare)
    if (context.rest and said in pack.more) or (
        (context.rest or context.cut or context.amid) and said in pack.on
    ):
        return Intent.MORE
    if ((context.rest and not context.closed) or context.amid) and said in pack.no_more:
        return Intent.NO_MORE
    if not context.asks:
        return None
    if pack.wish(bare) is Intent.SKIP or answer is YesOrNo.NO:
        return Intent.NO_MORE
    return Intent.MORE if answer is YesOrNo.YES else None


def strip_wake_phrase(text: str, wake: str, pack: LanguagePack = ENGLISH) -> tuple[str, bool]:
    """The text without the wake phrase, and whether that calls us: at the beginning or the end of a sentence, perhaps
    behind a greeting. In the middle of one it is a word as any other."""
    size, words = len(plain(wake).split()), text.split()
    for at in _places(words, size, pack) if size else ():
        if plain(" ".join(words[at : at + size])) == plain(wake):
            return " ".join((*words[:at], *words[at + size :])), True
    return text, False


def _places(words: list[str], size: int, pack: LanguagePack) -> Iterator[int]:
    """Where a phrase of `size` words begins or ends a sentence."""
    starts = True
    for at in range(len(words) - size + 1):
        behind = at + size
        if starts or behind == len(words) or words[behind - 1].endswith(tuple(ENDS)):
            yield at
        starts = words[at].endswith(tuple(ENDS)) or (starts and plain(words[at]) in pack.greets)


def _strip_ending(text: str, pack: LanguagePack) -> tuple[str, bool, bool]:
    """The text without "hang on" or "send it" at its end, and which it was."""
    if (kept := pack.without_ending(text, pack.keep)) is not None:
        return kept, True, False
    sent = pack.without_ending(text, pack.send)
    return sent or text, False, bool(sent)


def _amends(text: str, pack: LanguagePack) -> str:
    if pack.begins(text, pack.replaces):
        return Amendment.REPLACE.value
    return Amendment.QUEUE.value if pack.begins(text, pack.queues) else ""


# A reason of a failure as a voice can say it: its first clause, without addresses and code (law T5).

LONGEST: Final = 12
"""Words of a clause that is said."""
LETTERS: Final = 20
"""Of a word: what is longer is an id."""
PLACE: Final = "its address"


def sayable(reason: str) -> str:
    """The first clause of a reason. Empty: it cannot be said."""
    words: list[str] = []
    for word in reason.split():
        bare = word.rstrip(".;:!?")
        words += [PLACE if "/" in bare or ":" in bare else bare] * (not word.startswith("("))
        if word.startswith("(") or word[-1] in ".;:!?":
            break
    clause = " ".join(words)
    fits = all(len(word) <= LETTERS and plain(word) and _is_sayable(word) for word in clause.split())
    return clause if fits and len(words) <= LONGEST else ""


def _is_sayable(word: str) -> bool:
    return all(c.isalnum() or c in ".,'’-%" for c in word)


GAP: Final = 10
"""What a word more, or one less, costs. Another word costs as much, a similar one less."""
FAR: Final = 5
"""Words that cost more than this each, on the average, are near to nothing that was held."""

MARKS: Final = ".,;:!"


def correct_held(held: str, text: str, language: LanguagePack) -> str | None:
    """What the held words become by an utterance. None: it corrects nothing."""
    again = language.again
    if (said := language.says_again(text, again.says)) is not None:
        return restate(held, said)
    swapped = language.says_again(text, again.instead)
    return None if swapped is None else exchange(held, swapped, again.but)


def restate(held: str, said: str) -> str:
    """The held words with what the person said again in the place of what is nearest to it."""
    words, new = held.split(), said.split()
    start, end = _nearest([plain(word) for word in words], [plain(word) for word in new])
    return _put(words, new, start, end)


def exchange(held: str, said: str, but: Sequence[str]) -> str | None:
    """The held words with B in the place of A, where `said` is "A, B" or "A but B". None: there is no such A."""
    words, new = held.split(), said.split()
    known, told = [plain(word) for word in words], [plain(word) for word in new]
    for size in range(1, len(new)):
        behind = size + (told[size] in but)
        places = (at for at in range(len(known) - size + 1) if known[at : at + size] == told[:size])
        at = next(places, None) if new[size - 1].endswith(",") or behind > size else None
        if at is not None and behind < len(new):
            start, end = _widen(known, told[behind:], at, at + size)
            return _put(words, new[behind:], start, end)
    return None


def _put(held: list[str], new: list[str], start: int, end: int) -> str:
    """The end of a sentence stays where it was."""
    last = held[end - 1] if start < end else ""
    mark = last[len(last.rstrip(MARKS)) :]
    return " ".join([*held[:start], *new[:-1], new[-1].rstrip(MARKS) + mark, *held[end:]])


def _widen(held: Sequence[str], new: Sequence[str], start: int, end: int) -> tuple[int, int]:
    """The place with the words around it that `new` says, too: "not text, the test folder"."""
    sizes = range(len(new), 0, -1)
    before = next((size for size in sizes if size <= start and held[start - size : start] == new[:size]), 0)
    behind = next((size for size in sizes if held[end : end + size] == new[-size:]), 0)
    return start - before, end + behind


def _nearest(held: Sequence[str], new: Sequence[str]) -> tuple[int, int]:
    """From where to where the words are that cost least to be made into `new`. All of them, if that costs too much."""
    # Each way: what it costs, and where it begins. It may begin and end at any word that is held.
    row = [(0, at) for at in range(len(held) + 1)]
    for word in new:
        above, row = row, [(row[0][0] + GAP, 0)]
        for at, other in enumerate(held):
            ways = ((above[at], _unlike(word, other)), (above[at + 1], GAP), (row[at], GAP))
            row.append(min((cost + more, start) for (cost, start), more in ways))
    ways_out = [(cost, end - start, start, end) for end, (cost, start) in enumerate(row)]
    cost, size, start, end = min(ways_out)
    return (start, end) if size and cost <= FAR * len(new) else (0, len(held))


def _unlike(one: str, other: str) -> int:
    """How much two words differ in their letters, from 0 to `GAP`."""
    row = list(range(len(other) + 1))
    for letter in one:
        above, row = row, [row[0] + 1]
        for at, its in enumerate(other):
            row.append(min(above[at] + (letter != its), above[at + 1] + 1, row[at] + 1))
    return GAP * row[-1] // max(len(one), len(other), 1)
