"""What a server of Chat Completions sends, for `brains.double`."""

import json

from brains.double import DONE, asking, chunk
from solovox.brains.openai_compatible import OpenAICompatible
from solovox.brains.vendor import RemoteSettings

PATH = "/v1/chat/completions"
KEY_HEADER = ("authorization", "Bearer {}")
READ_AND_WRITTEN = (90, 12)
NONSENSE = b"data: <html>\n\n"
ASSISTANT = "assistant"
USED = b'data: {"choices": [], "usage": {"prompt_tokens": 90, "completion_tokens": 12}}\n\n'


def brain(url, **settings):
    return OpenAICompatible(RemoteSettings(url, **{"model": "small", "api_key": "sk-secret", **settings}))


def begins():
    return [b'data: {"choices":[{"delta":{"role":"assistant","content":null}}]}\n\n']


def opens():
    return []


def piece(text):
    return chunk(text)


def closes(text):
    return []


def ends(why="stop"):
    return [chunk(why=why), USED, DONE]


def said(*texts):
    return [*begins(), *map(piece, texts), *ends()]


def thinking(thought="Hm."):
    return [f"data: {json.dumps({'choices': [{'delta': {'reasoning_content': thought}}]})}\n\n".encode()]


def calling(*calls, before=()):
    return [*begins(), *before, *asking(*calls)[:-1], USED, DONE]


def system(request):
    return request["messages"][0]["content"]


def turns(request):
    return [(one["role"], one["content"]) for one in request["messages"][1:]]


def results(request):
    return [one["content"] for one in request["messages"] if one["role"] == "tool"]


def may_call(request):
    return "tools" in request
