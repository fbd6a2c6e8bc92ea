"""What a server sends: `ServerMessage`, one a frame.

The documentation promises at most one payload beside the usage; clients take as many as there are, and so
does this. `{}` and `{"serverContent": {}}` are legal, and occur.

Source: the Live API reference; google-genai 3.3 (types.py); recorded frames of the service.
"""

from enum import StrEnum

from msgspec import field

from solovox.wire.gemini_live.parts import Content, Duration, FunctionCall, Json, Modality, Record


class InteractionStatus(StrEnum):
    """Whether more of the answer is to come. REQUIRES_ACTION is an older name of IDLE."""

    IN_PROGRESS = "IN_PROGRESS"
    IDLE = "IDLE"
    REQUIRES_ACTION = "REQUIRES_ACTION"


class SetupComplete(Record, frozen=True):
    """Sent once, before anything else. The Developer API sends it empty."""

    session_id: str | None = None
    voice_consent_signature: Json | None = None


class Word(Record, frozen=True):
    word: str
    start_offset: Duration | None = None
    end_offset: Duration | None = None


class Transcription(Record, frozen=True):
    """A piece; pieces are concatenated as they are, spaces included. `finished` is seldom set."""

    text: str = ""
    finished: bool | None = None
    language_code: str | None = None
    speaker_label: str | None = None
    words: tuple[Word, ...] = ()
    start_offset: Duration | None = None
    end_offset: Duration | None = None


class ServerContent(Record, frozen=True):
    model_turn: Content | None = None
    generation_complete: bool = False
    turn_complete: bool = False
    interrupted: bool = False
    turn_complete_reason: str | None = None
    waiting_for_input: bool = False
    interaction_status: InteractionStatus | str | None = None
    input_transcription: Transcription | None = None
    output_transcription: Transcription | None = None
    interim_input_transcription: Transcription | None = None
    grounding_metadata: Json | None = None
    url_context_metadata: Json | None = None


class ToolCall(Record, frozen=True):
    function_calls: tuple[FunctionCall, ...]


class ToolCallCancellation(Record, frozen=True):
    ids: tuple[str, ...]


class GoAway(Record, frozen=True):
    time_left: Duration | None = None


class SessionResumptionUpdate(Record, frozen=True):
    """A handle counts only when it is there and `resumable`. Empty updates occur."""

    new_handle: str | None = None
    resumable: bool = False
    last_consumed_client_message_index: int | None = None


class VoiceActivityType(StrEnum):
    START = "ACTIVITY_START"
    END = "ACTIVITY_END"


class VoiceActivity(Record, frozen=True):
    type: VoiceActivityType | str | None = None
    audio_offset: Duration | None = None


class VadSignalType(StrEnum):
    START = "VAD_SIGNAL_TYPE_SOS"
    END = "VAD_SIGNAL_TYPE_EOS"


class VoiceActivityDetectionSignal(Record, frozen=True):
    vad_signal_type: VadSignalType | str | None = None


class ModalityTokens(Record, frozen=True):
    modality: Modality | str | None = None
    token_count: int = 0


class UsageMetadata(Record, frozen=True):
    """Tokens of one turn; the prompt's include all the talk so far. Vertex says `candidates…` for `response…`."""

    prompt_token_count: int | None = None
    response_token_count: int | None = None
    total_token_count: int | None = None
    thoughts_token_count: int | None = None
    tool_use_prompt_token_count: int | None = None
    cached_content_token_count: int | None = None
    prompt_tokens_details: tuple[ModalityTokens, ...] = ()
    response_tokens_details: tuple[ModalityTokens, ...] = ()
    cache_tokens_details: tuple[ModalityTokens, ...] = ()
    tool_use_prompt_tokens_details: tuple[ModalityTokens, ...] = ()
    traffic_type: str | None = None
    service_tier: str | None = None


class VertexUsage(UsageMetadata, frozen=True):
    """The same as Vertex writes it. Either is read as `UsageMetadata`."""

    response_token_count: int | None = field(default=None, name="candidatesTokenCount")
    response_tokens_details: tuple[ModalityTokens, ...] = field(default=(), name="candidatesTokensDetails")


ServerPayload = (
    SetupComplete
    | ServerContent
    | ToolCall
    | ToolCallCancellation
    | GoAway
    | SessionResumptionUpdate
    | VoiceActivity
    | VoiceActivityDetectionSignal
    | UsageMetadata
)


class ServerMessage(Record, frozen=True):
    """All that one frame holds."""

    setup_complete: SetupComplete | None = None
    server_content: ServerContent | None = None
    tool_call: ToolCall | None = None
    tool_call_cancellation: ToolCallCancellation | None = None
    go_away: GoAway | None = None
    session_resumption_update: SessionResumptionUpdate | None = None
    voice_activity: VoiceActivity | None = None
    voice_activity_detection_signal: VoiceActivityDetectionSignal | None = None
    usage_metadata: UsageMetadata | None = None

    def payloads(self) -> list[ServerPayload]:
        """What it holds, in the order in which it is to be understood: marks of speech before content before calls."""
        ordered: tuple[ServerPayload | None, ...] = (
            self.setup_complete,
            self.voice_activity,
            self.voice_activity_detection_signal,
            self.server_content,
            self.tool_call,
            self.tool_call_cancellation,
            self.usage_metadata,
            self.session_resumption_update,
            self.go_away,
        )
        return [payload for payload in ordered if payload is not None]
