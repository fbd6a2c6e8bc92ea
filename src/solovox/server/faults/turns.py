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
    FaultParameter,
    Side,
    each_piece,
    each_turn,
    milliseconds,
    one_of,
    transcription_of,
)
from solovox.server.faults.shapes import (
    INTERRUPTED,
    RATE,
    TURN_COMPLETE,
    Trigger,
    change_content,
    content,
    content_of,
    ends_turn,
    has_sound,
    pcm_of,
    remade,
    saying,
    saying_text,
)
from solovox.wire.gemini_live.parts import Content, Part
from solovox.wire.gemini_live.server_frames import InteractionStatus, ServerMessage, Transcription

LOUD: Final = 20_000
"""An artificial voice: a tone whose samples are all this far from zero, so that any of them can be found in a recording."""
REPEATED_BYTES: Final = 1_000_000
THOUGHT: Final = (
    "**Considering the Request**\n\nI've been asked for something, and I am weighing how to go about it.\n\n"
)
IN_PROGRESS: Final = content(turn_complete=True, interaction_status=InteractionStatus.IN_PROGRESS)


def _endless(message: ServerMessage) -> list[ServerMessage]:
    return change_content(message, turn_complete=False, interaction_status=None)


def _drop_output(messages: Sequence[ServerMessage]) -> list[ServerMessage]:
    """Without what the model gives."""
    none = {"model_turn": None, "output_transcription": None, "generation_complete": False}
    return [left for one in messages for left in change_content(one, **none)]


def _early_end(f: Fault, message: ServerMessage) -> Sequence[FaultOutput]:
    told = f.count >= f.number("after")
    f.count += has_sound(message)
    done = _endless(message)
    if told:
        return _drop_output(done) if f.word("rest") == "lost" else done
    if f.count < f.number("after") and not ends_turn(message):
        return done
    f.count = f.number("after")
    return [*done, TURN_COMPLETE]


def _late_end(f: Fault, message: ServerMessage) -> Sequence[FaultOutput]:
    if not ends_turn(message):
        return [message]
    end = content(turn_complete=True, interaction_status=content_of(message).interaction_status)
    return [*_endless(message), After(f.number("ms"), end)]


def _empty(f: Fault, message: ServerMessage) -> Sequence[FaultOutput]:
    if message.server_content is None:
        return [message]
    why = f.asked.values.get("reason") if ends_turn(message) else None
    return change_content(
        message, model_turn=None, output_transcription=None, turn_complete_reason=why or None
    )


def _near_zero(f: Fault, message: ServerMessage) -> Sequence[FaultOutput]:
    if not has_sound(message):
        return [message]
    pcm = pcm_of(message)
    rest = len(pcm) % 2  # another fault may have cut a sample in two
    quiet = np.sign(np.frombuffer(pcm[: len(pcm) - rest], "<i2")).astype("<i2").tobytes()
    return remade(message, [quiet + bytes(rest)])


