"""What a client sends. One frame is exactly one of `ClientMessage`; `Setup` is the first, and only once.

Source: the Live API reference; google-genai 3.3 (types.py, live.py), whose frames mix both spellings.
"""

from typing import Any

from solovox.wire.gemini_live.parts import Blob, Content, FunctionResponse, Json, Modality, Record, Tool


class PrebuiltVoice(Record, frozen=True):
    voice_name: str


class VoiceConfig(Record, frozen=True):
    prebuilt_voice_config: PrebuiltVoice | None = None
    replicated_voice_config: Json | None = None
    voice: str | None = None


class SpeechConfig(Record, frozen=True):
    voice_config: VoiceConfig | None = None
    language_code: str | None = None


class ThinkingConfig(Record, frozen=True):
    """`thinking_budget` is a number of tokens: 0 is off, -1 automatic. Which of the two a family takes: `families`."""

    include_thoughts: bool | None = None
    thinking_budget: int | None = None
    thinking_level: str | None = None


class GenerationConfig(Record, frozen=True):
    response_modalities: tuple[Modality | str, ...] = ()
    candidate_count: int | None = None
    temperature: float | None = None
    top_p: float | None = None
    top_k: float | None = None
    max_output_tokens: int | None = None
    presence_penalty: float | None = None
    frequency_penalty: float | None = None
    seed: int | None = None
    media_resolution: str | None = None
    speech_config: SpeechConfig | None = None
    thinking_config: ThinkingConfig | None = None
    enable_affective_dialog: bool | None = None
    translation_config: Json | None = None


class AutomaticActivityDetection(Record, frozen=True):
    """The service's own detection of speech. Disabled: the client marks activity itself."""

    disabled: bool | None = None
    start_of_speech_sensitivity: str | None = None
    end_of_speech_sensitivity: str | None = None
    prefix_padding_ms: int | None = None
    silence_duration_ms: int | None = None


class RealtimeInputConfig(Record, frozen=True):
    automatic_activity_detection: AutomaticActivityDetection | None = None
    activity_handling: str | None = None
    turn_coverage: str | None = None
    interim_transcript_timestamp_enabled: bool | None = None


class SessionResumption(Record, frozen=True):
    """Empty: a new session whose handles are wanted. `transparent` is for Vertex only."""

    handle: str | None = None
    transparent: bool | None = None


class SlidingWindow(Record, frozen=True):
    target_tokens: int | None = None


class ContextWindowCompression(Record, frozen=True):
    trigger_tokens: int | None = None
    sliding_window: SlidingWindow | None = None


class TranscriptionConfig(Record, frozen=True):
    """Its presence, even empty, asks for transcriptions."""

    language_codes: tuple[str, ...] = ()
    custom_vocabulary: tuple[str, ...] = ()
    word_timestamp: bool | None = None
    diarization: bool | None = None
    mode: str | None = None
    source_text: str | None = None
    language_auto: Json | None = None
    language_hints: Json | None = None
    adaptation_phrases: tuple[str, ...] = ()


class Proactivity(Record, frozen=True):
    proactive_audio: bool | None = None
    proactive_video: bool | None = None


class HistoryConfig(Record, frozen=True):
    """True: what is sent as content until `turnComplete` is the talk so far, and is not answered."""

    initial_history_in_client_content: bool | None = None


class Setup(Record, frozen=True):
    """The first frame. Only the families say which of these a model takes."""

    model: str
    generation_config: GenerationConfig | None = None
    system_instruction: Content | None = None
    tools: tuple[Tool, ...] = ()
    realtime_input_config: RealtimeInputConfig | None = None
    session_resumption: SessionResumption | None = None
    context_window_compression: ContextWindowCompression | None = None
    input_audio_transcription: TranscriptionConfig | None = None
    output_audio_transcription: TranscriptionConfig | None = None
    proactivity: Proactivity | None = None
    history_config: HistoryConfig | None = None
    explicit_vad_signal: bool | None = None
    avatar_config: Json | None = None
    safety_settings: tuple[Json, ...] = ()
    labels: Json | None = None


class ClientContent(Record, frozen=True):
    """Added to the talk in order; stops what the model is saying, always. With `turn_complete` it is answered."""

    turns: tuple[Content, ...] = ()
    turn_complete: bool | None = None


class ActivityStart(Record, frozen=True):
    pass


class ActivityEnd(Record, frozen=True):
    pass


class RealtimeInput(Record, frozen=True):
    """One of these a frame. `media_chunks` is the old name of `audio` and `video`; newer families refuse it."""

    audio: Blob | None = None
    video: Blob | None = None
    text: str | None = None
    activity_start: ActivityStart | None = None
    activity_end: ActivityEnd | None = None
    audio_stream_end: bool = False
    media_chunks: tuple[Blob, ...] = ()


class ToolResponse(Record, frozen=True):
    function_responses: tuple[FunctionResponse, ...]


class ToolsUpdate(Record, frozen=True):
    """Always written, because an empty list means: no tools any more."""

    tools: tuple[Tool, ...]


class ContextUpdate(Record, frozen=True):
    system_instruction: Content | None = None
    tools: ToolsUpdate | None = None


ClientMessage = Setup | ClientContent | RealtimeInput | ToolResponse | ContextUpdate

CLIENT_KEYS: dict[str, Any] = {
    "setup": Setup,
    "clientContent": ClientContent,
    "realtimeInput": RealtimeInput,
    "toolResponse": ToolResponse,
    "contextUpdate": ContextUpdate,
}
"""What each message is called on the wire."""
