"""Joint rules of what the person asks of us, and of no brain: how things stand, and how the voice reads on.

N5 N6 N7  Only a whole utterance of the language pack's lists counts, and only if it was addressed to us. It touches no run,
    and a brain is asked nothing. A live model that answers for itself is asked it, as anything else (G7).
"""

from typing import Final

from solovox.core import runs
from solovox.core.commands import FindLine, SetPace
from solovox.core.events import LineFound
from solovox.core.policy import NarratorKind
from solovox.core.sense import Intent, Sense
from solovox.core.speaking import announcing, speaking
from solovox.core.speaking.script import Going
from solovox.core.talk import Talk

PACE: Final = {Intent.SLOWER: -25, Intent.FASTER: 25}
"""What one word changes, in percent of the usual pace."""
SLOWEST, FASTEST = 50, 200


def heed(talk: Talk, asks: Sense) -> None:
    """Do or say what the person asks for."""
    words, script = talk.policy.sentences, talk.voice.script
    going = talk.voice.busy or talk.voice.reads.is_open or script.queue
    if asks.kind not in (Intent.STATUS, Intent.CHANGES):
        script.asked_at = None  # it is asked again
    match asks.kind:
        case Intent.MORE:
            announcing.say(talk, words.goes_on, "")
            speaking.go_on(talk)
        case Intent.NO_MORE:
            speaking.cut_voice(talk)
            script.end()
        case Intent.SKIP:
            _go(talk, Going.SKIP, words.skipped if going else "", words.none_left)
        case Intent.REPEAT:
            if script.ended and (going or script.heard):
                speaking.go_on(talk)
            _go(talk, Going.AGAIN, words.again if going or script.heard else "", words.nothing)
        case Intent.LINE:
            _find_line(talk, asks.number)
        case Intent.SLOWER | Intent.FASTER | Intent.USUAL:
            _set_pace(talk, asks.kind)
        case Intent.CHANGES:
            announcing.tell_changes(talk)
        case _:
            announcing.tell_status(talk)


def _go(talk: Talk, going: Going, shown: str, otherwise: str) -> None:
    """The reading goes on in another way, once it is known what was heard."""
    if shown and talk.voice.script.going is not Going.END:
        speaking.cut_voice(talk)
        talk.voice.script.going = going
    announcing.say(talk, shown or otherwise, "" if shown else otherwise)


def _find_line(talk: Talk, number: int) -> None:
    """The newest answer is where it was written: its brain's link knows its lines."""
    run = runs.newest_written(talk.work.runs)
    if run is None:
        announcing.say(talk, talk.policy.sentences.no_answer, talk.policy.sentences.no_answer)
        return
    talk.voice.line = (run, number)
    talk.say(FindLine(run, number))


def line_found(talk: Talk, event: LineFound) -> None:
    """A line is said as words of ours. One that is not waited for any more is not."""
    if talk.voice.line != (event.run, event.line):
        return
    talk.voice.line, words = None, talk.policy.sentences
    line = words.line.format(event.line, event.said) if event.said else words.no_line.format(event.line)
    announcing.say(talk, line, line)


def _set_pace(talk: Talk, wish: Intent) -> None:
    """What is said from now on is said at another pace. A live reader keeps its own."""
    words, wished = talk.policy.sentences, talk.voice.script.going
    if talk.policy.narrator is not NarratorKind.VOICE:
        announcing.say(talk, words.keeps_pace, words.keeps_pace)
        return
    wanted = talk.voice.pace + PACE[wish] if wish in PACE else talk.policy.pace
    talk.voice.pace = min(max(wanted, SLOWEST), FASTEST)
    talk.say(SetPace(talk.voice.pace))
    said = words.pace.format(talk.voice.pace)
    # What they have wished just before is still done.
    _go(talk, Going.ANEW if wished is Going.ON else wished, said if talk.voice.busy else "", said)
