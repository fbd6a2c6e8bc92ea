"""Faults of connections: how they begin badly, fall silent and end; of what the client sends; of handles and of frames."""

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Final

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
    FaultParameter,
    Pongs,
    each,
    milliseconds,
    one_of,
)
from solovox.server.faults.shapes import Trigger, content, content_of
from solovox.server.terms import NO_MODEL
from solovox.wire.gemini_live.client_frames import (
    AutomaticActivityDetection,
    ClientContent,
    ClientMessage,
    RealtimeInput,
    RealtimeInputConfig,
    Setup,
)
from solovox.wire.gemini_live.codec import encode_server
from solovox.wire.gemini_live.parts import Content, Duration, Json
from solovox.wire.gemini_live.server_frames import (
    GoAway,
    ModalityTokens,
    ServerMessage,
    SessionResumptionUpdate,
    VoiceActivity,
)
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
UNHEARD_OF: Final = "SOMETHING_NOBODY_HEARD_OF"


def refuse_handshake(f: Fault) -> RefusedHandshake | None:
    """What a client that asks to come in is told; None: it is let in. There is no connection for an injector."""
    if not f.chance.strikes(0):
        return None
    code = f.number("code")
    return RefusedHandshake(code, " ".join(f.word("reason").split()) or STATUSES[code])


def _close(f: Fault) -> Sequence[FaultOutput]:
    code = f.number("code")
    return [CloseNow(code, close_reason(f.word("reason") or REASONS.get(code, "")))]


def _go_away(f: Fault) -> ServerMessage:
    return ServerMessage(go_away=GoAway(time_left=Duration.of(f.number("ms"))))


def _falls_silent(f: Fault, *last: ServerMessage) -> Sequence[FaultOutput]:
    f.struck = True
    return last


def _silent(f: Fault, at: int, message: ServerMessage) -> Sequence[FaultOutput]:
    return [] if f.struck else [message]


def _is_typed(message: ClientMessage) -> bool:
    return isinstance(message, ClientContent) or (
        isinstance(message, RealtimeInput) and message.text is not None
    )


def _wake_by_text(f: Fault, at: int, message: ClientMessage) -> Sequence[ClientMessage]:
    f.struck = f.struck and not (_is_typed(message) and f.word("until") == "text")
    return [message]


def _sets_up(message: ServerMessage) -> bool:
    return message.setup_complete is not None


def _swallow_setup(f: Fault, at: int, message: ServerMessage) -> Sequence[FaultOutput]:
    if _sets_up(message):
        f.struck = f.chance.strikes(at)
    return _silent(f, at, message)


def _spoil_handle(f: Fault, message: ServerMessage) -> Sequence[FaultOutput]:
    update = message.session_resumption_update
    way = {
        "empty": SessionResumptionUpdate(),
        "bare": SessionResumptionUpdate(resumable=True),
        "not_resumable": replace(update or SessionResumptionUpdate(), resumable=False),
        "missing": None,
    }[f.word("way")]
    spoilt = replace(message, session_resumption_update=way)
    return [spoilt] if spoilt != ServerMessage() else []


def _ignore_text(f: Fault, at: int, message: ClientMessage) -> Sequence[ClientMessage]:
    text = isinstance(message, RealtimeInput) and message.text is not None
    return [] if text and f.chance.strikes(at) else [message]


def _forget_history(f: Fault, at: int, message: ClientMessage) -> Sequence[ClientMessage]:
    """Of a content that asks for an answer its last turn alone is seen; of any other, nothing."""
    if not isinstance(message, ClientContent) or not message.turns or not f.chance.strikes(at):
        return [message]
    return [replace(message, turns=message.turns[-1:])] if message.turn_complete else []


def _waits(f: Fault, at: int, message: ClientMessage) -> Sequence[ClientMessage]:
    if isinstance(message, ClientContent):
        f.struck = not message.turn_complete and (f.struck or f.chance.strikes(at))
    return [] if f.struck and isinstance(message, RealtimeInput) and message.audio else [message]


def _hasty(f: Fault, at: int, message: ClientMessage) -> Sequence[ClientMessage]:
    """The setup, as if the client had wanted that. Where it marks activity itself there is no pause to be taken."""
    if not isinstance(message, Setup) or not f.chance.strikes(at):
        return [message]
    realtime = message.realtime_input_config or RealtimeInputConfig()
    detection = realtime.automatic_activity_detection or AutomaticActivityDetection()
    hasty = replace(detection, silence_duration_ms=f.number("ms"))
    return [replace(message, realtime_input_config=replace(realtime, automatic_activity_detection=hasty))]


def _swap(words: list[str], dice: Random) -> list[str]:
    if len(words) > 1:
        n = dice.randrange(len(words) - 1)
        words[n], words[n + 1] = words[n + 1], words[n]
    return words


