"""Faults of frames: unknown keys and values, empty messages, oversize frames."""

from collections.abc import Sequence
from typing import Any, Final

import msgspec
from msgspec.structs import replace

from solovox.server.faults.actions import FaultOutput, Put, PutRaw
from solovox.server.faults.fault import Fault, TriggeredFault, puts
from solovox.server.faults.shapes import content
from solovox.wire.gemini_live.codec import encode_server
from solovox.wire.gemini_live.parts import Json
from solovox.wire.gemini_live.server_frames import (
    ModalityTokens,
    ServerMessage,
    VoiceActivity,
)
from solovox.wire.gemini_live.sizes import SERVER_FRAME, server_frames

NEW: Final[Json] = {"revision": 7, "hints": [{"kind": "NOVEL", "weight": 0.5}]}
UNHEARD_OF: Final = "SOMETHING_NOBODY_HEARD_OF"


class UnknownKeys(Fault):
    """Unknown keys, in the message and within it, as from a newer service."""

    def out(self, at: int, message: ServerMessage) -> Sequence[FaultOutput]:
        """The same, and more."""
        if not self.chance.strikes(at):
            return [Put(message)]
        return [PutRaw(_with_keys(frame)) for frame in server_frames(message, SERVER_FRAME - 4096)]


def _with_keys(frame: bytes) -> bytes:
    held: dict[str, Any] = msgspec.json.decode(frame)
    inner = {key: {**one, "novelty": NEW} if isinstance(one, dict) else one for key, one in held.items()}
    return msgspec.json.encode({"somethingNew": NEW, **inner})


class UnknownValues(Fault):
    """Unknown values of enumerations (activity, modality, reason), as from a newer service."""

    def out(self, at: int, message: ServerMessage) -> Sequence[FaultOutput]:
        """The same, with such."""
        if not self.chance.strikes(at):
            return [Put(message)]
        odd = message
        if message.server_content is not None and message.server_content.turn_complete:
            odd = replace(
                message, server_content=replace(message.server_content, turn_complete_reason=UNHEARD_OF)
            )
        if message.usage_metadata is not None:
            more = (*message.usage_metadata.response_tokens_details, ModalityTokens(UNHEARD_OF, 1))
            odd = replace(odd, usage_metadata=replace(message.usage_metadata, response_tokens_details=more))
        return puts([odd, ServerMessage(voice_activity=VoiceActivity(type=UNHEARD_OF))])


class EmptyMessages(Fault):
    """Messages with nothing in them, before a true one."""

    def out(self, at: int, message: ServerMessage) -> Sequence[FaultOutput]:
        """Both kinds of nothing, and it."""
        if message.setup_complete is not None or not self.chance.strikes(at):
            return [Put(message)]
        return puts([ServerMessage(), content(), message])


class OversizeFrame(TriggeredFault):
    """A frame that is longer than a client takes: its side closes with 1009."""

    def act(self, at: int) -> Sequence[FaultOutput]:
        """It."""
        filler = {"searchEntryPoint": {"renderedContent": "x" * (self.asked.number("kb") * 1024)}}
        return [PutRaw(encode_server(content(grounding_metadata=filler)))]


class WrongUsage(Fault):
    """Token counts that do not add up."""

    def out(self, at: int, message: ServerMessage) -> Sequence[FaultOutput]:
        """Each turn's, wrong."""
        if message.usage_metadata is None or not self.chance.strikes(at):
            return [Put(message)]
        details = tuple(replace(one, token_count=1) for one in message.usage_metadata.prompt_tokens_details)
        wrong = replace(message.usage_metadata, total_token_count=1, prompt_tokens_details=details)
        return puts([replace(message, usage_metadata=wrong)])
