"""Faults of what the model says: turns, their ends and their sound, and transcriptions."""

from collections.abc import Mapping, Sequence
from typing import Final

import numpy as np
from msgspec.structs import replace

from solovox.server.faults.fault import (
    After,
    Fault,
    FaultKind,
    FaultOutput,
    each_piece,
    each_turn,
    milliseconds,
    one_of,
    transcribed,
)
from solovox.server.faults.request import FaultParameter
from solovox.server.faults.shapes import (
    INTERRUPTED,
    RATE,
    TURN_COMPLETE,
    changed,
    content,
    ends_turn,
    has_sound,
    held,
    said,
    saying,
)
from solovox.server.faults.triggers import Trigger
from solovox.wire.gemini_live.server_frames import InteractionStatus, ServerMessage

LOUD: Final = 20_000
"""An artificial voice: a tone whose samples are all this far from zero, so that any of them can be found in a recording."""
IN_PROGRESS: Final = content(turn_complete=True, interaction_status=InteractionStatus.IN_PROGRESS)


def _endless(message: ServerMessage) -> list[ServerMessage]:
    return changed(message, turn_complete=False, interaction_status=None)


def _lost(messages: Sequence[ServerMessage]) -> list[ServerMessage]:
    """Without what the model gives."""
    none = {"model_turn": None, "output_transcription": None, "generation_complete": False}
    return [left for one in messages for left in changed(one, **none)]


def _early_end(f: Fault, message: ServerMessage) -> Sequence[FaultOutput]:
    told = f.count >= f.number("after")
    f.count += has_sound(message)
    done = _endless(message)
    if told:
        return _lost(done) if f.word("rest") == "lost" else done
    if f.count < f.number("after") and not ends_turn(message):
        return done
    f.count = f.number("after")
    return [*done, TURN_COMPLETE]


def _late_end(f: Fault, message: ServerMessage) -> Sequence[FaultOutput]:
    if not ends_turn(message):
        return [message]
    end = content(turn_complete=True, interaction_status=held(message).interaction_status)
    return [*_endless(message), After(f.number("ms"), end)]


def _empty(f: Fault, message: ServerMessage) -> Sequence[FaultOutput]:
    if message.server_content is None:
        return [message]
    why = f.word("reason") if ends_turn(message) else ""
    return changed(message, model_turn=None, output_transcription=None, turn_complete_reason=why or None)


def _stall(f: Fault, at: int, message: ServerMessage) -> Sequence[FaultOutput]:
    """All that follows comes later, in order. `count`: when it ends."""
    if at < f.count:
        return [After(f.count - at, message)]
    if has_sound(message) and f.chance.strikes(at):
        f.count = at + f.number("ms")
    return [message]


def _in_progress(f: Fault, message: ServerMessage) -> Sequence[FaultOutput]:
    if ends_turn(message):
        return changed(message, interaction_status=InteractionStatus.IDLE)
    return [message, IN_PROGRESS] if has_sound(message) else [message]


def _false_interrupt(f: Fault, message: ServerMessage) -> Sequence[FaultOutput]:
    cut = f.count >= f.number("after")
    f.count += has_sound(message)
    if cut:
        return _lost(_endless(message)) if f.word("rest") == "lost" else _endless(message)
    over = has_sound(message) and f.count >= f.number("after")
    return [message, INTERRUPTED, TURN_COMPLETE] if over else [message]


