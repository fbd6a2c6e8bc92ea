"""The model families as data: what each takes, what it refuses and with which words, what it sends.

Rule 1: nothing else asks for a model's name. A difference between families is a field of `Family`.
Rule 2: where the sources contradict one another, nothing is refused, and docs/reference/gemini-live.md says so.

Sources: docs/reference/gemini-live.md, one row for each field.
"""

import re
from dataclasses import dataclass, replace
from enum import Enum
from typing import Final

from solovox.wire.gemini_live.client_frames import (
    ClientContent,
    ClientMessage,
    ContextUpdate,
    GenerationConfig,
    RealtimeInput,
    Setup,
    ThinkingConfig,
    ToolResponse,
)
from solovox.wire.gemini_live.parts import Behavior, Modality, Tool
from solovox.wire.tool_schemas import SchemaForm

BAD_ARGUMENT: Final = "Request contains an invalid argument."
BAD_NAME: Final = "Invalid function name. Must start with a letter or an underscore, then a-z, A-Z, 0-9, _ . : -, at most 128."
DOUBLED: Final = "Duplicate function declaration found:"
_NAME: Final = re.compile(r"[A-Za-z_][A-Za-z0-9_.:-]{0,127}", re.ASCII)
"""64 by what the service said in 2025, 128 by its SDKs since: nothing is refused that one of them takes."""


class Idle(Enum):
    """What says that the model has finished."""

    TURN_COMPLETE = "turnComplete"
    INTERACTION_STATUS = "interactionStatus"
    """`turnComplete` with IN_PROGRESS ends only a part."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Thinking:
    """What `thinkingConfig` may hold. Both empty: the field must be left out."""

    budget: bool = False
    levels: tuple[str, ...] = ()
    required: bool = False
    """A level must be given."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Functions:
    """How calls work. `default` is what a declaration without a behaviour means."""

    behaviors: frozenset[Behavior]
    default: Behavior
    scheduling: bool
    """Whether a result may say when it is to be voiced."""
    schemas: SchemaForm = SchemaForm.OPENAPI
    """How parameters are declared: `OPENAPI` as `parameters`, which all take; `INLINED` as `parametersJsonSchema`."""
    ends_turn: bool = False
    """A blocking call that is not answered at once ends the turn; what it returns begins the next."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ContentRules:
    """What `clientContent` needs."""

    role: bool
    """Every content must name its role."""
    history_first: bool
    """`historyConfig` is needed before a talk so far can be given without an answer to it."""
    history_quiet: bool = True
    """After a setup with `historyConfig` the first complete turn is not answered. The older families do: their clients send
    no more than that when the model is to begin.
    """


@dataclass(frozen=True, slots=True, kw_only=True)
class Family:
    """One family. Setup fields are named as on the wire, with dots."""

    name: str
    modalities: frozenset[Modality] = frozenset({Modality.AUDIO})
    thinking: Thinking
    functions: Functions
    refuses: frozenset[str] = frozenset()
    """Fields that close the connection: of the setup, and `realtimeInput.mediaChunks`."""
    alpha: frozenset[str] = frozenset()
    """Setup fields that need the API version v1alpha."""
    many_parts: bool
    """One message may hold sound, transcription and the turn's end together."""
    idle: Idle = Idle.TURN_COMPLETE
    content: ContentRules
    turn_coverage: str
    """The default."""
    quiet_in_call: bool
    """Microphone sound between a blocking call and its result can cancel the call or close the connection."""
    prompt_tokens: int = 0
    """Tokens that each prompt has before anything of the client's; 0: never recorded."""

    @property
    def rates(self) -> tuple[int, int]:
        """Samples a second of sound to and from the model: of all families."""
        return 16_000, 24_000

    def waits(self, behavior: Behavior | str | None) -> bool:
        """Whether the model is silent until a function declared so is answered."""
        return (behavior or self.functions.default) != Behavior.NON_BLOCKING


