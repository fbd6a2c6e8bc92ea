"""Joint rules of what an utterance comes to: its decision is carried out, once.

T3  Only `settle` ends an utterance: once (the latch is that a settled utterance is no longer open). Words of our
    recogniser that come later open it again. Words of an ear that come later, or without speech, do not.
L2  What was routed is not owed to the next connection.
L3  What a live model was told is part of the talk that is told again.
"""

from dataclasses import replace
from typing import Final, assert_never

from solovox.core import retelling
from solovox.core.approvals import consenting
from solovox.core.commands import NudgeEar
from solovox.core.generation import GenerationState
from solovox.core.listening import decision as d
from solovox.core.listening.closing import broken_off, close_utterance, show
from solovox.core.listening.decision import Decision, Verdict
from solovox.core.listening.utterance import Utterance
from solovox.core.rules import generating, instructing, sparing
from solovox.core.sense import Intent, Sense
from solovox.core.speaking import heeding, speaking
from solovox.core.talk import Talk
from solovox.core.units import Instant

UNTAKEN: Final = "this was not taken, for only the live ear heard it, and other such words wait for your yes"
UNHEARD: Final = "no words were heard; please say it again"


def decide_open(talk: Talk, *, alone: bool = False) -> Decision:
    """What becomes of the open utterance now. `alone`: do not wait for an ear, as for an answer to what waits
    for a yes (A2)."""
    said = talk.turn.open
    if said is None or (talk.turn.taken_at is not None and not talk.turn.speaks):
        return d.Wait(None)  # under the talk key a pause ends nothing
    # If they are words, the ear may look.
    answers = consenting.is_answer(talk, said) and said.local.sense.kind is not Intent.WORDS
    listens = talk.link.ear.is_live and not (alone or answers or sparing.keeps(talk))
    return d.decide(said, talk.policy, talk.at, listens=listens)


def settle(talk: Talk, *, alone: bool = False, waits: bool = True) -> bool:
    """Settle the open utterance, if it can be now (T3). True if anything changed. `waits`: for the rest of it."""
    said, found = talk.turn.open, decide_open(talk, alone=alone)
    if said is not None and isinstance(found, d.Wait) and not waits:
        until = found.until or Instant(talk.at + talk.policy.timing.speech)  # a held talk key waits for ever
        found = d.decide(said, talk.policy, until, listens=False)
    if said is None or isinstance(found, d.Wait):
        return False
    whole = not (talk.turn.speaks or said.keeps_floor or said.local.pending or said.deaf or said.asked)
    if whole and consenting.corrects(talk, said, said.local.sense):
        consenting.correct(talk, show(talk, said.local.text), said.local.sense)
    else:
        _carry_out(talk, said, found)
    return True


def _carry_out(talk: Talk, said: Utterance, found: Verdict) -> None:
    match found:
        case d.End():
            broken_off(talk)
        case d.Nudge():
            talk.revise(remote=replace(said.remote, nudged_at=talk.at))
            talk.say(NudgeEar(talk.link.ear.id))
        case d.Route(sense=sense):
            _route(talk, said, sense)
        case d.Hesitate(sense=sense):
            _hesitate(talk, said, sense)
        case d.Nothing():
            close_utterance(talk)
        case d.Keep(floor=floor):
            talk.revise(remote=replace(said.remote, called_at=None), floor=floor)
        case d.StopWork(text=text) if talk.policy.owns(said.speech.source):
            instructing.stop(talk, text)
        case d.Heed(sense=sense):
            show(talk, sense.text)
            heeding.heed(talk, sense)
        case d.StopVoice(text=text) | d.StopWork(text=text):  # a guest's stop silences (A4)
            close_utterance(talk, "quiet", shown=text)
            instructing.quiet(talk)
        case _:
            assert_never(found)


def _route(talk: Talk, said: Utterance, sense: Sense) -> None:
    """It is certain what was said. A live model that answers for itself has heard it (G7)."""
    said = show(talk, sense.text, talk.mends(said.mends, sense.text))
    if not talk.policy.alone:
        instructing.take_instruction(talk, said, sense)
        return
    begun = talk.link.generation.began > said.speech.began_at
    if not begun:
        speaking.give_way(talk)
    if talk.policy.wake and begun and talk.link.generation.state is GenerationState.CUT:
        generating.ask(
            talk, sense.text
        )  # it answered, and was cut, before it was known that it was addressed
    else:
        talk.link.retelling = retelling.add_question(talk.link.retelling, sense.text)


def _hesitate(talk: Talk, said: Utterance, sense: Sense) -> None:
    """The words are not certain enough to be sent. The person is asked (T3)."""
    said = close_utterance(
        talk, sense.text.strip(), shown=sense.text, mends=talk.mends(said.mends, sense.text)
    )
    if not sense.text.strip():
        talk.fail(UNHEARD)
        return
    if said.asked:
        said, sense = instructing.apart(talk, said, sense)
    if not said.spoken and talk.approvals.unspoken:
        talk.fail(UNTAKEN)  # an ear that makes words out of noise would fill all the room there is
    else:
        instructing.hold(talk, said, sense)