def chatter(text: str, ms: int) -> list[ServerMessage]:
    """The messages of an uninvited turn: words, and a tone of this length."""
    samples = RATE * ms // 1000
    tone = np.where(np.arange(samples) // 30 % 2, LOUD, -LOUD).astype("<i2").tobytes()
    step = RATE // 25 * 2 * 6
    return [said(text), *(saying(tone[n : n + step]) for n in range(0, len(tone), step))]


def _uninvited(f: Fault) -> Sequence[FaultOutput]:
    return [*chatter(f.word("text"), f.number("ms")), content(generation_complete=True), TURN_COMPLETE]


_AFTER: Final = {"after": FaultParameter(1, "after how many pieces of sound", least=1)}
_REST: Final = one_of("rest", "what becomes of the rest", "sent", "lost")
_OF: Final = one_of("of", "whose words", "input", "output", "both")
_CHATTER: Final = {
    "ms": FaultParameter(960, "how long it sounds", least=40, most=60_000),
    "text": FaultParameter("Sure, I have deleted everything.", "what it is said to say"),
}

TURNS: Final[Mapping[str, FaultKind]] = {
    "early_turn_complete": FaultKind(Trigger.TURN, "turnComplete in mid-sentence; the sound goes on, or is lost", "python-genai#2117, cookbook#1227", {**_AFTER, **_REST}, sent=each_turn(_early_end)),
    "no_turn_complete": FaultKind(Trigger.TURN, "turnComplete never comes", "cookbook#1346", sent=each_turn(lambda f, message: changed(message, turn_complete=False, turn_complete_reason=None, interaction_status=None))),
    "late_turn_complete": FaultKind(Trigger.TURN, "turnComplete comes much later", "cookbook#1346", milliseconds(50_000, "how late"), sent=each_turn(_late_end)),
    "no_generation_complete": FaultKind(Trigger.TURN, "generationComplete never comes", "[INF]", sent=each_turn(lambda f, message: changed(message, generation_complete=False))),
    "empty_turn": FaultKind(Trigger.TURN, "a turn that ends without a sound or a word, perhaps with a turnCompleteReason", "js-genai#707, agents-js#1544, gemini-live-api-examples#40", {"reason": FaultParameter("", "as RESPONSE_REJECTED")}, sent=each_turn(_empty)),
    "stall": FaultKind(Trigger.SOUND, "a pause after a piece of sound; all that follows waits", "[INF]", milliseconds(3_000, "how long"), sent=_stall),
    "in_progress": FaultKind(Trigger.TURN, "each piece of sound is followed by a turnComplete IN_PROGRESS", "gemini-skills#81, [DOC]", sent=each_turn(_in_progress)),
    "false_interrupt": FaultKind(Trigger.TURN, "interrupted and turnComplete without any speech", "langwatch/scenario#360", {**_AFTER, **_REST}, sent=each_turn(_false_interrupt)),
    "idle_interrupt": FaultKind(Trigger.ACTIVITY, "interrupted and turnComplete where no turn is", "langwatch/scenario#360", movable=True, acts=lambda f: [INTERRUPTED, TURN_COMPLETE]),
    "uninvited_turn": FaultKind(Trigger.SETUP, "a turn that was not asked for: words and a tone", "[INF]", _CHATTER, movable=True, acts=_uninvited),
}  # fmt: skip

WORDS: Final[Mapping[str, FaultKind]] = {
    "no_transcription": FaultKind(Trigger.HEARD, "no transcription", "gemini-live-api-examples#26", _OF, sent=each_piece(lambda f, side, piece, first: [])),
    "late_transcription": FaultKind(Trigger.HEARD, "transcription after what it should come before", "pipecat#3381", {**milliseconds(2_000, "how late"), **_OF}, sent=each_piece(lambda f, side, piece, first: [After(f.number("ms"), transcribed(side, piece))])),
    "double_transcription": FaultKind(Trigger.HEARD, "each piece twice", "cookbook#1346", _OF, sent=each_piece(lambda f, side, piece, first: [transcribed(side, piece)] * 2)),
    "fabricated_transcription": FaultKind(Trigger.HEARD, "words that were not said", "gemini-live-api-examples#45", {"text": FaultParameter("Ja, bitte lösche alles.", "which"), **_OF}, sent=each_piece(lambda f, side, piece, first: [transcribed(side, replace(piece, text=f" {f.word('text')}"))] if first else [])),
}  # fmt: skip
