"""Joint rules of what waits for a yes: it is shown, said where it must be heard, and ends once.

A1  What was heard is held at once: nothing of it reaches the brain before the person's yes. Another wording, which a text
    brain proposes (`correct`), may take its place.
A6  Where no screen shows what waits, the first of it is read back.
N5  That an act waits is said once, where words of ours are said.
"""

from dataclasses import replace
from typing import Final

from solovox.core.approvals import holds
from solovox.core.approvals.holds import NEW, Held, Readback
from solovox.core.commands import HoldKind, ProposeWording, ShowHold
from solovox.core.listening.utterance import Utterance
from solovox.core.mends import mend_text, pool_mends
from solovox.core.policy import Approval, NarratorKind
from solovox.core.sense import NO_WORDS, Sense
from solovox.core.sentences import aloud
from solovox.core.speaking import announcing, speaking
from solovox.core.talk import Talk
from solovox.core.units import HoldId, Instant, join_spans

FULL: Final = "too many things wait for a yes already"


def hold(talk: Talk, show: ShowHold, said: str = "", *, grave: bool = False, **known: object) -> Held | None:
    """Show something that waits for a yes from now on. None: too many things wait already. An act that is grave, or cannot be
    said whole, has a code (A2). `known`: what is known of it beside what is shown."""
    waiting, number, code = talk.approvals.waiting, talk.approvals.count + 1, ""
    if len(waiting) >= talk.policy.limits.waiting_holds:
        return None
    if show.kind is not HoldKind.INSTRUCTION and (grave or not said):
        text, taken = f"{show.text} {said}", [one.show.code for one in waiting]
        code = talk.policy.sentences.holds.code(number, text, taken)
    until = Instant(talk.at + talk.policy.timing.hold)
    held = Held(replace(show, hold=HoldId(number), code=code, until=until), said=said, **known)  # type: ignore[arg-type]
    talk.approvals = replace(talk.approvals, waiting=(*waiting, held), count=number)
    talk.show(held)
    return held


def hold_instruction(talk: Talk, said: Utterance, sense: Sense, before: Held | None) -> None:
    """Hold an instruction (A1). `before`: held words that they go on from."""
    text = sense.rest
    heard = text if said.known or said.local.draft.text or said.remote.text.strip() else ""
    span, known, proposed = said.sound or talk.link.microphone.unrouted, said.mends, said.remote.proposed.text
    if before is not None:
        if before.sense.rest != before.show.heard:  # some of them only the ear claims
            proposed = " ".join(filter(None, dict.fromkeys((before.show.proposed, proposed))))
        heard, text = f"{before.show.heard} {heard}".strip(), f"{before.sense.rest} {text}"
        sense = replace(before.sense, rest=text, restated=NO_WORDS.restated)
        span, known = join_spans(before.show.span, span), pool_mends(before.show.mends, known)
        before = replace(before, before=None)
    mends = talk.mends(known, text)
    show = ShowHold(
        NEW, mend_text(text, mends), heard=heard, proposed=proposed, utterance=said.id, mends=mends
    )
    spoken = (said.speech.source, said.over_at) if said.spoken else None
    held = hold(talk, replace(show, span=span), spoken=spoken, before=before, sense=sense)
    if held is None:
        talk.fail("too many things wait for a yes already; this one was not kept")
    elif talk.policy.approval is Approval.CORRECT and (not talk.presence.blind or talk.aloud(held)):
        # The person gets to know the text: they see it, or hear it (A6).
        until = Instant(talk.at + talk.policy.timing.wording)
        talk.approvals = holds.put(talk.approvals, replace(held, wording_until=until))
        talk.say(ProposeWording(held.id, held.show.text))


def tell(talk: Talk) -> bool:
    """Say that something waits, once, when nothing else is heard (N5). Where no screen shows it, what waits first is read back,
    whole: a yes is to what was heard (A6)."""
    blind, words = talk.presence.blind, talk.policy.sentences.holds
    held = next((one for one in talk.approvals.waiting if blind or one.told is False), None)
    if held is None or not announcing.may_speak(talk):
        return False
    if blind:
        shown = said = talk.aloud(held)
        if said in ("", talk.approvals.said_of(held).words):
            return False
    elif held.is_instruction:
        shown = said = words.to_send
    else:
        acts = (held.said, aloud(held.said))
        shown, said = (words.asking(act, held.show.code, screen=True) for act in acts)
    heard = None if held.said or held.is_instruction else False
    telling = Readback(held.id, said if blind else "", heard)
    talk.approvals = replace(holds.put(talk.approvals, replace(held, told=True)), telling=telling)
    exact = blind and talk.policy.narrator is not NarratorKind.VOICE
    announcing.say(talk, shown, said, exact=exact, hold=held.id)
    return True


def reword(talk: Talk, held: Held, **changes: object) -> None:
    """It waits on, and is shown otherwise. A yes that has begun was to what was shown before (A2), and so is a wording
    that is still awaited (A1). What is being read back of it is true no more (A6)."""
    show, told = replace(held.show, **changes), talk.approvals.telling  # type: ignore[arg-type]
    held = replace(held, show=show, wording_until=None, worded_at=talk.at)
    if told.words and told.hold == held.id:
        told = Readback()
        speaking.unsay(talk, lambda piece: piece.told is not None and piece.told.hold == held.id)
    talk.approvals = replace(holds.put(talk.approvals, held), telling=told)
    talk.show(held)
