"""A Messages API on loopback that goes wrong on demand, and Claude Code's program before it."""

import asyncio
import contextlib
import json

from starlette.responses import Response, StreamingResponse

from brains_sdk.serving import served
from solovox.brains.claude_code import ClaudeCode, ClaudeSettings
from solovox.demo.messages import MessagesRequest, MessageStream, TextBlock, error, request_of, text_of
from solovox.demo.serving import messages_app
from solovox.ports import Wrote
from solovox.testing.contracts_remote_brain import MEGABYTE, PIECES, ServerWay


def text(pieces):
    return "".join(one.text for one in pieces if isinstance(one, Wrote))


def read(message):
    """What a message says, without the reminders that the program adds."""
    content = message["content"]
    blocks = [content] if isinstance(content, str) else content
    return "".join(said for one in blocks if "<system-reminder>" not in (said := text_of(one)))


@contextlib.asynccontextmanager
async def program(folder, model, state=None, **settings):
    """Claude Code in `folder`, before `model` (or an application)."""
    app = model if callable(model) else messages_app(model)
    async with served(app) as url:
        environment = {"ANTHROPIC_API_KEY": "dummy-key", "ANTHROPIC_BASE_URL": url}
        brain = ClaudeCode(ClaudeSettings(folder, environment, **settings), state=state)
        try:
            yield brain
        finally:
            await brain.aclose()


class MessagesDouble:
    """Goes the way that is wanted: the first question the first way; the last way serves all others."""

    def __init__(self, *ways):
        self.ways = ways
        self.asked = 0
        self._reached = asyncio.Event()
        self._left = asyncio.Event()

    async def await_reached(self):
        await self._reached.wait()

    async def await_left(self):
        await self._left.wait()

    @property
    def app(self):
        async def app(scope, receive, send):
            await self._serve(scope, receive, send)

        return app

    async def _serve(self, scope, receive, send):
        body = b""
        while (part := await receive())["type"] == "http.request":
            body += part.get("body", b"")
            if not part.get("more_body"):
                break
        if not scope["path"].endswith("/v1/messages"):
            await Response(b"{}", 404)(scope, receive, send)
            return
        way = self.ways[min(self.asked, len(self.ways) - 1)]
        self.asked += 1
        self._reached.set()
        refusals = {
            ServerWay.TOO_MANY: (429, "rate_limit_error"),
            ServerWay.NO_KEY: (401, "authentication_error"),
        }
        if way in refusals:
            status, kind = refusals[way]
            await Response(error(kind, "refused"), status, media_type="application/json")(
                scope, receive, send
            )
            return
        stream = self._stream(way, request_of(json.loads(body)))
        with contextlib.suppress(ConnectionError):
            await StreamingResponse(stream, media_type="text/event-stream")(scope, receive, send)

    async def _stream(self, way: ServerWay, request: MessagesRequest):
        stream, whole = MessageStream("msg_1", request), False
        try:
            if way is ServerWay.STALLS_AT_FIRST:
                await asyncio.sleep(60)
            for event in stream.begin():
                yield event
            pieces = PIECES if way is ServerWay.ANSWERS else PIECES[:1]
            if way is ServerWay.MEGABYTE:
                pieces = ["x" * 10_000] * (MEGABYTE // 10_000)
            for piece in pieces:
                for event in stream.take(TextBlock(piece)):
                    yield event
            if way is ServerWay.GOES_ON:
                while True:
                    for event in stream.take(TextBlock("on ")):
                        yield event
                    await asyncio.sleep(0.02)
            await asyncio.sleep(60 if way is ServerWay.STALLS_WITHIN else 0.05)
            whole = True
            if way is ServerWay.IS_CUT:
                raise ConnectionError
            if way is ServerWay.NONSENSE:
                yield b"event: blah\ndata: {not json\n\ndata: \xff\xfe\n\n"
                return
            for event in stream.end():
                yield event
        finally:
            if not whole:
                self._left.set()
