"""What a server's messages mean to the core: a pure machine, one for each connection.

Rule 1 (G6): within a frame transcriptions come before sound, sound before calls, calls before what ends the
turn. `interrupted` is told after the content of its own frame: that content belongs to what was interrupted.
Rule 2 (C1): a call is told once, wherever and however often it is sent: by its id, or without ids by
counting equal calls in the two places where the service puts them.
Rule 3: an utterance's end is told once, and a turn that is `IN_PROGRESS` has not ended (T3).
Rule 4: a handle is told only if it can be used: there, and resumable (L1).

Events that name a span of sound are the adapter's to make: it is given `Spoke`, and puts the bytes away.
"""

import json
from collections import Counter, deque
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final, assert_never

from solovox.core.events import (
    EarCalled,
    EarCancelled,
    EarEndedUtterance,
    EarGoingAway,
    EarInterrupted,
    EarOutputTranscript,
    EarTranscript,
    EarTurnEnded,
)
from solovox.core.units import CallId, ConnectionId
from solovox.wire.gemini_live.families import Family
from solovox.wire.gemini_live.parts import FunctionCall, Json, Part
from solovox.wire.gemini_live.server_frames import (
    GoAway,
    InteractionStatus,
    ServerContent,
    ServerMessage,
    SessionResumptionUpdate,
    SetupComplete,
    ToolCall,
    ToolCallCancellation,
    UsageMetadata,
    VadSignalType,
    VoiceActivity,
    VoiceActivityDetectionSignal,
    VoiceActivityType,
)

REMEMBERED: Final = 1024
"""How many call ids are remembered on one connection."""
NO_ID: Final = "no-id/"
"""Ids that begin so are ours: the service gave none, and is given none back."""


@dataclass(frozen=True, slots=True)
class Opened:
    """The setup was taken; the connection is ready."""

    session: str | None = None


@dataclass(frozen=True, slots=True)
class Spoke:
    """Sound of the model: whole samples, 16-bit little-endian mono."""

    pcm: bytes
    rate: int


@dataclass(frozen=True, slots=True)
class ModelWrote:
    """Text of the model that is not a transcript: its thinking (`thought`), or an answer in text."""

    text: str
    thought: bool


@dataclass(frozen=True, slots=True)
class Drafted:
    """What the service takes the person to be saying, for the moment."""

    text: str


@dataclass(frozen=True, slots=True)
class Generated:
    """The model has made all of its answer; the turn's end follows when it should have been played."""


@dataclass(frozen=True, slots=True)
class TurnSpoiled:
    """The service says why a turn ended without what it should have: RESPONSE_REJECTED and its kin."""

    reason: str


@dataclass(frozen=True, slots=True)
class Expecting:
    """The model is silent on purpose: it expects the person to go on."""


@dataclass(frozen=True, slots=True)
class Marked:
    """The service heard activity begin or end, `at_ms` into the sound if it says so."""

    begins: bool
    at_ms: int | None = None


@dataclass(frozen=True, slots=True)
class Resumable:
    """The newest handle; None: the session cannot be resumed at this moment, older handles stay good."""

    handle: str | None
    consumed: int | None = None
    """The last message of ours that the handle covers, where the service says so."""


@dataclass(frozen=True, slots=True)
class Used:
    """Tokens of the turn."""

    usage: UsageMetadata


Told = (
    EarTranscript
    | EarOutputTranscript
    | EarCalled
    | EarCancelled
    | EarInterrupted
    | EarTurnEnded
    | EarEndedUtterance
    | EarGoingAway
    | Opened
    | Spoke
    | ModelWrote
    | Drafted
    | Generated
    | TurnSpoiled
    | Expecting
    | Marked
    | Resumable
    | Used
)


