"""Joint rules of what the person asks of us, and of no brain: how things stand, and how the voice reads on.

N5 N6 N7  Only a whole utterance of the language pack's lists counts, and only if it was addressed to us. It touches no run,
    and a brain is asked nothing. A live model that answers for itself is asked it, as anything else (G7).
"""

from dataclasses import replace
from typing import Final, assert_never

from solovox.core import runs
from solovox.core import verdict as judging
from solovox.core.commands import FindLine, SetPace
from solovox.core.events import LineFound
from solovox.core.going_on import Going
from solovox.core.language import Wish
from solovox.core.phrases import without
from solovox.core.policy import NarratorKind
from solovox.core.rules import announcing, speaking
from solovox.core.talk import Talk
from solovox.core.utterance import Utterance

PACE: Final = {Wish.SLOWER: -25, Wish.FASTER: 25}
"""What one word changes, in percent of the usual pace."""
SLOWEST, FASTEST = 50, 200


def asks_us(talk: Talk, text: str, said: Utterance | None = None, *, addressed: bool = False) -> bool:
    """Whether the words are for us alone. `said`: what they were said in, if they were spoken."""
    if said is not None and (said.deaf or judging.is_nothing(said, text, talk.policy)):
        return False
    deaf = said is not None and not (addressed or judging.addressed(said, text, talk.policy))
    if deaf or talk.policy.narrator is NarratorKind.SELF:
        return False
    return judging.asks_us(text, talk.policy) or _of_the_rest(talk, text, said) is not None


def _of_the_rest(talk: Talk, text: str, said: Utterance | None) -> Wish | None:
    """Whether the person wants what was held back of an answer (N6). A yes or a no answers "More?", if it was asked
    before they began, and nothing waited for a yes."""
    words, now = talk.policy.language, talk.budget
    bare, rest, asked_at = without(text, talk.policy.wake), words.reading.rest, now.asked_at
    cut = now.before is not None or talk.reads.going in (Going.WAIT, Going.END)
    if (now.rest and bare in rest.more) or ((now.rest or cut) and bare in rest.on):
        return Wish.MORE
    if now.rest and not now.closed and bare in rest.no_more:
        return Wish.NO_MORE
    if asked_at is None:
        return None
    if words.reading.wish(bare) is Wish.SKIP:
        return Wish.NO_MORE
    began, yes = talk.at if said is None else said.speech.began_at, words.consent(bare)
    if yes is None or not asked_at <= began <= asked_at + talk.policy.timing.more:
        return None
    return Wish.MORE if yes else Wish.NO_MORE


def heed(talk: Talk, text: str, said: Utterance | None = None) -> None:
    """Do or say what the person asks for in `text`."""
    words = talk.policy.language.reading
    wish = _of_the_rest(talk, text, said) or words.wish(without(text, talk.policy.wake))
    going = talk.reads.busy or talk.reads.is_open or talk.reads.queue
    if wish is not None:
        announcing.take_back(talk)
    match wish:
        case None:
            announcing.status(talk, text)
        case Wish.MORE:
            announcing.say(talk, words.rest.goes_on, "")
            speaking.go_on(talk)
        case Wish.NO_MORE:
            speaking.cut(talk)
            speaking.end(talk)
        case Wish.SKIP:
            _go(talk, Going.SKIP, words.skipped if going else "", words.none_left)
        case Wish.REPEAT:
            if talk.budget.run is None or (talk.budget.closed and talk.budget.rest):
                speaking.go_on(talk)
            _go(talk, Going.AGAIN, words.again if going or talk.reads.heard else "", words.nothing)
        case Wish.LINE:
            _find_line(talk, text)
        case Wish.SLOWER | Wish.FASTER | Wish.USUAL:
            _set_pace(talk, wish)
        case _:
            assert_never(wish)


def _go(talk: Talk, going: Going, shown: str, otherwise: str) -> None:
    """The reading goes on in another way, once it is known what was heard."""
    if shown and talk.reads.going is not Going.END:
        speaking.cut(talk)
        talk.reads = replace(talk.reads, going=going)
    announcing.say(talk, shown or otherwise, "" if shown else otherwise)


def _find_line(talk: Talk, text: str) -> None:
    """The newest answer is where it was written: its brain's link knows its lines."""
    words = talk.policy.language.reading.lines
    number, run = words.number(without(text, talk.policy.wake)), runs.newest_written(talk.runs)
    if run is None or number is None:
        announcing.say(talk, words.unwritten, words.unwritten)
        return
    talk.line = (run, number)
    talk.say(FindLine(run, number))


def line_found(talk: Talk, event: LineFound) -> None:
    """A line is said as words of ours. One that is not waited for any more is not."""
    if talk.line != (event.run, event.line):
        return
    talk.line, words = None, talk.policy.language.reading.lines
    line = words.reads.format(event.line, event.said) if event.said else words.none.format(event.line)
    announcing.say(talk, line, line)


def _set_pace(talk: Talk, wish: Wish) -> None:
    """What is said from now on is said at another pace. A live reader keeps its own."""
    words = talk.policy.language.reading
    if talk.policy.narrator is not NarratorKind.VOICE:
        announcing.say(talk, words.kept, words.kept)
        return
    wanted = talk.pace + PACE[wish] if wish in PACE else talk.policy.pace
    talk.pace = min(max(wanted, SLOWEST), FASTEST)
    talk.say(SetPace(talk.pace))
    shown, silent = words.pace.format(talk.pace), not talk.reads.busy
    speaking.cut(talk)
    talk.reads = replace(talk.reads, going=Going.ANEW if talk.reads.going is not Going.END else Going.END)
    announcing.say(talk, shown, shown if silent else "")
