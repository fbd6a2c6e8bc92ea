"""Faults of connections: how they begin badly, fall silent and end; of what the client sends; of handles and of frames."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

import msgspec
from msgspec.structs import replace

from solovox.server.doors import RefusedHandshake
from solovox.server.faults.fault import (
    Abort,
    After,
    CloseNow,
    Fault,
    FaultKind,
    FaultOutput,
    Pongs,
    each,
    milliseconds,
    one_of,
)
from solovox.server.faults.request import FaultParameter
from solovox.server.faults.shapes import content
from solovox.server.faults.triggers import Trigger
from solovox.wire.gemini_live.client_frames import ClientMessage, RealtimeInput
from solovox.wire.gemini_live.codec import encode_server
from solovox.wire.gemini_live.parts import Duration, Json
from solovox.wire.gemini_live.server_frames import GoAway, ServerMessage, SessionResumptionUpdate
from solovox.wire.gemini_live.sizes import SERVER_FRAME, close_reason, server_frames

REASONS: Final = {
    1000: "The operation was cancelled.",
    1007: "Request contains an invalid argument.",
    1008: "Operation is not implemented, or supported, or enabled.",
    1011: "Internal error encountered.",
    1013: "The service is currently unavailable.",
}
CODES: Final = (*(code for code in range(1000, 1015) if code not in (1004, 1005, 1006)), *range(3000, 5000))
STATUSES: Final = {
    400: "Request contains an invalid argument.",
    401: "Request had invalid authentication credentials.",
    403: "The caller does not have permission.",
    404: "Requested entity was not found.",
    429: "Resource has been exhausted (e.g. check quota).",
    500: "Internal error encountered.",
    502: "Bad gateway.",
    503: "The service is currently unavailable.",
}
OVERDUE: Final = "Deadline expired before operation could complete."
NO_SESSION: Final = "BidiGenerateContent session not found"
NEW: Final[Json] = {"revision": 7, "hints": [{"kind": "NOVEL", "weight": 0.5}]}


def refused(f: Fault) -> RefusedHandshake | None:
    """What a client that asks to come in is told; None: it is let in. There is no connection for an injector."""
    if not f.chance.strikes(0):
        return None
    code = f.number("code")
    return RefusedHandshake(code, " ".join(f.word("reason").split()) or STATUSES[code])


def _close(f: Fault) -> Sequence[FaultOutput]:
    code = f.number("code")
    return [CloseNow(code, close_reason(f.word("reason") or REASONS.get(code, "")))]


def _falls_silent(f: Fault) -> Sequence[FaultOutput]:
    f.struck = True
    return []


def _go_away(f: Fault) -> Sequence[FaultOutput]:
    f.struck = f.word("then") == "silence"
    told = ServerMessage(go_away=GoAway(time_left=Duration.of(f.number("ms"))))
    return [told, *([] if f.struck else [After(f.number("ms"), CloseNow(1011, OVERDUE))])]


def _silent(f: Fault, at: int, message: ServerMessage) -> Sequence[FaultOutput]:
    return [] if f.struck else [message]


def _sets_up(message: ServerMessage) -> bool:
    return message.setup_complete is not None


def _ignored(f: Fault, at: int, message: ClientMessage) -> Sequence[ClientMessage]:
    text = isinstance(message, RealtimeInput) and message.text is not None
    return [] if text and f.chance.strikes(at) else [message]


def _unknown_keys(f: Fault, message: ServerMessage) -> Sequence[FaultOutput]:
    return [_with_keys(frame) for frame in server_frames(message, SERVER_FRAME - 4096)]


def _with_keys(frame: bytes) -> bytes:
    told: dict[str, Any] = msgspec.json.decode(frame)
    inner = {key: {**one, "novelty": NEW} if isinstance(one, dict) else one for key, one in told.items()}
    return msgspec.json.encode({"somethingNew": NEW, **inner})


def _oversize(f: Fault) -> Sequence[FaultOutput]:
    filler = {"searchEntryPoint": {"renderedContent": "x" * (f.number("kb") * 1024)}}
    return [encode_server(content(grounding_metadata=filler))]


_CODE: Final = {
    "code": FaultParameter(1008, "the close code, of those that can be sent (1006 is close_without_frame)", CODES),
    "reason": FaultParameter("", "its reason; the service's own if not said"),
}  # fmt: skip
_STALE: Final = {"code": FaultParameter(1008, "1008: not found; 1011: as if still open", (1008, 1011))}

INPUTS: Final[Mapping[str, FaultKind]] = {
    "text_ignored": FaultKind(Trigger.TEXT, "a typed text is not seen (the service: one of twenty, p=0.05)", "cookbook#1226, gemini-live-api-examples#55", came=_ignored),
}  # fmt: skip

CONNECTIONS: Final[Mapping[str, FaultKind]] = {
    "refuse": FaultKind(Trigger.UPGRADE, "an HTTP status in place of a connection; on and @2nd count those who ask", "[PROBE], ai-shifu#2744", {"code": FaultParameter(503, "the status", tuple(STATUSES)), "reason": FaultParameter("", "the one line of its body")}),
    "late_setup": FaultKind(Trigger.SETUP, "setupComplete comes later", "js-genai#1257", milliseconds(5_000, "how late"), sent=each(_sets_up, lambda f, message: [After(f.number("ms"), message)])),
    "silence": FaultKind(Trigger.SETUP, "nothing is sent any more; the socket stays", "cookbook#1228", movable=True, sent=_silent, acts=_falls_silent),
    "late_pong": FaultKind(Trigger.SETUP, "pings are answered late", "sip-to-ai#14, python-genai#2935", milliseconds(25_000, "how late"), movable=True, acts=lambda f: [Pongs(f.number("ms"))]),
    "no_pong": FaultKind(Trigger.SETUP, "pings are not answered", "python-genai#2935", movable=True, acts=lambda f: [Pongs(None)]),
    "close": FaultKind(Trigger.SETUP, "the connection is closed; 1008@tool is the service's own", "js-genai#1236, livekit#4545, adk#3918", _CODE, movable=True, acts=_close),
    "close_without_frame": FaultKind(Trigger.SETUP, "the socket is gone; clients see 1006", "[SDK]", movable=True, acts=lambda f: [Abort()]),
    "go_away": FaultKind(Trigger.SETUP, "goAway, and the close when its time is up; or nothing any more, not even the close", "[DOC], sokuji#179, tau2-bench#461", {**milliseconds(10_000, "how long is left"), **one_of("then", "what follows", "close", "silence")}, movable=True, sent=_silent, acts=_go_away),
    "refused_handle": FaultKind(Trigger.RESUME, "a setup with a handle is answered with a close", "sip-to-ai#14, [DOC]", _STALE, acts=lambda f: [CloseNow(f.number("code"), NO_SESSION if f.number("code") == 1008 else REASONS[1011])]),
    "no_handle": FaultKind(Trigger.HANDLE, "resumption updates without a handle", "bifrost#4988", sent=each(lambda message: message.session_resumption_update, lambda f, message: [replace(message, session_resumption_update=SessionResumptionUpdate())])),
}  # fmt: skip

FRAMES: Final[Mapping[str, FaultKind]] = {
    "unknown_keys": FaultKind(Trigger.MESSAGE, "unknown keys, in every message", "[DOC]", sent=each(lambda message: True, _unknown_keys)),
    "empty_messages": FaultKind(Trigger.MESSAGE, "messages with nothing in them, between the others", "[REC]", sent=each(lambda message: not _sets_up(message), lambda f, message: [ServerMessage(), content(), message])),
    "oversize_frame": FaultKind(Trigger.TURN, "a frame longer than a client takes; it closes with 1009", "[SDK]", {"kb": FaultParameter(1_100, "how long", most=20_000)}, movable=True, acts=_oversize),
}  # fmt: skip