def canonical(arguments: Json) -> str:
    """Arguments as JSON with sorted keys and no spaces: equal arguments are equal texts."""
    return json.dumps(arguments, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def wire_id(call: CallId) -> str:
    """The id that an answer carries: the service's own, or none where it gave none."""
    return "" if call.startswith(NO_ID) else call


class EventDecoder:
    """Tells what each message means. `routing` names, for each routing tool, the argument that is `proposed`."""

    def __init__(
        self, connection: ConnectionId, family: Family, routing: Mapping[str, str] | None = None
    ) -> None:
        self._connection = connection
        self._rate = family.rates[1]
        self._routing = dict(routing or {})
        self._calls = _Calls()
        self._odd = b""
        self._utterance_over = False
        self._idle = True

    def read(self, message: ServerMessage) -> list[Told]:
        """What happened, in order. Never raises."""
        told: list[Told] = []
        ordinals: Counter[tuple[str, str]] = Counter()
        for payload in message.payloads():
            match payload:
                case ServerContent():
                    told += self._content(payload, ordinals)
                    told += self._ends(payload) if message.tool_call is None else ()
                case ToolCall():
                    for call in payload.function_calls:
                        told += self._called(call, ordinals, in_content=False)
                    told += self._ends(message.server_content or ServerContent())
                case ToolCallCancellation():
                    ids = tuple(CallId(one) for one in payload.ids if one)
                    told += [EarCancelled(self._connection, ids)] * bool(ids)
                case VoiceActivity() | VoiceActivityDetectionSignal():
                    told += self._marked(payload)
                case SetupComplete():
                    told.append(Opened(payload.session_id))
                case SessionResumptionUpdate():
                    told += _resumable(payload)
                case GoAway():
                    left = payload.time_left
                    told.append(EarGoingAway(self._connection, max(left.ms, 0) if left is not None else 0))
                case UsageMetadata():
                    told.append(Used(payload))
                case _:
                    assert_never(payload)
        return told

    def _content(self, content: ServerContent, ordinals: Counter[tuple[str, str]]) -> Iterator[Told]:
        yield from self._transcribed(content)
        parts = content.model_turn.parts if content.model_turn is not None else ()
        for part in parts:
            yield from self._part(part)
        for part in parts:
            if part.function_call is not None:
                yield from self._called(part.function_call, ordinals, in_content=True)

    def _ends(self, content: ServerContent) -> Iterator[Told]:
        if content.generation_complete:
            yield Generated()
        if content.interrupted:
            self._turn_over()
            yield EarInterrupted(self._connection)
        if content.waiting_for_input:
            yield Expecting()
        if content.turn_complete_reason:
            yield TurnSpoiled(content.turn_complete_reason)
        yield from self._ended(content)

    def _transcribed(self, content: ServerContent) -> Iterator[Told]:
        if (draft := content.interim_input_transcription) is not None and draft.text:
            yield Drafted(draft.text)
        if (heard := content.input_transcription) is not None:
            if heard.text:
                yield EarTranscript(self._connection, heard.text)
            if heard.finished:
                yield from self._utterance_ended()
        if (said := content.output_transcription) is not None and said.text:
            self._idle = False
            yield EarOutputTranscript(self._connection, said.text)

    def _part(self, part: Part) -> Iterator[Told]:
        self._idle = False
        if part.text:
            yield ModelWrote(part.text, part.thought)
        if part.inline_data is not None and part.inline_data.is_sound:
            pcm = self._odd + part.inline_data.data
            even = len(pcm) & ~1
            self._odd = pcm[even:]
            if even:
                yield Spoke(pcm[:even], part.inline_data.rate or self._rate)

    def _called(
        self, call: FunctionCall, ordinals: Counter[tuple[str, str]], *, in_content: bool
    ) -> Iterator[Told]:
        self._idle = False
        arguments = canonical(call.args)
        equal = (call.name, arguments)
        id_ = self._calls.first_seen(call.id, equal, in_content=in_content)
        if id_ is None:
            return
        wanted = call.args.get(self._routing.get(call.name, ""))
        proposed = wanted if isinstance(wanted, str) else ""
        yield EarCalled(self._connection, id_, call.name, arguments, proposed, ordinals[equal])
        ordinals[equal] += 1

    def _ended(self, content: ServerContent) -> Iterator[Told]:
        """`interactionStatus` decides where it is sent, `turnComplete` elsewhere: the SDK's own rule."""
        status = content.interaction_status
        idle = status in (InteractionStatus.IDLE, InteractionStatus.REQUIRES_ACTION)
        if status == InteractionStatus.IN_PROGRESS:
            if content.turn_complete:
                yield EarTurnEnded(self._connection, in_progress=True)
        elif content.turn_complete or (idle and not self._idle):
            self._turn_over()
            self._idle = True
            yield EarTurnEnded(self._connection)

    def _turn_over(self) -> None:
        self._odd = b""
        self._utterance_over = False
        self._calls.forget_unnamed()

    def _marked(self, payload: VoiceActivity | VoiceActivityDetectionSignal) -> Iterator[Told]:
        at = None
        if isinstance(payload, VoiceActivity):
            kind, at = payload.type, payload.audio_offset
        else:
            kind = payload.vad_signal_type
        if kind in (VoiceActivityType.START, VadSignalType.START):
            self._utterance_over = False
            yield Marked(True, at.ms if at is not None else None)
        elif kind in (VoiceActivityType.END, VadSignalType.END):
            yield Marked(False, at.ms if at is not None else None)
            yield from self._utterance_ended()

    def _utterance_ended(self) -> Iterator[Told]:
        if not self._utterance_over:
            self._utterance_over = True
            yield EarEndedUtterance(self._connection)


def _resumable(update: SessionResumptionUpdate) -> Iterator[Told]:
    if not update.resumable:
        yield Resumable(None)
    elif update.new_handle:
        yield Resumable(update.new_handle, update.last_consumed_client_message_index)


class _Calls:
    """Which calls were told already."""

    def __init__(self) -> None:
        self._ids: set[str] = set()
        self._order: deque[str] = deque()
        self._unnamed: dict[bool, Counter[tuple[str, str]]] = {True: Counter(), False: Counter()}
        self._count = 0

    def first_seen(self, id_: str, equal: tuple[str, str], *, in_content: bool) -> CallId | None:
        """The id to tell it by, or None for a repeat."""
        if not id_:
            here, there = self._unnamed[in_content], self._unnamed[not in_content]
            here[equal] += 1
            if here[equal] <= there[equal]:
                return None
            self._count += 1
            return CallId(f"{NO_ID}{self._count}")
        if id_ in self._ids:
            return None
        self._ids.add(id_)
        self._order.append(id_)
        if len(self._order) > REMEMBERED:
            self._ids.discard(self._order.popleft())
        return CallId(id_)

    def forget_unnamed(self) -> None:
        """A new turn may ask for the same again."""
        for seen in self._unnamed.values():
            seen.clear()
