"""What Anthropic's service sends over the Messages API, as its reference has it, for `brains.double`. The good ways are those
of `solovox.demo.messages`.
"""

import json

from solovox.brains.anthropic import AnthropicBrain
from solovox.brains.vendor import RemoteSettings
from solovox.demo.messages import MessagesRequest, MessageStream, TextBlock

PATH = "/v1/messages"
KEY_HEADER = ("x-api-key", "{}")
READ_AND_WRITTEN = (90, 12)
NONSENSE = b"event: content_block_delta\ndata: <html>\n\n"
ASSISTANT = "assistant"


def brain(url, **settings):
    return AnthropicBrain(
        RemoteSettings(url, **{"model": "claude-sonnet-5-5", "api_key": "sk-secret", **settings})
    )


def event(kind, **data):
    return f"event: {kind}\ndata: {json.dumps({'type': kind, **data})}\n\n".encode()


def begins():
    usage = {
        "input_tokens": 20,
        "cache_creation_input_tokens": 6,
        "cache_read_input_tokens": 64,
        "output_tokens": 1,
    }
    (first,) = MessageStream("msg_1", MessagesRequest("claude", ())).begin()
    data = json.loads(first.partition(b"data: ")[2])
    data["message"]["usage"] = usage
    return [event("message_start", message=data["message"]), event("ping")]


def opens():
    return [event("content_block_start", index=0, content_block={"type": "text", "text": ""})]


def piece(text):
    return event("content_block_delta", index=0, delta={"type": "text_delta", "text": text})


def closes(text):
    return [event("content_block_stop", index=0)]


def ends(why="end_turn"):
    delta = {"stop_reason": why, "stop_sequence": None}
    return [event("message_delta", delta=delta, usage={"output_tokens": 12}), event("message_stop")]


def of_the_demo(*said):
    """The events between begin and end, as our own half of the protocol writes them."""
    stream = MessageStream("msg_1", MessagesRequest("claude", ()))
    list(stream.begin())
    inner = [one for each in said for one in stream.take(each)]
    return [*inner, *list(stream.end())[:-2]]


def said(*texts):
    return [*begins(), *of_the_demo(*map(TextBlock, texts)), *ends()]


def thinking(thought="Hm.", encrypted="c2ln"):
    block = {"type": "thinking", "thinking": "", "signature": ""}
    return [
        event("content_block_start", index=0, content_block=block),
        event("content_block_delta", index=0, delta={"type": "thinking_delta", "thinking": thought}),
        event("content_block_delta", index=0, delta={"type": "signature_delta", "signature": encrypted}),
        event("content_block_stop", index=0),
    ]


def calling(*calls, before=()):
    events = [*begins(), *before]
    blocks = sum(one.startswith(b"event: content_block_start") for one in before)
    for at, (name, fragments) in enumerate(calls, start=blocks):
        block = {"type": "tool_use", "id": f"c{at - blocks}", "name": name, "input": {}}
        events.append(event("content_block_start", index=at, content_block=block))
        for one in fragments:
            delta = {"type": "input_json_delta", "partial_json": one}
            events.append(event("content_block_delta", index=at, delta=delta))
        events.append(event("content_block_stop", index=at))
    return [*events, *ends("tool_use")]


def system(request):
    return request["system"]


def turns(request):
    return [(one["role"], one["content"]) for one in request["messages"] if isinstance(one["content"], str)]


def results(request):
    found = request["messages"][-1]["content"]
    return [one["content"] for one in found if one["type"] == "tool_result"]


def may_call(request):
    return request["tool_choice"] != {"type": "none"}
