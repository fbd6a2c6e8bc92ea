"""Every fault by name: what it does, where it was seen, what shapes it, and when it strikes.

Sources: docs/reference/gemini-live.md explains their short forms; [INF] is ours.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Final

from solovox.server.faults import calls, endings, frames, handles, inputs, turns, words
from solovox.server.faults.chance import Chance
from solovox.server.faults.fault import Fault
from solovox.server.faults.request import ALWAYS, FaultParameter, FaultRequest, FaultSyntax
from solovox.server.faults.triggers import Trigger

MakeFault = Callable[[FaultRequest, Chance, Trigger], Fault]


@dataclass(frozen=True, slots=True)
class FaultKind:
    """One kind of fault. `movable`: it may strike at any trigger; else `trigger` is the only one."""

    make: MakeFault
    trigger: Trigger
    does: str
    source: str
    parameters: Mapping[str, FaultParameter] = field(default_factory=dict)
    movable: bool = False

    @property
    def taken(self) -> FaultSyntax:
        """What `--fault` may say of it."""
        return FaultSyntax(self.parameters, self.trigger, self.movable)


def _ms(default: int, about: str) -> Mapping[str, FaultParameter]:
    return {"ms": FaultParameter(default, about)}


def _one_of(name: str, about: str, *choices: str) -> Mapping[str, FaultParameter]:
    return {name: FaultParameter(choices[0], about, choices)}


_AFTER: Final = {"after": FaultParameter(1, "after how many pieces of sound", least=1)}
_REST: Final = _one_of("rest", "what becomes of the rest", "sent", "lost")
_OF: Final = _one_of("of", "whose words", "input", "output", "both")
_CODE: Final = {
    "code": FaultParameter(
        1008, "the close code, of those that can be sent (1006 is close_without_frame)", endings.CODES
    ),
    "reason": FaultParameter("", "its reason; the service's own if not said"),
}
_CHATTER: Final = {
    "ms": FaultParameter(960, "how long it sounds", least=40, most=60_000),
    "text": FaultParameter("Sure, I have deleted everything.", "what it is said to say"),
}
_STALE: Final = {"code": FaultParameter(1008, "1008: not found; 1011: as if still open", (1008, 1011))}

FAULTS: Final[Mapping[str, FaultKind]] = {
    # Turns
    "early_turn_complete": FaultKind(turns.EarlyTurnComplete, Trigger.TURN, "turnComplete in mid-sentence; the sound goes on, or is lost", "python-genai#2117, cookbook#1227", {**_AFTER, **_REST}),
    "no_turn_complete": FaultKind(turns.NoTurnComplete, Trigger.TURN, "turnComplete never comes", "cookbook#1346"),
    "late_turn_complete": FaultKind(turns.LateTurnComplete, Trigger.TURN, "turnComplete comes much later", "cookbook#1346", _ms(50_000, "how late")),
    "no_generation_complete": FaultKind(turns.NoGenerationComplete, Trigger.TURN, "generationComplete never comes", "[INF]"),
    "empty_turn": FaultKind(turns.EmptyTurn, Trigger.TURN, "a turn that ends without a sound or a word", "js-genai#707, agents-js#1544"),
    "rejected_turn": FaultKind(turns.RejectedTurn, Trigger.TURN, "the same, with a turnCompleteReason", "gemini-live-api-examples#40", {"reason": FaultParameter("RESPONSE_REJECTED", "which")}),
    "near_zero_audio": FaultKind(turns.NearZeroAudio, Trigger.TURN, "sound of samples that are 0 or 1 away from it", "gemini-live-api-examples#40"),
    "odd_sound": FaultKind(turns.OddSound, Trigger.TURN, "pieces of sound that end within a sample; the first has two bytes", "livekit#5742, cookbook#952"),
    "stall": FaultKind(endings.Stall, Trigger.SOUND, "a pause after a piece of sound; all that follows waits", "[INF]", _ms(3_000, "how long")),
    "repeated_sentence": FaultKind(turns.RepeatedSentence, Trigger.TURN, "what is said is said again before the call or the end", "gemini-live-api-examples#46", {"again": FaultParameter(1, "how often", least=1, most=100)}),
    "thought_leak": FaultKind(turns.ThoughtLeak, Trigger.TURN, "the model's thinking comes as text", "[REC]"),
    "in_progress": FaultKind(turns.InProgress, Trigger.TURN, "each piece of sound is followed by a turnComplete IN_PROGRESS", "gemini-skills#81, [DOC]"),
    "false_interrupt": FaultKind(turns.FalseInterrupt, Trigger.TURN, "interrupted and turnComplete without any speech", "langwatch/scenario#360", {**_AFTER, **_REST}),
    "backwards_interrupt": FaultKind(turns.BackwardsInterrupt, Trigger.TURN, "turnComplete before interrupted", "[LK]"),
    "idle_interrupt": FaultKind(turns.IdleInterrupt, Trigger.ACTIVITY, "interrupted and turnComplete where no turn is", "langwatch/scenario#360", movable=True),
    "uninvited_turn": FaultKind(turns.UninvitedTurn, Trigger.SETUP, "a turn that was not asked for: words and a tone", "[INF]", _CHATTER, movable=True),
    # Calls
    "duplicate_tool_call": FaultKind(calls.DuplicateToolCall, Trigger.TOOL, "the same call twice", "mastra#22969, livekit#5556; new_id, beside: agents-js#1137", _one_of("where", "before it in the content, after it in the content, twice, in one message, in the content only, under a new id, the same in one message", "content", "after", "twice", "together", "only_content", "new_id", "beside")),
    "speech_before_call": FaultKind(calls.SpeechBeforeCall, Trigger.TOOL, "the model speaks before it calls, in the same turn", "livekit#5742, [DOC]", {"ms": FaultParameter(960, "how long it sounds", least=40, most=60_000), "text": FaultParameter("One moment.", "what it is said to say"), **_one_of("then", "what comes between", "nothing", "in_progress")}),
    "no_call_id": FaultKind(calls.NoCallId, Trigger.TOOL, "calls without an id", "[PC]"),
    "executable_code": FaultKind(calls.ExecutableCodeFirst, Trigger.TOOL, "each call is written down as code first", "[REC]"),
    "cancelled_call": FaultKind(calls.CancelledCall, Trigger.TOOL, "a call is cancelled without any speech", "livekit#5556", _ms(0, "how long after")),
    "unknown_cancellation": FaultKind(calls.UnknownCancellation, Trigger.SETUP, "a cancellation of a call that never was", "[INF]", movable=True),
    "sound_cancels_call": FaultKind(calls.SoundCancelsCall, Trigger.SOUND_IN_CALL, "sound during a call cancels it; it is made again under a new id", "livekit#5556", _ms(12_000, "how long after")),
    "wedge": FaultKind(calls.Wedge, Trigger.TOOL, "while a call is not answered nothing is heard", "agents-js#2249", _one_of("until", "when it ends", "result", "never")),
    "result_read_aloud": FaultKind(calls.ResultReadAloud, Trigger.RESULT, "a result is said as the JSON that it is", "live-api-web-console#78"),
    # Words
    "no_transcription": FaultKind(words.NoTranscription, Trigger.HEARD, "no transcription", "gemini-live-api-examples#26", _OF),
    "late_transcription": FaultKind(words.LateTranscription, Trigger.HEARD, "transcription after what it should come before", "pipecat#3381", {**_ms(2_000, "how late"), **_OF}),
    "double_transcription": FaultKind(words.DoubleTranscription, Trigger.HEARD, "each piece twice, or the whole again", "cookbook#1346", {**_one_of("way", "which", "piece", "whole"), **_OF}),
    "fabricated_transcription": FaultKind(words.FabricatedTranscription, Trigger.HEARD, "words that were not said", "gemini-live-api-examples#45", {"text": FaultParameter("Ja, bitte lösche alles.", "which"), **_OF}),
    "headless_transcription": FaultKind(words.HeadlessTranscription, Trigger.HEARD, "the first words are missing", "gemini-live-api-examples#26", {"words": FaultParameter(2, "how many", least=1, most=1_000), **_OF}),
    # What the client sends
    "text_ignored": FaultKind(inputs.TextIgnored, Trigger.TEXT, "a typed text is not seen (the service: one of twenty, p=0.05)", "cookbook#1226, gemini-live-api-examples#55"),
    "history_forgotten": FaultKind(inputs.HistoryForgotten, Trigger.TEXT, "content that is only to be remembered is not", "[PC]"),
    "waits_for_turn_complete": FaultKind(inputs.WaitsForTurnComplete, Trigger.TEXT, "after content without turnComplete no sound is heard", "live-api-web-console#60"),
    "hasty_end": FaultKind(inputs.HastyEnd, Trigger.START, "a short pause ends what the person says", "gemini-live-api-examples#37", {"ms": FaultParameter(300, "how short", least=64, most=10_000)}),
    "paraphrase": FaultKind(inputs.Paraphrase, Trigger.TEXT, "other words are read than were sent", "[INF]", _one_of("way", "how", *inputs.PARAPHRASES)),
    # Connections
    "refuse": FaultKind(endings.Refuse, Trigger.UPGRADE, "an HTTP status in place of a connection; on and @2nd count those who ask", "[PROBE], ai-shifu#2744", {"code": FaultParameter(503, "the status", tuple(endings.STATUSES)), "reason": FaultParameter("", "the one line of its body")}),
    "model_not_found": FaultKind(endings.ModelNotFound, Trigger.START, "the setup is answered with a close: no such model", "livekit#4414", {"model": FaultParameter("models/no-such-model", "its name")}),
    "setup_swallowed": FaultKind(endings.SetupSwallowed, Trigger.SETUP, "setupComplete never comes", "js-genai#1257"),
    "late_setup": FaultKind(endings.LateSetup, Trigger.SETUP, "setupComplete comes later", "js-genai#1257", _ms(5_000, "how late")),
    "something_first": FaultKind(endings.SomethingFirst, Trigger.SETUP, "an empty update comes before setupComplete", "[SDK]"),
    "silence": FaultKind(endings.Silence, Trigger.SETUP, "nothing is sent any more; the socket stays", "cookbook#1228", movable=True),
    "silent_after_interrupt": FaultKind(endings.SilentAfterInterrupt, Trigger.INTERRUPTED, "nothing is said after interrupted, until a text comes, or ever", "cookbook#1228, livekit#4484", _one_of("until", "what wakes it", "text", "never")),
    "late_pong": FaultKind(endings.LatePong, Trigger.SETUP, "pings are answered late", "sip-to-ai#14, python-genai#2935", _ms(25_000, "how late"), movable=True),
    "no_pong": FaultKind(endings.NoPong, Trigger.SETUP, "pings are not answered", "python-genai#2935", movable=True),
    "close": FaultKind(endings.CloseConnection, Trigger.SETUP, "the connection is closed; 1008@tool is the service's own", "js-genai#1236, livekit#4545, adk#3918", _CODE, movable=True),
    "close_without_frame": FaultKind(endings.CloseWithoutFrame, Trigger.SETUP, "the socket is gone; clients see 1006", "[SDK]", movable=True),
    "go_away": FaultKind(endings.GoAwayNow, Trigger.SETUP, "goAway, and the close when its time is up", "[DOC], sokuji#179", _ms(10_000, "how long is left"), movable=True),
    "go_away_then_silence": FaultKind(endings.GoAwayThenSilence, Trigger.SETUP, "goAway, then nothing, not even the close", "tau2-bench#461", _ms(10_000, "how long it says is left"), movable=True),
    "refused_handle": FaultKind(handles.RefusedHandle, Trigger.RESUME, "a setup with a handle is answered with a close", "sip-to-ai#14, [DOC]", _STALE),
    "spoilt_handle": FaultKind(handles.SpoiltHandle, Trigger.HANDLE, "resumption updates that are of no use", "bifrost#4988", _one_of("way", "how", "empty", "bare", "not_resumable", "missing")),
    # Frames
    "unknown_keys": FaultKind(frames.UnknownKeys, Trigger.MESSAGE, "unknown keys, in every message", "[DOC]"),
    "unknown_values": FaultKind(frames.UnknownValues, Trigger.MESSAGE, "unknown values of enumerations", "[SDK]"),
    "empty_messages": FaultKind(frames.EmptyMessages, Trigger.MESSAGE, "messages with nothing in them, between the others", "[REC]"),
    "oversize_frame": FaultKind(frames.OversizeFrame, Trigger.TURN, "a frame longer than a client takes; it closes with 1009", "[SDK]", {"kb": FaultParameter(1_100, "how long", most=20_000)}, movable=True),
    "wrong_usage": FaultKind(frames.WrongUsage, Trigger.TURN, "token counts that do not add up", "livekit#2426"),
}  # fmt: skip

SYNTAX: Final[Mapping[str, FaultSyntax]] = {name: kind.taken for name, kind in FAULTS.items()}


def listed() -> list[str]:
    """Lines for `--list-faults`: how it is written, then what it does."""
    lines = list[str]()
    for name, kind in FAULTS.items():
        shaped = "".join(f", {key}={_choice(one)}" for key, one in kind.parameters.items())
        where = f"@{kind.trigger.value}{', or any other trigger' if kind.movable else ''}"
        lines += [
            f"{name}{f': {shaped[2:]}' if shaped else ''}  ({where})",
            f"    {kind.does} ({kind.source})",
        ]
    return [*lines, "", *(f"{key}: {one.about}" for key, one in ALWAYS.items()), _TRIGGERS]


def _choice(one: FaultParameter) -> str:
    if isinstance(one.default, str) and not one.choices:
        return repr(one.default)
    return "|".join(map(str, one.choices)) if len(one.choices) in range(1, 9) else str(one.default)


_TRIGGERS: Final = (
    f"@ is one of {', '.join(one.value for one in Trigger)}; or one of them, as 2nd_tool; or a time, as 5s"
)
