"""What OpenAI's service sends over the Responses API, as its reference has it, for `brains.double`."""

import json

from solovox.brains.openai import OpenAIBrain
from solovox.brains.vendor import RemoteSettings

PATH = "/v1/responses"
KEY_HEADER = ("authorization", "Bearer {}")
USAGE = {
    "input_tokens": 90,
    "input_tokens_details": {"cached_tokens": 64, "cache_write_tokens": 0},
    "output_tokens": 12,
    "output_tokens_details": {"reasoning_tokens": 8},
    "total_tokens": 102,
}
READ_AND_WRITTEN = (90, 12)
NONSENSE = b"event: response.output_text.delta\ndata: <html>\n\n"


def brain(url, **settings):
    return OpenAIBrain(RemoteSettings(url, **{"model": "gpt-5.2", "api_key": "sk-secret", **settings}))


def event(kind, **data):
    return f"event: {kind}\ndata: {json.dumps({'type': kind, 'sequence_number': 1, **data})}\n\n".encode()


def response(status, output=(), **more):
    return {
        "id": "resp_1",
        "object": "response",
        "created_at": 1,
        "model": "gpt-5.2",
        "status": status,
        "output": list(output),
        "error": None,
        "incomplete_details": None,
        "usage": USAGE if status != "in_progress" else None,
        **more,
    }


def begins():
    return [
        event("response.created", response=response("in_progress")),
        event("response.in_progress", response=response("in_progress")),
    ]


def opens():
    item = {"id": "msg_1", "type": "message", "role": "assistant", "status": "in_progress", "content": []}
    part = {"type": "output_text", "text": "", "annotations": []}
    where = {"item_id": "msg_1", "output_index": 0, "content_index": 0}
    return [
        event("response.output_item.added", output_index=0, item=item),
        event("response.content_part.added", part=part, **where),
    ]


def piece(text):
    where = {"item_id": "msg_1", "output_index": 0, "content_index": 0}
    return event("response.output_text.delta", delta=text, logprobs=[], **where)


def closes(text):
    part = {"type": "output_text", "text": text, "annotations": []}
    where = {"item_id": "msg_1", "output_index": 0, "content_index": 0}
    item = {"id": "msg_1", "type": "message", "role": "assistant", "status": "completed", "content": [part]}
    return [
        event("response.output_text.done", text=text, logprobs=[], **where),
        event("response.content_part.done", part=part, **where),
        event("response.output_item.done", output_index=0, item=item),
    ]


def ends(*items):
    return [event("response.completed", response=response("completed", items))]


def ended(events):
    """With their end, which has each item once more."""
    over = (one for one in events if one.startswith(b"event: response.output_item.done"))
    return [*events, *ends(*(json.loads(one.partition(b"data: ")[2])["item"] for one in over))]


def said(*texts):
    return ended([*begins(), *opens(), *map(piece, texts), *closes("".join(texts))])


def thinking(thought="Hm.", encrypted="gAAAA"):
    item = {"id": "rs_1", "type": "reasoning", "summary": []}
    over = {**item, "summary": [{"type": "summary_text", "text": thought}], "encrypted_content": encrypted}
    where = {"item_id": "rs_1", "output_index": 0, "summary_index": 0}
    return [
        event("response.output_item.added", output_index=0, item=item),
        event("response.reasoning_summary_text.delta", delta=thought, **where),
        event("response.output_item.done", output_index=0, item=over),
    ]


def calling(*calls, before=()):
    events = [*begins(), *before]
    for at, (name, fragments) in enumerate(calls):
        item = {"id": f"fc_{at}", "type": "function_call", "call_id": f"c{at}", "name": name}
        where = {"item_id": f"fc_{at}", "output_index": at}
        added, done = ({**item, "arguments": text} for text in ("", "".join(fragments)))
        events.append(event("response.output_item.added", output_index=at, item=added))
        events += [event("response.function_call_arguments.delta", delta=one, **where) for one in fragments]
        events.append(event("response.output_item.done", output_index=at, item=done))
    return ended(events)


def system(request):
    return request["instructions"]


def turns(request):
    return [(one["role"], one["content"]) for one in request["input"] if "role" in one]


def results(request):
    return [one["output"] for one in request["input"] if one.get("type") == "function_call_output"]


def may_call(request):
    return request["tool_choice"] != "none"


ASSISTANT = "assistant"
