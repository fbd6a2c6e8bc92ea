"""The terms of a session, agreed from its setup. Pure.

Rule 1: what the family does not support is refused with the service's close code and reason, never with a frame.
Rule 2: what this server cannot do is refused with a reason that says so; what does no harm is accepted and ignored
(video, temperature, voices of the service, safety settings): docs/reference/live-server.md lists it.

Sources: docs/reference/gemini-live.md; wire/gemini_live/families.py.
"""

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Final

from solovox.core.policy import ACCEPTING
from solovox.lang.languages import DEFAULT, HEARD
from solovox.server.memory import PERSON, TranscriptLine
from solovox.text.verbatim import takes_words
from solovox.wire.gemini_live.client_frames import (
    AutomaticActivityDetection,
    GenerationConfig,
    HistoryConfig,
    RealtimeInputConfig,
    Setup,
)
from solovox.wire.gemini_live.families import (
    BAD_ARGUMENT,
    Family,
    converses,
    family_of,
    find_refusal,
    on_vertex,
)
from solovox.wire.gemini_live.parts import Behavior, Content, FunctionDeclaration, Modality, Tool

# How a system instruction changes the way the model answers: by three exact forms, which our own ears use too. Pure.
#
# Form 1: it begins with "You are a reader.": every text is read, to the letter, if no tools are declared.
# Form 2: "Never speak." stands in it (or "Never speak, but for one thing:"): tools are called, and nothing is said.
# Form 3: "when a message begins with [NAME]:, you are a reader." stands in it: what follows that tag is read, in every mode.
#
# What every other instruction asks for is for a brain to understand: it is passed on as it is.


class AnswerMode(Enum):
    """What the model does with what the person says."""

    ANSWERS = "answers"
    READS = "reads"
    SILENT = "silent"


READER: Final = "You are a reader."
SILENT: Final = ("Never speak.", "Never speak, but for one thing:")
TAGGED: Final = "when a message begins with {}, you are a reader."
_TAG: Final = re.compile(r"\s*(?P<tag>\[[^\[\]\n]{1,40}\]:)")
_BRACKETS: Final = re.compile(r"\s*\[[^\[\]]*\]\s*", re.DOTALL)


def mode(instruction: str, *, tools: bool) -> AnswerMode:
    """What an instruction orders. `tools`: functions are declared beside it."""
    told = _on_one_line(instruction)
    if told.startswith(READER) and not tools:
        return AnswerMode.READS
    return AnswerMode.SILENT if any(one in told for one in SILENT) else AnswerMode.ANSWERS


def script(instruction: str, text: str) -> str | None:
    """The part of a text to read, because it follows a tag that the instruction names; None: nothing."""
    tag = _TAG.match(text)
    if tag is None or TAGGED.format(tag["tag"]) not in _on_one_line(instruction):
        return None
    return text[tag.end() :].strip()


def aside(text: str) -> bool:
    """Whether a typed text is wholly in [brackets]: a word from a program, not from the person."""
    return _BRACKETS.fullmatch(text) is not None


def _on_one_line(instruction: str) -> str:
    return " ".join(instruction.split())


INVALID: Final = 1007
POLICY: Final = 1008
INTERNAL: Final = 1011
NO_MODEL: Final = (
    "{} is not found for API version {}, or is not supported for bidiGenerateContent. Call ListModels to see."
)
NO_LANGUAGE: Final = "languageCode {} is not supported: this server's recogniser does not know it"
UNSPEAKABLE: Final = "This text is in letters that my voice has no sounds for."
"""Said in place of it."""
LONGEST: Final = 20_000
"""Characters of one text: about twenty minutes of speech."""


@dataclass(frozen=True, slots=True)
class RefusedSetup:
    """Why a connection closes."""

    code: int
    reason: str
    field: str = ""
    """The field of the setup that is wrong, for the operator's log."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Detection:
    """How speech is told from silence. None: the engine's own number."""

    automatic: bool = True
    silence_ms: int | None = None
    """Silence that ends an utterance (ms)."""
    padding_ms: int | None = None
    """Speech that begins an utterance (ms)."""
    start_low: bool = False
    end_low: bool = False
    drafts: bool = False
    """The client wants drafts while the person speaks."""
    language: str = DEFAULT
    """What is spoken: a code, or `auto`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Terms:
    """What was agreed. `instruction` and `tools` change with a `contextUpdate`."""

    family: Family
    model: str
    vertex: bool = False
    """The client takes this for Vertex AI."""
    instruction: str = ""
    tools: tuple[FunctionDeclaration, ...] = ()
    detection: Detection = Detection()
    interrupts: bool = True
    """The person's speech stops the model's."""
    in_text: bool = False
    hears: bool = False
    """The client wants the person's words as text."""
    shows: bool = False
    """The client wants the model's words as text."""
    handles: bool = False
    history_first: bool = False

    @property
    def mode(self) -> AnswerMode:
        """The answer mode that the instruction orders."""
        return mode(self.instruction, tools=bool(self.tools))

    @property
    def routing(self) -> tuple[str, str] | None:
        """The one tool that takes the person's words, and its argument: a single function whose one parameter, a
        required text, stands for them. (Our own ear may declare one more, for a yes.)
        """
        takers = [one for one in self.tools if one.name != ACCEPTING.name]
        if len(takers) != 1:
            return None
        argument = taker(takers[0])
        return None if argument is None else (takers[0].name, argument)

    def waits(self, tool: str) -> bool:
        """Whether the model is silent until a call of the tool is answered."""
        found: Behavior | str | None = next((one.behavior for one in self.tools if one.name == tool), None)
        return self.family.waits(found)


