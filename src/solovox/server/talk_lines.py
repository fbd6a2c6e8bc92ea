"""A served talk as facts: what was typed and heard, which tools were called, what they answered, and what was given to the voice. Pure.

Rule 1: a fact is told with the event that it follows from, before a client can see anything of it.
Rule 2: sound, pictures, handles and settings are no facts. A draft of what was heard is none, nor is sound without words.
"""

from collections.abc import Iterable, Iterator, Mapping

from solovox.core.events import LocalTranscript
from solovox.server.served_commands import Send, ServedCommand, Speak
from solovox.server.served_events import MessageReceived, ServedEvent, SetUp
from solovox.server.terms import text_of
from solovox.wire.gemini_live.client_frames import ClientContent, RealtimeInput, ToolResponse

Fact = Mapping[str, object]
"""One kind of fact to its content."""


def facts(event: ServedEvent, commands: Iterable[ServedCommand]) -> Iterator[Fact]:
    """In the order in which they came about."""
    match event:
        case SetUp(setup=setup):
            yield {"began": setup.model}
        case LocalTranscript(final=True, text=text) if text:
            yield {"heard": text}
        case MessageReceived(message=ClientContent(turns=turns)):
            texts = [text_of(one) for one in turns if one.role != "model"]
            yield from ({"typed": text} for text in texts if text)
        case MessageReceived(message=RealtimeInput(text=str() as text)):
            yield {"typed": text}
        case MessageReceived(message=ToolResponse(function_responses=answers)):
            yield from ({"answered": {"name": a.name, "response": a.response, "id": a.id}} for a in answers)
        case _:
            pass
    for command in commands:
        yield from _of(command)


def _of(command: ServedCommand) -> Iterator[Fact]:
    match command:
        case Speak(turn=turn, text=text):
            yield {"said": text, "turn": turn}
        case Send(message=message):
            if message.tool_call is not None:
                calls = message.tool_call.function_calls
                yield from ({"called": {"name": c.name, "args": c.args, "id": c.id}} for c in calls)
            content = message.server_content
            if (
                content is not None
                and content.model_turn is not None
                and (text := text_of(content.model_turn))
            ):
                yield {"wrote": text}
            if content is not None and content.interrupted:
                yield {"interrupted": True}
        case _:
            pass