def _drop(words: list[str], dice: Random) -> list[str]:
    if len(words) > 1:
        del words[dice.randrange(len(words))]
    return words


PARAPHRASES: Final[dict[str, Callable[[str, Random], str]]] = {
    "preface": lambda text, dice: (
        f"{dice.choice(('Sure', 'Of course', 'Okay'))}! Here is what it says. {text}"
    ),
    "swap": lambda text, dice: " ".join(_swap(text.split(), dice)),
    "drop": lambda text, dice: " ".join(_drop(text.split(), dice)),
    "half": lambda text, dice: " ".join(text.split()[: max(len(text.split()) // 2, 1)]),
    "more": lambda text, dice: f"{text} Is there anything else that I can do for you?",
    "other": lambda text, dice: "I am sorry, but I cannot read that aloud.",
}


def _paraphrase(f: Fault, at: int, message: ClientMessage) -> Sequence[ClientMessage]:
    """The session receives other words than were sent, so the model reads other words."""
    match message:
        case RealtimeInput(text=text) if text and text.strip() and f.chance.strikes(at):
            return [replace(message, text=_words(f, text))]
        case ClientContent(turns=(*before, last)) if last.role != "model" and f.chance.strikes(at):
            return [replace(message, turns=(*before, _reword_content(f, last)))]
        case _:
            return [message]


def _reword_content(f: Fault, given: Content) -> Content:
    parts = (
        replace(one, text=_words(f, one.text)) if one.text and not one.thought else one for one in given.parts
    )
    return replace(given, parts=tuple(parts))


def _words(f: Fault, text: str) -> str:
    return PARAPHRASES[f.word("way")](text, f.chance.dice)


def _unknown_keys(f: Fault, message: ServerMessage) -> Sequence[FaultOutput]:
    return [_with_keys(frame) for frame in server_frames(message, SERVER_FRAME - 4096)]


def _with_keys(frame: bytes) -> bytes:
    told: dict[str, object] = msgspec.json.decode(frame)
    inner = {key: {**one, "novelty": NEW} if isinstance(one, dict) else one for key, one in told.items()}
    return msgspec.json.encode({"somethingNew": NEW, **inner})


def _unknown_values(f: Fault, message: ServerMessage) -> Sequence[FaultOutput]:
    odd, usage = message, message.usage_metadata
    if content_of(message).turn_complete:
        odd = replace(odd, server_content=replace(content_of(message), turn_complete_reason=UNHEARD_OF))
    if usage is not None:
        more = (*usage.response_tokens_details, ModalityTokens(UNHEARD_OF, 1))
        odd = replace(odd, usage_metadata=replace(usage, response_tokens_details=more))
    return [odd, ServerMessage(voice_activity=VoiceActivity(type=UNHEARD_OF))]


def _oversize(f: Fault) -> Sequence[FaultOutput]:
    filler = {"searchEntryPoint": {"renderedContent": "x" * (f.number("kb") * 1024)}}
    return [encode_server(content(grounding_metadata=filler))]


def _wrong_usage(f: Fault, message: ServerMessage) -> Sequence[FaultOutput]:
    usage = message.usage_metadata
    if usage is None:
        return [message]
    details = tuple(replace(one, token_count=1) for one in usage.prompt_tokens_details)
    wrong = replace(usage, total_token_count=1, prompt_tokens_details=details)
    return [replace(message, usage_metadata=wrong)]


_CODE: Final = {
    "code": FaultParameter(1008, "the close code, of those that can be sent (1006 is close_without_frame)", CODES),
    "reason": FaultParameter("", "its reason; the service's own if not said"),
}  # fmt: skip
_STALE: Final = {"code": FaultParameter(1008, "1008: not found; 1011: as if still open", (1008, 1011))}

INPUTS: Final[Mapping[str, FaultKind]] = {
    "text_ignored": FaultKind(Trigger.TEXT, "a typed text is not seen (the service: one of twenty, p=0.05)", "cookbook#1226, gemini-live-api-examples#55", came=_ignore_text),
    "history_forgotten": FaultKind(Trigger.TEXT, "content that is only to be remembered is not", "[PC]", came=_forget_history),
    "waits_for_turn_complete": FaultKind(Trigger.TEXT, "after content without turnComplete no sound is heard", "live-api-web-console#60", came=_waits),
    "hasty_end": FaultKind(Trigger.START, "a short pause ends what the person says", "gemini-live-api-examples#37", {"ms": FaultParameter(300, "how short", least=64, most=10_000)}, came=_hasty),
    "paraphrase": FaultKind(Trigger.TEXT, "other words are read than were sent", "[INF]", one_of("way", "how", *PARAPHRASES), came=_paraphrase),
}  # fmt: skip

CONNECTIONS: Final[Mapping[str, FaultKind]] = {
    "refuse": FaultKind(Trigger.UPGRADE, "an HTTP status in place of a connection; on and @2nd count those who ask", "[PROBE], ai-shifu#2744", {"code": FaultParameter(503, "the status", tuple(STATUSES)), "reason": FaultParameter("", "the one line of its body")}),
    "model_not_found": FaultKind(Trigger.START, "the setup is answered with a close: no such model", "livekit#4414", {"model": FaultParameter("models/no-such-model", "its name")}, acts=lambda f: [CloseNow(1008, close_reason(NO_MODEL.format(f.word("model"), "v1beta")))]),
    "setup_swallowed": FaultKind(Trigger.SETUP, "setupComplete never comes", "js-genai#1257", sent=_swallow_setup),
    "late_setup": FaultKind(Trigger.SETUP, "setupComplete comes later", "js-genai#1257", milliseconds(5_000, "how late"), sent=each(_sets_up, lambda f, message: [After(f.number("ms"), message)])),
    "something_first": FaultKind(Trigger.SETUP, "an empty update comes before setupComplete", "[SDK]", sent=each(_sets_up, lambda f, message: [ServerMessage(session_resumption_update=SessionResumptionUpdate()), message])),
    "silence": FaultKind(Trigger.SETUP, "nothing is sent any more; the socket stays", "cookbook#1228", movable=True, sent=_silent, acts=_falls_silent),
    "silent_after_interrupt": FaultKind(Trigger.INTERRUPTED, "nothing is said after interrupted, until a text comes, or ever", "cookbook#1228, livekit#4484", one_of("until", "what wakes it", "text", "never"), sent=_silent, came=_wake_by_text, acts=_falls_silent),
    "late_pong": FaultKind(Trigger.SETUP, "pings are answered late", "sip-to-ai#14, python-genai#2935", milliseconds(25_000, "how late"), movable=True, acts=lambda f: [Pongs(f.number("ms"))]),
    "no_pong": FaultKind(Trigger.SETUP, "pings are not answered", "python-genai#2935", movable=True, acts=lambda f: [Pongs(None)]),
    "close": FaultKind(Trigger.SETUP, "the connection is closed; 1008@tool is the service's own", "js-genai#1236, livekit#4545, adk#3918", _CODE, movable=True, acts=_close),
    "close_without_frame": FaultKind(Trigger.SETUP, "the socket is gone; clients see 1006", "[SDK]", movable=True, acts=lambda f: [Abort()]),
    "go_away": FaultKind(Trigger.SETUP, "goAway, and the close when its time is up", "[DOC], sokuji#179", milliseconds(10_000, "how long is left"), movable=True, acts=lambda f: [_go_away(f), After(f.number("ms"), CloseNow(1011, OVERDUE))]),
    "go_away_then_silence": FaultKind(Trigger.SETUP, "goAway, then nothing, not even the close", "tau2-bench#461", milliseconds(10_000, "how long it says is left"), movable=True, sent=_silent, acts=lambda f: _falls_silent(f, _go_away(f))),
    "refused_handle": FaultKind(Trigger.RESUME, "a setup with a handle is answered with a close", "sip-to-ai#14, [DOC]", _STALE, acts=lambda f: [CloseNow(f.number("code"), NO_SESSION if f.number("code") == 1008 else REASONS[1011])]),
    "spoilt_handle": FaultKind(Trigger.HANDLE, "resumption updates that are of no use", "bifrost#4988", one_of("way", "how", "empty", "bare", "not_resumable", "missing"), sent=each(lambda message: message.session_resumption_update, _spoil_handle)),
}  # fmt: skip

FRAMES: Final[Mapping[str, FaultKind]] = {
    "unknown_keys": FaultKind(Trigger.MESSAGE, "unknown keys, in every message", "[DOC]", sent=each(lambda message: True, _unknown_keys)),
    "unknown_values": FaultKind(Trigger.MESSAGE, "unknown values of enumerations", "[SDK]", sent=each(lambda message: True, _unknown_values)),
    "empty_messages": FaultKind(Trigger.MESSAGE, "messages with nothing in them, between the others", "[REC]", sent=each(lambda message: not _sets_up(message), lambda f, message: [ServerMessage(), content(), message])),
    "oversize_frame": FaultKind(Trigger.TURN, "a frame longer than a client takes; it closes with 1009", "[SDK]", {"kb": FaultParameter(1_100, "how long", most=20_000)}, movable=True, acts=_oversize),
    "wrong_usage": FaultKind(Trigger.TURN, "token counts that do not add up", "livekit#2426", sent=each(lambda message: message.usage_metadata, _wrong_usage)),
}  # fmt: skip
