"""What the messages of both directions are made of.

Rule 1: a field without a default is always written; where a frame lacks it, it is the zero of its type.
A field with a default is written only when it differs from it.
Rule 2: enumerations are text. An unknown value stays as it came.
Rule 3: `Json` is the user's data (arguments, results, schemas, labels), or what is not read here: its keys are never renamed.

Names are those of protobuf-JSON: `mime_type` here is `mimeType` on the wire, and either is understood.
Source: the Live API reference and google-genai 3.3 (types.py).
"""

import math
from collections.abc import Mapping
from decimal import Decimal
from enum import StrEnum
from typing import Any

from msgspec import Struct

Json = Mapping[str, Any]
"""The user's own JSON object."""


class Duration(str):
    """A protobuf duration as on the wire: seconds, at most nine decimals, and an `s`, such as "9.5s"."""

    __slots__ = ()

    @classmethod
    def of(cls, ms: int) -> "Duration":
        """A duration in milliseconds, written as protobuf-JSON does: no decimals, or three."""
        sign, (whole, rest) = "-" if ms < 0 else "", divmod(abs(ms), 1000)
        return cls(f"{sign}{whole}.{rest:03d}s" if rest else f"{sign}{whole}s")

    @property
    def ms(self) -> int:
        """Whole milliseconds, rounded down."""
        return math.floor(Decimal(self.removesuffix("s")) * 1000)


class Record(Struct, frozen=True, omit_defaults=True, rename="camel"):
    """A message or a part of one."""


class Modality(StrEnum):
    TEXT = "TEXT"
    AUDIO = "AUDIO"
    IMAGE = "IMAGE"
    VIDEO = "VIDEO"


class Behavior(StrEnum):
    """Whether the model waits for a function's result."""

    BLOCKING = "BLOCKING"
    NON_BLOCKING = "NON_BLOCKING"


class Scheduling(StrEnum):
    """When the result of a non-blocking call is voiced. The service's default is WHEN_IDLE."""

    SILENT = "SILENT"
    WHEN_IDLE = "WHEN_IDLE"
    INTERRUPT = "INTERRUPT"


class Blob(Record, frozen=True):
    """Bytes of some kind. Sound is 16-bit little-endian mono PCM, its rate in the type: `audio/pcm;rate=24000`."""

    mime_type: str
    data: bytes

    @property
    def is_sound(self) -> bool:
        """Whether it is raw PCM."""
        return self.mime_type.partition(";")[0].strip().lower() == "audio/pcm"

    @property
    def rate(self) -> int | None:
        """Samples a second, if the type says so."""
        for parameter in self.mime_type.split(";")[1:]:
            name, _, value = parameter.partition("=")
            if name.strip().lower() == "rate" and (text := value.strip()).isascii() and text.isdigit():
                return int(text[:9]) or None
        return None


def sound(pcm: bytes, rate: int) -> Blob:
    """Raw sound, 16-bit little-endian mono."""
    return Blob(mime_type=f"audio/pcm;rate={rate}", data=pcm)


class FunctionCall(Record, frozen=True):
    """Vertex may leave the id out."""

    name: str
    args: Json
    id: str = ""


class FunctionResponse(Record, frozen=True):
    """The result of a call. The Developer API wants the id; `output` and `error` are the usual keys of `response`."""

    name: str
    response: Json
    id: str = ""
    scheduling: Scheduling | str | None = None
    will_continue: bool | None = None
    """True: more results follow. False: this was the last of several."""
    parts: tuple[Json, ...] = ()

    @property
    def when(self) -> Scheduling | str:
        """`scheduling`, or what some clients put inside `response` instead; one documentation page has INTERRUPTED."""
        given = self.scheduling or self.response.get("scheduling")
        if not isinstance(given, str):
            return Scheduling.WHEN_IDLE
        return Scheduling.INTERRUPT if given == "INTERRUPTED" else given


class ExecutableCode(Record, frozen=True):
    code: str
    language: str | None = None
    id: str | None = None


class Part(Record, frozen=True):
    """One of the kinds of content; `thought` marks text and signatures that are the model's own thinking."""

    text: str | None = None
    thought: bool = False
    thought_signature: bytes | None = None
    inline_data: Blob | None = None
    file_data: Json | None = None
    function_call: FunctionCall | None = None
    function_response: FunctionResponse | None = None
    executable_code: ExecutableCode | None = None
    code_execution_result: Json | None = None
    part_metadata: Json | None = None


class Content(Record, frozen=True):
    """What one side said. Roles are `user` and `model`; on Vertex also `system`."""

    parts: tuple[Part, ...]
    role: str | None = None


def text_content(text: str, role: str = "user") -> Content:
    """One text as a content."""
    return Content(parts=(Part(text=text),), role=role)


class FunctionDeclaration(Record, frozen=True):
    """`parameters` is an OpenAPI schema with upper-case types; `parameters_json_schema` is JSON Schema instead."""

    name: str
    description: str | None = None
    parameters: Json | None = None
    parameters_json_schema: Any = None
    response: Json | None = None
    response_json_schema: Any = None
    behavior: Behavior | str | None = None


class Tool(Record, frozen=True):
    """Functions of ours, or something of the service's own; its settings are passed through."""

    function_declarations: tuple[FunctionDeclaration, ...] = ()
    google_search: Json | None = None
    google_search_retrieval: Json | None = None
    google_maps: Json | None = None
    url_context: Json | None = None
    code_execution: Json | None = None
    file_search: Json | None = None
    computer_use: Json | None = None
    enterprise_web_search: Json | None = None
    retrieval: Json | None = None
