"""What Google's service sends for `streamGenerateContent`, as its reference has it, for `brains.double`."""

import json

from solovox.brains.gemini import GeminiBrain
from solovox.brains.vendor import RemoteSettings

PATH = "/v1beta/models/gemini-3.8-flash:streamGenerateContent?alt=sse"
KEY_HEADER = ("x-goog-api-key", "{}")
READ_AND_WRITTEN = (90, 12)
NONSENSE = b"data: <html>\r\n\r\n"
ASSISTANT = "model"
USED = {
    "promptTokenCount": 90,
    "cachedContentTokenCount": 64,
    "candidatesTokenCount": 4,
    "thoughtsTokenCount": 8,
    "totalTokenCount": 102,
}


def brain(url, **settings):
    return GeminiBrain(
        RemoteSettings(url, **{"model": "gemini-3.8-flash", "api_key": "sk-secret", **settings})
    )


def event(**data):
    return f"data: {json.dumps(data)}\r\n\r\n".encode()


def chunk(*parts, why=None, **more):
    candidate = {"content": {"parts": list(parts), "role": "model"}, "index": 0}
    candidate |= {"finishReason": why} if why else {}
    early = {"promptTokenCount": 90, "totalTokenCount": 90}
    return event(candidates=[candidate], usageMetadata=USED if why else early, responseId="r1", **more)


def begins():
    return []


def opens():
    return []


def piece(text):
    return chunk({"text": text})


def closes(text):
    return []


def ends(why="STOP"):
    return [chunk({"text": ""}, why=why)]


def said(*texts):
    return [*map(piece, texts), *ends()]


def thinking(thought="Hm.", encrypted=""):
    return [chunk({"text": thought, "thought": True})]


def calling(*calls, before=()):
    parts = [
        {"functionCall": {"name": name, "args": json.loads("".join(fragments))}, "thoughtSignature": "c2ln"}
        for name, fragments in calls
    ]
    return [*before, chunk(*parts, why="STOP")]


def system(request):
    return request["systemInstruction"]["parts"][0]["text"]


def turns(request):
    return [
        (one["role"], one["parts"][0]["text"]) for one in request["contents"] if "text" in one["parts"][0]
    ]


def results(request):
    found = [part["functionResponse"]["response"] for part in request["contents"][-1]["parts"]]
    return [next(iter(one.values())) for one in found]


def may_call(request):
    return request["toolConfig"]["functionCallingConfig"]["mode"] != "NONE"
