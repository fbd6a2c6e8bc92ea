"""A connection to Gemini Live, in the vocabulary of all live models. Pure.

Rule 1: what a family does not support is left out of the setup; what it requires is set. No call may freeze the ear (C2).
Rule 2: transcriptions both ways, handles to resume by and a sliding context are always asked for (G6, L1).
Rule 3: a call is answered by its own id (C1); when its result is voiced is said where the family supports that (C2).
Rule 4: what is not to be answered is closed by a short turn of the model, so that the service expects nothing more, and
`turnComplete` stays unset; a family that takes content only at the beginning gets it as text.

Source: docs/reference/gemini-live.md; families.py.
"""

from typing import Final, assert_never

from solovox.core.units import ConnectionId
from solovox.wire.gemini_live.client_frames import (
    ActivityEnd,
    ActivityStart,
    AutomaticActivityDetection,
    ClientContent,
    ClientMessage,
    ContextWindowCompression,
    GenerationConfig,
    PrebuiltVoice,
    RealtimeInput,
    RealtimeInputConfig,
    SessionResumption,
    Setup,
    SlidingWindow,
    SpeechConfig,
    ThinkingConfig,
    ToolResponse,
    TranscriptionConfig,
    VoiceConfig,
)
from solovox.wire.gemini_live.codec import decode_server, encode_client
from solovox.wire.gemini_live.event_decoder import EventDecoder, wire_id
from solovox.wire.gemini_live.families import Family, family_of
from solovox.wire.gemini_live.parts import (
    Behavior,
    FunctionDeclaration,
    FunctionResponse,
    Modality,
    Scheduling,
    Tool,
    sound,
    text_content,
)
from solovox.wire.live_events import (
    Ask,
    EndAnswer,
    GiveResult,
    Hear,
    Inform,
    LiveCommand,
    LiveEvent,
    LiveSetup,
    LiveTool,
    MarkActivity,
    Remind,
)
from solovox.wire.tool_schemas import SchemaForm, simplify_schema

SILENCE_MS: Final = 500
"""Silence after which the service ends an utterance (ms). Only its own transcript waits for this; ours does not."""
UNDERSTOOD: Final = "[noted]"


class GeminiCodec:
    """A `LiveCodec`."""

    def __init__(self, setup: LiveSetup, connection: ConnectionId) -> None:
        self.family = family_of(setup.model)
        self._setup = setup
        self._decoder = EventDecoder(connection, self.family, setup.routing)

    def set_up(self, handle: str | None) -> tuple[bytes, ...]:
        """One frame."""
        return (encode_client(setup_message(self._setup, handle)),)

    def encode(self, command: LiveCommand) -> tuple[bytes, ...]:
        """One frame, if it can be said."""
        message = self.message(command)
        return () if message is None else (encode_client(message),)

    def decode(self, frame: bytes) -> list[LiveEvent]:
        """As `EventDecoder`. Raises `BadFrame`."""
        return self._decoder.read(decode_server(frame))

    def is_deaf_in(self, tool: str) -> bool:
        """Sound before the answer to a blocking call cancels it, or closes the connection."""
        return self.family.quiet_in_call and self._waits(tool)

    def message(self, command: LiveCommand) -> ClientMessage | None:
        """What is sent for it; None: the service cannot be told so."""
        match command:
            case Hear(pcm=pcm):
                return RealtimeInput(audio=sound(pcm, self.family.rates[0]))
            case MarkActivity(begins=True):
                return RealtimeInput(activity_start=ActivityStart())
            case MarkActivity():
                return RealtimeInput(activity_end=ActivityEnd())
            case Remind(text=text):
                return RealtimeInput(text=text)
            case Ask(text=text) | Inform(text=text) if self.family.content.history_first:
                return RealtimeInput(text=text)
            case Ask(text=text):
                return ClientContent(turns=(text_content(text),), turn_complete=True)
            case Inform(text=text):
                return ClientContent(
                    turns=(text_content(text), text_content(UNDERSTOOD, "model")), turn_complete=False
                )
            case GiveResult():
                return self._result(command)
            case EndAnswer():
                return None  # the service keeps what it said, however much of it was heard
            case _:
                assert_never(command)

    def _result(self, given: GiveResult) -> ToolResponse:
        told = given.when is not None and self.family.functions.scheduling and not self._waits(given.tool)
        when = Scheduling(given.when.value.upper()) if given.when is not None and told else None
        answer = FunctionResponse(
            name=given.tool, response=given.result, id=wire_id(given.call), scheduling=when
        )
        return ToolResponse(function_responses=(answer,))

    def _waits(self, tool: str) -> bool:
        """Whether the model is silent until a call of the tool is answered."""
        declared = any(one.name == tool for one in self._setup.tools)
        return self.family.waits(_behavior(self.family) if declared else None)


def setup_message(wanted: LiveSetup, handle: str | None = None) -> Setup:
    """The first message of a connection; with a handle, of one that goes on with an earlier talk."""
    family = family_of(wanted.model)
    speech = None
    if wanted.voice:
        voice = VoiceConfig(prebuilt_voice_config=PrebuiltVoice(voice_name=wanted.voice))
        speech = SpeechConfig(voice_config=voice)
    found_out = AutomaticActivityDetection(silence_duration_ms=SILENCE_MS)
    detection = AutomaticActivityDetection(disabled=True) if wanted.manual else found_out
    thinking = ThinkingConfig(thinking_level=family.thinking.levels[0]) if family.thinking.required else None
    functions = tuple(_declaration(wanted, family, one) for one in wanted.tools)
    return Setup(
        model=wanted.model if "/" in wanted.model else f"models/{wanted.model}",
        generation_config=GenerationConfig(
            response_modalities=(Modality.AUDIO,), speech_config=speech, thinking_config=thinking
        ),
        system_instruction=text_content(wanted.instruction),
        tools=(Tool(function_declarations=functions),) if functions else (),
        realtime_input_config=RealtimeInputConfig(automatic_activity_detection=detection),
        session_resumption=SessionResumption(handle=handle),
        context_window_compression=ContextWindowCompression(sliding_window=SlidingWindow()),
        input_audio_transcription=TranscriptionConfig(),
        output_audio_transcription=TranscriptionConfig(),
    )


def _declaration(wanted: LiveSetup, family: Family, tool: LiveTool) -> FunctionDeclaration:
    """A tool as the service is told of it. One without parameters has no schema: an empty object is refused. What hands over is
    declared as every family takes it."""
    form = SchemaForm.OPENAPI if tool.name in (wanted.routing or ()) else family.functions.schemas
    schema = simplify_schema(tool.parameters, form)
    told = schema if schema.get("properties") else None
    return FunctionDeclaration(
        name=tool.name,
        description=tool.description,
        parameters=told if form is SchemaForm.OPENAPI else None,
        parameters_json_schema=told if form is not SchemaForm.OPENAPI else None,
        behavior=_behavior(family),
    )


def _behavior(family: Family) -> Behavior | None:
    """Non-blocking, where the family supports it."""
    return Behavior.NON_BLOCKING if Behavior.NON_BLOCKING in family.functions.behaviors else None
