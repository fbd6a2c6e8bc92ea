"""What a server's messages mean to the core: a pure machine, one for each connection.

Rule 1 (G6): within a frame transcriptions come before sound, sound before calls, calls before what ends the
turn. `interrupted` is told after the content of its own frame: that content belongs to what was interrupted.
Rule 2 (C1): a call is told once, wherever and however often it is sent: by its id, or without ids by
counting equal calls in the two places where the service puts them.
Rule 3: an utterance's end is told once, and a turn that is `IN_PROGRESS` has not ended (T3).
Rule 4: a handle is told only if it can be used: there, and resumable (L1).

What means nothing to a session (drafts, usage, that the model expects something) is left out.
"""

from collections import Counter, deque
from collections.abc import Iterator, Mapping
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
from solovox.wire.gemini_live.parts import FunctionCall, Part
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
from solovox.wire.live_events import (
    Generated,
    HandleRenewed,
    LiveEvent,
    ModelWrote,
    Opened,
    Spoke,
    TurnSpoiled,
    canonical,
)

REMEMBERED: Final = 1024
"""How many call ids are remembered on one connection."""
NO_ID: Final = "no-id/"
"""Ids that begin so are ours: the service gave none, and is given none back."""


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

    def read(self, message: ServerMessage) -> list[LiveEvent]:
        """What happened, in order. Never raises."""
        told: list[LiveEvent] = []
        ordinals: Counter[tuple[str, str]] = Counter()
        for payload in message.payloads():
            match payload:
                case ServerContent():
                    told += self._content(payload, ordinals)
                    told += self._ends(payload) if message.tool_call is None else ()
                case ToolCall():
                    for call in payload.function_calls:
                        told += self._take_call(call, ordinals, in_content=False)
                    told += self._ends(message.server_content or ServerContent())
                case ToolCallCancellation():
                    ids = tuple(CallId(one) for one in payload.ids if one)
                    told += [EarCancelled(self._connection, ids)] * bool(ids)
                case VoiceActivity() | VoiceActivityDetectionSignal():
                    told += self._take_mark(payload)
                case SetupComplete():
                    told.append(Opened())
                case SessionResumptionUpdate(new_handle=handle, resumable=True) if handle:
                    told.append(HandleRenewed(handle))
                case SessionResumptionUpdate():
                    pass
                case GoAway():
                    left = payload.time_left
                    told.append(EarGoingAway(self._connection, max(left.ms, 0) if left is not None else 0))
                case UsageMetadata():
                    pass
                case _:
                    assert_never(payload)
        return told

    def _content(self, content: ServerContent, ordinals: Counter[tuple[str, str]]) -> Iterator[LiveEvent]:
        yield from self._take_transcripts(content)
        parts = content.model_turn.parts if content.model_turn is not None else ()
        for part in parts:
            yield from self._part(part)
        for part in parts:
            if part.function_call is not None:
                yield from self._take_call(part.function_call, ordinals, in_content=True)

    def _ends(self, content: ServerContent) -> Iterator[LiveEvent]:
        if content.generation_complete:
            yield Generated()
        if content.interrupted:
            self._turn_over()
            yield EarInterrupted(self._connection)
        if content.turn_complete_reason:
            yield TurnSpoiled(content.turn_complete_reason)
        yield from self._end_turn(content)

    def _take_transcripts(self, content: ServerContent) -> Iterator[LiveEvent]:
        if (heard := content.input_transcription) is not None:
            if heard.text:
                yield EarTranscript(self._connection, heard.text)
            if heard.finished:
                yield from self._end_utterance()
        if (said := content.output_transcription) is not None and said.text:
            self._idle = False
            yield EarOutputTranscript(self._connection, said.text)

    def _part(self, part: Part) -> Iterator[LiveEvent]:
        self._idle = False
        if part.text:
            yield ModelWrote(part.text, part.thought)
        if part.inline_data is not None and part.inline_data.is_sound:
            pcm = self._odd + part.inline_data.data
            even = len(pcm) & ~1
            self._odd = pcm[even:]
            if even:
                yield Spoke(pcm[:even], part.inline_data.rate or self._rate)

    def _take_call(
        self, call: FunctionCall, ordinals: Counter[tuple[str, str]], *, in_content: bool
    ) -> Iterator[LiveEvent]:
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

    def _end_turn(self, content: ServerContent) -> Iterator[LiveEvent]:
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

    def _take_mark(self, payload: VoiceActivity | VoiceActivityDetectionSignal) -> Iterator[LiveEvent]:
        kind = payload.type if isinstance(payload, VoiceActivity) else payload.vad_signal_type
        if kind in (VoiceActivityType.START, VadSignalType.START):
            self._utterance_over = False
        elif kind in (VoiceActivityType.END, VadSignalType.END):
            yield from self._end_utterance()

    def _end_utterance(self) -> Iterator[LiveEvent]:
        if not self._utterance_over:
            self._utterance_over = True
            yield EarEndedUtterance(self._connection)


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