_PROMPT_25: Final = 1_120
"""What five recorded prompts of 2.5 have; 382 in one of `gemini-2.5-flash-native-audio-latest`."""
_PROMPT_31: Final = 395
"""One recorded prompt of 3.1; none of 3.8, which is taken to be like it."""
ONLY_ACTIVITY: Final = "TURN_INCLUDES_ONLY_ACTIVITY"
ACTIVITY_AND_VIDEO: Final = "TURN_INCLUDES_AUDIO_ACTIVITY_AND_ALL_VIDEO"
_AFFECT: Final = "generationConfig.enableAffectiveDialog"
_VERTEX: Final = frozenset({"explicitVadSignal", "sessionResumption.transparent"})
_CHUNKS: Final = "realtimeInput.mediaChunks"
_BOTH: Final = frozenset(Behavior)
_SYNC: Final = Functions(
    behaviors=frozenset({Behavior.BLOCKING}), default=Behavior.BLOCKING, scheduling=False
)

HALF_CASCADE: Final = Family(
    name="2.0 and 2.5 half-cascade",
    modalities=frozenset({Modality.TEXT, Modality.AUDIO}),
    thinking=Thinking(budget=True),
    functions=replace(_SYNC, ends_turn=True),
    refuses=_VERTEX | {_AFFECT, "proactivity"},
    many_parts=False,
    content=ContentRules(role=False, history_first=False, history_quiet=False),
    turn_coverage=ONLY_ACTIVITY,
    quiet_in_call=True,
)
"""Shut down by the service in December 2025; kept because recordings of it are."""

NATIVE_25: Final = Family(
    name="2.5 native audio",
    thinking=Thinking(budget=True),
    functions=Functions(behaviors=_BOTH, default=Behavior.BLOCKING, scheduling=True, ends_turn=True),
    refuses=_VERTEX,
    alpha=frozenset({_AFFECT, "proactivity"}),
    many_parts=False,
    content=ContentRules(role=False, history_first=False, history_quiet=False),
    turn_coverage=ONLY_ACTIVITY,
    quiet_in_call=True,
    prompt_tokens=_PROMPT_25,
)
LIVE_31: Final = Family(
    name="3.1",
    thinking=Thinking(budget=True, levels=("MINIMAL", "LOW", "MEDIUM", "HIGH")),
    functions=replace(_SYNC, schemas=SchemaForm.INLINED),
    refuses=_VERTEX | {_AFFECT, _CHUNKS, "proactivity"},
    many_parts=True,
    content=ContentRules(role=True, history_first=True),
    turn_coverage=ACTIVITY_AND_VIDEO,
    quiet_in_call=True,
    prompt_tokens=_PROMPT_31,
)
LIVE_38: Final = Family(
    name="3.8",
    thinking=Thinking(budget=True),
    functions=Functions(
        behaviors=_BOTH, default=Behavior.NON_BLOCKING, scheduling=True, schemas=SchemaForm.INLINED
    ),
    refuses=_VERTEX | {_AFFECT, _CHUNKS},
    many_parts=True,
    content=ContentRules(role=True, history_first=False),
    turn_coverage=ACTIVITY_AND_VIDEO,
    quiet_in_call=False,
    prompt_tokens=_PROMPT_31,
)
THINKING_38: Final = Family(
    name="3.8 extended thinking",
    thinking=Thinking(budget=True, levels=("LOW", "MEDIUM", "HIGH"), required=True),
    functions=Functions(
        behaviors=frozenset({Behavior.NON_BLOCKING}), default=Behavior.NON_BLOCKING, scheduling=False
    ),
    refuses=_VERTEX | {_AFFECT, _CHUNKS},
    many_parts=True,
    idle=Idle.INTERACTION_STATUS,
    content=ContentRules(role=True, history_first=False),
    turn_coverage=ACTIVITY_AND_VIDEO,
    quiet_in_call=False,
    prompt_tokens=_PROMPT_31,
)
FAMILIES: Final = (HALF_CASCADE, NATIVE_25, LIVE_31, LIVE_38, THINKING_38)

_VERSION: Final = re.compile(r"(\d{1,3})\.(\d{1,3})")
_OTHER_WORK: Final = ("translate", "transcribe", "robotics", "music", "lyria")


def family_of(model: str) -> Family:
    """The family of a model's name, bare or as a resource path. An unknown name is taken for 2.5 native, the
    family that promises least; a newer number for the newest family below it.
    """
    name = model.rpartition("/")[2].lower()
    found = _VERSION.search(name)
    version: tuple[int, int] = (int(found[1]), int(found[2])) if found else (2, 5)
    if version >= (3, 8):
        return THINKING_38 if "thinking" in name else LIVE_38
    if version >= (3, 0):
        return LIVE_31
    return NATIVE_25 if "native-audio" in name or not found else HALF_CASCADE


