"""Takes a server's messages apart and builds them."""

from enum import Enum

from msgspec.structs import replace

from solovox.wire.gemini_live.client_frames import (
    ClientContent,
    ClientMessage,
    RealtimeInput,
    Setup,
    ToolResponse,
)
from solovox.wire.gemini_live.parts import Content, Part, sound
from solovox.wire.gemini_live.server_frames import (
    InteractionStatus,
    ServerContent,
    ServerMessage,
    Transcription,
)

RATE = 24_000


def content_of(message: ServerMessage) -> ServerContent:
    """Its content."""
    return message.server_content or ServerContent()


def content(**fields: object) -> ServerMessage:
    """A message of content alone."""
    return ServerMessage(server_content=ServerContent(**fields))  # type: ignore[arg-type]


def saying(pcm: bytes, rate: int = RATE) -> ServerMessage:
    """A message of sound alone."""
    return content(model_turn=Content(parts=(Part(inline_data=sound(pcm, rate)),), role="model"))


def saying_text(text: str) -> ServerMessage:
    """A piece of the transcription of what the model says."""
    return content(output_transcription=Transcription(text=text))


TURN_COMPLETE = content(turn_complete=True)
INTERRUPTED = content(interrupted=True)


def change_content(message: ServerMessage, **fields: object) -> list[ServerMessage]:
    """The message with its content so changed; none at all if nothing is left of it."""
    kept = replace(content_of(message), **fields)
    left = replace(message, server_content=None if kept == ServerContent() else kept)
    return [] if left == ServerMessage() and message != ServerMessage() else [left]


def has_sound(message: ServerMessage) -> bool:
    """Whether the model is heard in it."""
    return any(part.inline_data is not None and part.inline_data.is_sound for part in parts(message))


def parts(message: ServerMessage) -> tuple[Part, ...]:
    """What the model gives."""
    given = content_of(message).model_turn
    return given.parts if given is not None else ()


def ends_turn(message: ServerMessage) -> bool:
    """Whether the turn is over with it."""
    now = content_of(message)
    return now.turn_complete and now.interaction_status != InteractionStatus.IN_PROGRESS


def in_turn(message: ServerMessage) -> bool:
    """Whether it belongs to a turn of the model: anything but what the person said."""
    mine = replace(content_of(message), input_transcription=None, interim_input_transcription=None)
    return mine != ServerContent() or message.tool_call is not None


def remade(message: ServerMessage, pcm: list[bytes]) -> list[ServerMessage]:
    """The message, its sound replaced by these pieces, each in a message of its own; the rest goes with the last."""
    rate = next((p.inline_data.rate for p in parts(message) if p.inline_data is not None), None) or RATE
    others = tuple(p for p in parts(message) if p.inline_data is None)
    rest = change_content(message, model_turn=Content(parts=others, role="model") if others else None)
    texts = content_of(message).output_transcription
    if texts is not None and rest:
        rest = change_content(rest[0], output_transcription=None)
    first = [content(output_transcription=texts)] if texts is not None else []
    return [*first, *(saying(piece, rate) for piece in pcm), *rest]


def pcm_of(message: ServerMessage) -> bytes:
    """Its sound."""
    return b"".join(p.inline_data.data for p in parts(message) if p.inline_data and p.inline_data.is_sound)


# The triggers at which a fault may strike, found from the messages of a connection.


class Trigger(Enum):
    """Each comes just after what it names. Those of the client's messages come just before the session sees the message."""

    SETUP = "setup"  # `setupComplete` was sent.
    RESUME = "resume"  # A setup with a handle has come.
    HEARD = "heard"  # The first piece of what the person said was sent.
    TEXT = "text"  # A text or a content has come.
    FIRST_AUDIO = "first_audio"  # The first sound of a turn was sent.
    TOOL = "tool"  # A tool call was sent.
    SOUND_IN_CALL = "sound_in_call"  # The first sound since a call that is not answered yet has come.
    RESULT = "result"  # The answer to a call has come.
    INTERRUPTED = "interrupted"  # `interrupted` was sent.
    TURN = "turn"  # `turnComplete` was sent.
    HANDLE = "handle"  # A resumption update was sent.
    SOUND = "sound"  # A piece of the model's sound was sent.
    MESSAGE = "message"  # A message was sent.
    START = "start"  # The setup has come; nothing was sent yet.
    ACTIVITY = "activity"  # `activityStart` has come.
    UPGRADE = "upgrade"  # A client asks to come in: there is no connection yet.


class TriggerFinder:
    """Finds the triggers of a message. It sees the session's own messages, not those of faults."""

    def __init__(self) -> None:
        self._sounding = False
        self._hearing = False
        self._waiting: set[str] = set()
        self._noticed = False

    def find_in_sent(self, message: ServerMessage) -> list[Trigger]:
        """The triggers of a message of the session."""
        found = [Trigger.MESSAGE]
        content = content_of(message)
        if message.setup_complete is not None:
            found.append(Trigger.SETUP)
        if (heard := content.input_transcription) is not None and heard.text:
            found += [] if self._hearing else [Trigger.HEARD]
            self._hearing = True
        if has_sound(message):
            found += [] if self._sounding else [Trigger.FIRST_AUDIO]
            self._sounding, self._hearing = True, False
            found.append(Trigger.SOUND)
        if message.tool_call is not None:
            self._waiting |= {call.id for call in message.tool_call.function_calls}
            self._noticed = self._hearing = False
            found.append(Trigger.TOOL)
        if message.tool_call_cancellation is not None:
            self._waiting -= {*message.tool_call_cancellation.ids}
        if content.interrupted:
            self._sounding = False
            found.append(Trigger.INTERRUPTED)
        if ends_turn(message):
            self._sounding = False
            found.append(Trigger.TURN)
        if message.session_resumption_update is not None:
            found.append(Trigger.HANDLE)
        return found

    def find_in_received(self, message: ClientMessage) -> list[Trigger]:
        """The triggers of a message of the client."""
        match message:
            case Setup(session_resumption=resumption):
                resumes = resumption is not None and bool(resumption.handle)
                return [Trigger.START, *([Trigger.RESUME] if resumes else [])]
            case ToolResponse(function_responses=responses):
                self._waiting -= {one.id for one in responses}
                return [Trigger.RESULT]
            case ClientContent():
                return [Trigger.TEXT]
            case RealtimeInput(text=text) if text is not None:
                return [Trigger.TEXT]
            case RealtimeInput(activity_start=start) if start is not None:
                return [Trigger.ACTIVITY]
            case RealtimeInput(audio=audio) if audio is not None and self._waiting and not self._noticed:
                self._noticed = True
                return [Trigger.SOUND_IN_CALL]
            case _:
                return []