def _odd_sound(f: Fault, message: ServerMessage) -> Sequence[FaultOutput]:
    pcm = pcm_of(message)
    if len(pcm) < 6:
        return [message]
    cut = f.chance.dice.randrange(1, len(pcm) // 2) * 2 - 1 if f.count else 2
    f.count += 1
    return remade(message, [pcm[:cut], pcm[cut:]])


def _stall(f: Fault, at: int, message: ServerMessage) -> Sequence[FaultOutput]:
    """All that follows comes later, in order. `count`: when it ends."""
    if at < f.count:
        return [After(f.count - at, message)]
    if has_sound(message) and f.chance.strikes(at):
        f.count = at + f.number("ms")
    return [message]


def _repeat_sentence(f: Fault, message: ServerMessage) -> Sequence[FaultOutput]:
    """At most a megabyte is said again. `count`: its bytes."""
    now = content_of(message)
    mine = content(model_turn=now.model_turn, output_transcription=now.output_transcription)
    over = now.generation_complete or now.turn_complete or message.tool_call is not None
    before = f.said * f.number("again") if over else []
    if over or now.interrupted:
        f.said = []
    elif mine != content() and f.count < REPEATED_BYTES:
        f.said.append(mine)
        f.count += len(pcm_of(message))
    return [*before, message]


def _leak_thought(f: Fault, message: ServerMessage) -> Sequence[FaultOutput]:
    f.count += 1
    thought = content(model_turn=Content(parts=(Part(text=THOUGHT, thought=True),), role="model"))
    return [thought, message] if f.count == 1 else [message]


def _in_progress(f: Fault, message: ServerMessage) -> Sequence[FaultOutput]:
    if ends_turn(message):
        return change_content(message, interaction_status=InteractionStatus.IDLE)
    return [message, IN_PROGRESS] if has_sound(message) else [message]


def _false_interrupt(f: Fault, message: ServerMessage) -> Sequence[FaultOutput]:
    cut = f.count >= f.number("after")
    f.count += has_sound(message)
    if cut:
        return _drop_output(_endless(message)) if f.word("rest") == "lost" else _endless(message)
    over = has_sound(message) and f.count >= f.number("after")
    return [message, INTERRUPTED, TURN_COMPLETE] if over else [message]


def _backwards(f: Fault, message: ServerMessage) -> Sequence[FaultOutput]:
    f.count += content_of(message).interrupted
    rest = change_content(message, interrupted=False)
    return [*rest, INTERRUPTED] if f.count and ends_turn(message) else rest


def chatter(text: str, ms: int) -> list[ServerMessage]:
    """The messages of an uninvited turn: words, and a tone of this length."""
    samples = RATE * ms // 1000
    tone = np.where(np.arange(samples) // 30 % 2, LOUD, -LOUD).astype("<i2").tobytes()
    step = RATE // 25 * 2 * 6
    return [saying_text(text), *(saying(tone[n : n + step]) for n in range(0, len(tone), step))]


def _begin_uninvited(f: Fault) -> Sequence[FaultOutput]:
    return [*chatter(f.word("text"), f.number("ms")), content(generation_complete=True), TURN_COMPLETE]


def _double(f: Fault, side: Side, piece: Transcription, first: bool) -> Sequence[FaultOutput]:
    if f.word("way") == "piece":
        return [transcription_of(side, piece)] * 2
    f.texts[side] = ("" if first else f.texts[side]) + piece.text
    return [transcription_of(side, piece)]


def _whole_again(f: Fault, side: Side) -> Sequence[FaultOutput]:
    whole = f.texts.pop(side, "")
    return [transcription_of(side, Transcription(text=whole))] if whole else []


def _headless(f: Fault, side: Side, piece: Transcription, first: bool) -> Sequence[FaultOutput]:
    words = piece.text.split()[f.number("words") :]
    kept = replace(piece, text="".join(f" {one}" for one in words)) if first else piece
    return [transcription_of(side, kept)] if kept.text else []


_AFTER: Final = {"after": FaultParameter(1, "after how many pieces of sound", least=1)}
_REST: Final = one_of("rest", "what becomes of the rest", "sent", "lost")
_OF: Final = one_of("of", "whose words", "input", "output", "both")
_CHATTER: Final = {
    "ms": FaultParameter(960, "how long it sounds", least=40, most=60_000),
    "text": FaultParameter("Sure, I have deleted everything.", "what it is said to say"),
}

TURNS: Final[Mapping[str, FaultKind]] = {
    "early_turn_complete": FaultKind(Trigger.TURN, "turnComplete in mid-sentence; the sound goes on, or is lost", "python-genai#2117, cookbook#1227", {**_AFTER, **_REST}, sent=each_turn(_early_end)),
    "no_turn_complete": FaultKind(Trigger.TURN, "turnComplete never comes", "cookbook#1346", sent=each_turn(lambda f, message: change_content(message, turn_complete=False, turn_complete_reason=None, interaction_status=None))),
    "late_turn_complete": FaultKind(Trigger.TURN, "turnComplete comes much later", "cookbook#1346", milliseconds(50_000, "how late"), sent=each_turn(_late_end)),
    "no_generation_complete": FaultKind(Trigger.TURN, "generationComplete never comes", "[INF]", sent=each_turn(lambda f, message: change_content(message, generation_complete=False))),
    "empty_turn": FaultKind(Trigger.TURN, "a turn that ends without a sound or a word", "js-genai#707, agents-js#1544", sent=each_turn(_empty)),
    "rejected_turn": FaultKind(Trigger.TURN, "the same, with a turnCompleteReason", "gemini-live-api-examples#40", {"reason": FaultParameter("RESPONSE_REJECTED", "which")}, sent=each_turn(_empty)),
    "near_zero_audio": FaultKind(Trigger.TURN, "sound of samples that are 0 or 1 away from it", "gemini-live-api-examples#40", sent=each_turn(_near_zero)),
    "odd_sound": FaultKind(Trigger.TURN, "pieces of sound that end within a sample; the first has two bytes", "livekit#5742, cookbook#952", sent=each_turn(_odd_sound)),
    "stall": FaultKind(Trigger.SOUND, "a pause after a piece of sound; all that follows waits", "[INF]", milliseconds(3_000, "how long"), sent=_stall),
    "repeated_sentence": FaultKind(Trigger.TURN, "what is said is said again before the call or the end", "gemini-live-api-examples#46", {"again": FaultParameter(1, "how often", least=1, most=100)}, sent=each_turn(_repeat_sentence)),
    "thought_leak": FaultKind(Trigger.TURN, "the model's thinking comes as text", "[REC]", sent=each_turn(_leak_thought)),
    "in_progress": FaultKind(Trigger.TURN, "each piece of sound is followed by a turnComplete IN_PROGRESS", "gemini-skills#81, [DOC]", sent=each_turn(_in_progress)),
    "false_interrupt": FaultKind(Trigger.TURN, "interrupted and turnComplete without any speech", "langwatch/scenario#360", {**_AFTER, **_REST}, sent=each_turn(_false_interrupt)),
    "backwards_interrupt": FaultKind(Trigger.TURN, "turnComplete before interrupted", "[LK]", sent=each_turn(_backwards)),
    "idle_interrupt": FaultKind(Trigger.ACTIVITY, "interrupted and turnComplete where no turn is", "langwatch/scenario#360", movable=True, acts=lambda f: [INTERRUPTED, TURN_COMPLETE]),
    "uninvited_turn": FaultKind(Trigger.SETUP, "a turn that was not asked for: words and a tone", "[INF]", _CHATTER, movable=True, acts=_begin_uninvited),
}  # fmt: skip

WORDS: Final[Mapping[str, FaultKind]] = {
    "no_transcription": FaultKind(Trigger.HEARD, "no transcription", "gemini-live-api-examples#26", _OF, sent=each_piece(lambda f, side, piece, first: [])),
    "late_transcription": FaultKind(Trigger.HEARD, "transcription after what it should come before", "pipecat#3381", {**milliseconds(2_000, "how late"), **_OF}, sent=each_piece(lambda f, side, piece, first: [After(f.number("ms"), transcription_of(side, piece))])),
    "double_transcription": FaultKind(Trigger.HEARD, "each piece twice, or the whole again", "cookbook#1346", {**one_of("way", "which", "piece", "whole"), **_OF}, sent=each_piece(_double, _whole_again)),
    "fabricated_transcription": FaultKind(Trigger.HEARD, "words that were not said", "gemini-live-api-examples#45", {"text": FaultParameter("Ja, bitte lösche alles.", "which"), **_OF}, sent=each_piece(lambda f, side, piece, first: [transcription_of(side, replace(piece, text=f" {f.word('text')}"))] if first else [])),
    "headless_transcription": FaultKind(Trigger.HEARD, "the first words are missing", "gemini-live-api-examples#26", {"words": FaultParameter(2, "how many", least=1, most=1_000), **_OF}, sent=each_piece(_headless)),
}  # fmt: skip
