"""Joint rules of what the person asks of us, and of no brain: how things stand, and how the voice reads on.

N5 N7  Only a whole utterance of the language pack's lists counts, and only if it was addressed to us. It touches no run,
    and a brain is asked nothing. A live model that answers for itself is asked it, as anything else (G7).
"""

from dataclasses import replace
from typing import Final, assert_never

from solovox.core import verdict as judging
from solovox.core.commands import SetPace
from solovox.core.going_on import Going
from solovox.core.language import Wish, without
from solovox.core.policy import NarratorKind
from solovox.core.rules import announcing, speaking
from solovox.core.talk import Talk
from solovox.core.utterance import Utterance

PACE: Final = {Wish.SLOWER: -25, Wish.FASTER: 25}
"""What one word changes, in percent of the usual pace."""
SLOWEST, FASTEST = 50, 200


def asks_us(talk: Talk, text: str, said: Utterance | None = None) -> bool:
    """Whether the words are for us alone. `said`: what they were said in, if they were spoken."""
    if said is not None and (said.deaf or not judging.addressed(said, text, talk.policy)):
        return False
    return talk.policy.narrator is not NarratorKind.SELF and judging.asks_us(text, talk.policy)


def heed(talk: Talk, text: str) -> None:
    """Do or say what the person asks for in `text`."""
    words = talk.policy.language.reading
    wish, going = words.wish(without(text, talk.policy.wake)), talk.reads.busy or talk.reads.is_open
    match wish:
        case None:
            announcing.status(talk, text)
        case Wish.SKIP:
            _go(talk, Going.SKIP, words.skipped if going else "", words.none_left)
        case Wish.REPEAT:
            _go(talk, Going.AGAIN, words.again if going or talk.reads.heard else "", words.nothing)
        case Wish.SLOWER | Wish.FASTER | Wish.USUAL:
            _set_pace(talk, wish)
        case _:
            assert_never(wish)


def _go(talk: Talk, going: Going, shown: str, otherwise: str) -> None:
    """The reading goes on in another way, once it is known what was heard."""
    if shown:
        speaking.cut(talk)
        talk.reads = replace(talk.reads, going=going)
    announcing.notice(talk, shown or otherwise, "" if shown else otherwise)


def _set_pace(talk: Talk, wish: Wish) -> None:
    """What is said from now on is said at another pace. A live reader keeps its own."""
    words = talk.policy.language.reading
    if talk.policy.narrator is not NarratorKind.VOICE:
        announcing.notice(talk, words.kept, words.kept)
        return
    wanted = talk.pace + PACE[wish] if wish in PACE else 100
    talk.pace = min(max(wanted, SLOWEST), FASTEST)
    talk.say(SetPace(talk.pace))
    shown, silent = words.pace.format(talk.pace), not talk.reads.busy
    speaking.cut(talk)
    talk.reads = replace(talk.reads, going=Going.ANEW)
    announcing.notice(talk, shown, shown if silent else "")