def taker(tool: FunctionDeclaration) -> str | None:
    """The argument of a function that takes words: its one parameter, which is required, a text, and by its name or its
    description what the person said. A city is a value, and is drawn from the words (`meaning/intent`)."""
    schema = tool.parameters or tool.parameters_json_schema
    if not isinstance(schema, dict):
        return None
    properties, required = schema.get("properties"), schema.get("required")
    if not isinstance(properties, dict) or not isinstance(required, list) or len(required) != 1:
        return None
    (name,) = required
    kind = properties.get(name) if isinstance(name, str) else None
    if not isinstance(kind, dict) or str(kind.get("type", "")).upper() != "STRING" or "enum" in kind:
        return None
    told = kind.get("description")
    words = takes_words(str(name), told if isinstance(told, str) else "")
    return str(name) if words and len(properties) == 1 else None


def agree_terms(
    setup: Setup, version: str, *, vertex: bool = False, language: str = DEFAULT
) -> Terms | RefusedSetup:
    """What a setup comes to. `version` is the path's: v1, v1beta, v1alpha. `language`: of clients that name none."""
    name = setup.model.rpartition("/")[2]
    family = on_vertex(family_of(setup.model)) if vertex else family_of(setup.model)
    if not name or not converses(setup.model):
        return RefusedSetup(POLICY, NO_MODEL.format(setup.model or "models/", version), "model")
    if found := find_refusal(family, setup):
        return RefusedSetup(INVALID, found.reason, found.field)
    if not vertex and (field := _needs_alpha(family, setup, version)):
        return RefusedSetup(INVALID, f"{BAD_ARGUMENT} {field} needs the API version v1alpha", field)
    config = setup.generation_config or GenerationConfig()
    code = config.speech_config.language_code if config.speech_config is not None else None
    language = code.lower().partition("-")[0] if code else language
    if code and language not in HEARD:
        return RefusedSetup(INVALID, NO_LANGUAGE.format(code), "generationConfig.speechConfig.languageCode")
    realtime = setup.realtime_input_config or RealtimeInputConfig()
    history = setup.history_config or HistoryConfig()
    return Terms(
        family=family,
        model=name,
        vertex=vertex,
        instruction=text_of(setup.system_instruction),
        tools=functions(setup.tools),
        detection=_detection(realtime.automatic_activity_detection or AutomaticActivityDetection(), language),
        interrupts=realtime.activity_handling != "NO_INTERRUPTION",
        in_text=Modality.TEXT in config.response_modalities,
        hears=setup.input_audio_transcription is not None,
        shows=setup.output_audio_transcription is not None,
        handles=setup.session_resumption is not None,
        history_first=bool(history.initial_history_in_client_content),
    )


def text_of(content: Content | None) -> str:
    """The texts of a content, but for thoughts."""
    parts = content.parts if content is not None else ()
    return "".join(part.text for part in parts if part.text and not part.thought)


def speakable(text: str) -> bool:
    """Whether at least half of its letters are of an alphabet that an English voice reads; or it has none."""
    letters = [letter for letter in text if letter.isalpha()]
    latin = sum(unicodedata.name(letter, "").startswith("LATIN") for letter in letters)
    return 2 * latin >= len(letters)


def functions(tools: tuple[Tool, ...]) -> tuple[FunctionDeclaration, ...]:
    """All that is declared. The service's own tools (search and its kin) are not here, and are ignored."""
    return tuple(one for tool in tools for one in tool.function_declarations)


def _needs_alpha(family: Family, setup: Setup, version: str) -> str | None:
    """The field that does."""
    if version == "v1alpha":
        return None
    config = setup.generation_config or GenerationConfig()
    asked = {
        "generationConfig.enableAffectiveDialog": bool(config.enable_affective_dialog),
        "proactivity": setup.proactivity is not None,
    }
    return next((field for field in sorted(family.alpha) if asked.get(field)), None)


def _detection(asked: AutomaticActivityDetection, language: str) -> Detection:
    return Detection(
        language=language,
        automatic=not asked.disabled,
        silence_ms=asked.silence_duration_ms,
        padding_ms=asked.prefix_padding_ms,
        start_low=asked.start_of_speech_sensitivity == "START_SENSITIVITY_LOW",
        end_low=asked.end_of_speech_sensitivity == "END_SENSITIVITY_LOW",
    )


_CALL: Final = re.compile(r"\bcall (\w+)", re.IGNORECASE)


def hands_over(terms: Terms) -> tuple[str, str] | None:
    """The tool that takes the person's words, and its argument. None: the model is told nothing of the kind."""
    if terms.mode is not AnswerMode.SILENT:
        return None
    takers = {one.name: argument for one in terms.tools if (argument := taker(one)) is not None}
    named = next((name for name in _CALL.findall(terms.instruction) if name in takers), None)
    return None if named is None else (named, takers[named])


def newest(lines: Sequence[TranscriptLine]) -> str:
    """What the person said last, without what a program said in brackets."""
    said = (one.text for one in reversed(lines) if one.role == PERSON and not aside(one.text))
    return next(said, "").strip()


def is_reminder(words: str, tool: str) -> bool:
    """Whether a program, in brackets, says to call the tool now."""
    return aside(words) and tool in _CALL.findall(words)