def on_vertex(family: Family) -> Family:
    """The family as Vertex has it: what is Vertex's own is taken."""
    return replace(family, refuses=family.refuses - _VERTEX)


def converses(model: str) -> bool:
    """False for models on the same endpoint that translate, transcribe or make music: they can be no ear."""
    name = model.rpartition("/")[2].lower()
    return not any(word in name for word in _OTHER_WORK)


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why the service would close with 1007, in its words where they are known, and which field is wrong: it says
    that seldom.
    """

    reason: str
    field: str


def refusal(family: Family, message: ClientMessage) -> str | None:
    """The words of `refused`."""
    found = find_refusal(family, message)
    return found.reason if found is not None else None


def find_refusal(family: Family, message: ClientMessage) -> Refusal | None:
    """What the service would close with 1007 for after this message; None if nothing speaks against it."""
    match message:
        case Setup():
            return _refused_setup(family, message)
        case ToolResponse():
            scheduled = any(r.scheduling is not None for r in message.function_responses)
            if scheduled and not family.functions.scheduling:
                why = "Function response scheduling is not supported for this model"
                return Refusal(why, "toolResponse.functionResponses.scheduling")
        case RealtimeInput(media_chunks=chunks) if chunks and _CHUNKS in family.refuses:
            why = "realtime_input.media_chunks is deprecated. Use audio, video, or text instead."
            return Refusal(why, _CHUNKS)
        case ContextUpdate(tools=update) if update is not None:
            return _refused_functions(family, update.tools)
        case ClientContent():
            if family.content.role:
                wrong = (n for n, turn in enumerate(message.turns) if not turn.role)
                return next((Refusal(BAD_ARGUMENT, f"clientContent.turns[{n}].role") for n in wrong), None)
        case _:
            pass
    return None


def _refused_setup(family: Family, setup: Setup) -> Refusal | None:
    config = setup.generation_config or GenerationConfig()
    if any(wanted not in family.modalities for wanted in config.response_modalities):
        return Refusal(BAD_ARGUMENT, "generationConfig.responseModalities")
    if why := _refused_thinking(family.thinking, config.thinking_config or ThinkingConfig()):
        return Refusal(why, "generationConfig.thinkingConfig.thinkingLevel")
    if (
        field := next((field for field in sorted(family.refuses) if _is_set(setup, field)), None)
    ) is not None:
        return Refusal(BAD_ARGUMENT, field)
    proactivity = setup.proactivity
    always_on = "proactivity" not in family.refuses | family.alpha
    if always_on and proactivity is not None and proactivity.proactive_audio is False:
        return Refusal(BAD_ARGUMENT, "proactivity.proactiveAudio")
    return _refused_functions(family, setup.tools)


def _refused_functions(family: Family, tools: tuple[Tool, ...]) -> Refusal | None:
    seen = set[str]()
    for n, tool in enumerate(tools):
        for m, function in enumerate(tool.function_declarations):
            field, behavior = f"tools[{n}].functionDeclarations[{m}]", function.behavior
            if behavior in _BOTH and behavior not in family.functions.behaviors:
                why = f"{behavior} function calls are not supported for this model"
                return Refusal(why, f"{field}.behavior")
            if _NAME.fullmatch(function.name) is None:
                return Refusal(BAD_NAME, f"{field}.name")
            if function.name in seen:
                return Refusal(f"{DOUBLED} {function.name}", f"{field}.name")
            seen.add(function.name)
    return None


def _refused_thinking(thinking: Thinking, config: ThinkingConfig) -> str | None:
    level = config.thinking_level
    if level is None:
        return "Thinking level must be specified for this model" if thinking.required else None
    if not thinking.levels:
        return "Thinking level is not supported for this model"
    if level.upper() not in thinking.levels:
        return f"Thinking level {level.upper()} is not supported for this model"
    return None


def _is_set(setup: Setup, field: str) -> bool:
    match field:
        case "generationConfig.enableAffectiveDialog":
            return setup.generation_config is not None and bool(
                setup.generation_config.enable_affective_dialog
            )
        case "proactivity":
            return setup.proactivity is not None
        case "explicitVadSignal":
            return setup.explicit_vad_signal is not None
        case "sessionResumption.transparent":
            return setup.session_resumption is not None and setup.session_resumption.transparent is not None
        case _:
            return False
