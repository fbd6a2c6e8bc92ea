"""What a server of Chat Completions sends, for `brains.double`."""

from brains.double import DONE, asking, chunk, completion
from solovox.brains.openai_compatible import OpenAICompatible
from solovox.brains.vendor import RemoteSettings

PATH = "/v1/chat/completions"
KEY_HEADER = ("authorization", "Bearer {}")
READ_AND_WRITTEN = (90, 12)
NONSENSE = b"data: <html>\n\n"
ASSISTANT = "assistant"
USED = completion(choices=[], usage={"prompt_tokens": 90, "completion_tokens": 12})


def brain(url, **settings):
    return OpenAICompatible(RemoteSettings(url, **{"model": "small", "api_key": "sk-secret", **settings}))


def begins():
    return [completion(choices=[{"index": 0, "delta": {"role": "assistant", "content": None}}])]


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
    return [completion(choices=[{"index": 0, "delta": {"reasoning_content": thought}}])]


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
