"""What the agents of others ask on loopback: a model of each vendor's protocol that does what the question says, and a proxy
that counts what would leave this machine.
"""

import asyncio
import contextlib
import json

from starlette.applications import Starlette
from starlette.responses import JSONResponse, StreamingResponse
from starlette.routing import Route

from solovox.demo.messages import TextBlock, ToolUse
from solovox.demo.messages_app import messages_app

COMMAND = "touch made.txt"
MAKE = "Please make the file."
WRITE = "Please write the new file"
NEW = "hello there\n"
COUNT = "Please count on and on."
SAYS = ("It ", "is ", "noon.")


class Heard:
    """What a model was asked, and whether a client left an answer that was not over."""

    def __init__(self):
        self.asked = 0
        self.seen = ""
        """The whole of what it was asked last."""
        self.left = asyncio.Event()

    async def words(self, question):
        """The answer's words. `question`: all that came since the model wrote last."""
        self.asked += 1
        if COUNT not in question:
            for word in SAYS:
                yield word
            return
        try:
            yield "one "
            while True:
                await asyncio.sleep(0.02)
                yield "more "
        finally:
            self.left.set()


class Messages(Heard):
    """A `MessagesModel`."""

    async def reply(self, request):
        self.seen = json.dumps(request.messages)
        last = json.dumps(request.messages[-1])
        question = json.dumps(request.messages[-2:])
        if MAKE in question and '"tool_result"' not in last:
            yield ToolUse(f"toolu_{self.asked}", "Bash", {"command": COMMAND, "description": "make it"})
            return
        if WRITE in question and '"tool_result"' not in last:
            given = {"file_path": question.partition(WRITE)[2].split()[0], "content": NEW}
            yield ToolUse(f"toolu_{self.asked}", "Write", given)
            return
        async for word in self.words("" if '"tool_result"' in last else question):
            yield TextBlock(word)

    def app(self):
        return messages_app(self)


class Contents(Heard):
    """A model behind streamGenerateContent."""

    async def reply(self, body):
        self.seen = json.dumps(body["contents"])
        last = json.dumps(body["contents"][-1])
        if MAKE in last:
            call = {"name": "run_shell_command", "args": {"command": COMMAND, "description": "make it"}}
            yield {"functionCall": call}
            return
        if WRITE in last:
            given = {"file_path": last.partition(WRITE)[2].split()[0], "content": NEW}
            yield {"functionCall": {"name": "write_file", "args": given}}
            return
        async for word in self.words("" if "functionResponse" in last else last):
            yield {"text": word}

    async def stream(self, request):
        body = await request.json()

        async def events():
            async with contextlib.aclosing(self.reply(body)) as parts:
                async for part in parts:
                    yield event([part])
            yield event([], finishReason="STOP")

        return StreamingResponse(events(), media_type="text/event-stream")

    def app(self):
        async def nothing(request):
            return JSONResponse({"error": {"code": 404, "message": "no such thing"}}, 404)

        stream = Route("/{version}/models/{model}:streamGenerateContent", self.stream, methods=["POST"])
        return Starlette(routes=[stream, Route("/{rest:path}", nothing, methods=["GET", "POST"])])


def event(parts, **more):
    candidate = {"content": {"role": "model", "parts": parts}, "index": 0, **more}
    usage = {"promptTokenCount": 3, "candidatesTokenCount": 2, "totalTokenCount": 5}
    return f"data: {json.dumps({'candidates': [candidate], 'usageMetadata': usage})}\r\n\r\n"


class CountingProxy:
    """Lets loopback through, and nothing else. `refused`: what would have left this machine."""

    def __init__(self):
        self.refused = []
        self.port = 0

    async def serve(self, reader, writer):
        asyncio.current_task().set_name("double")
        try:
            head = (await reader.readuntil(b"\r\n\r\n")).decode()
            method, target, _ = head.split("\r\n")[0].split()
            host, _, port = target.rpartition(":")
            if method != "CONNECT" or host not in ("127.0.0.1", "localhost"):
                self.refused.append(target)
                writer.write(b"HTTP/1.1 403 No\r\nContent-Length: 0\r\n\r\n")
                return
            there, here = await asyncio.open_connection(host, int(port))
            writer.write(b"HTTP/1.1 200 OK\r\n\r\n")
            async with asyncio.TaskGroup() as both:
                both.create_task(pass_on(reader, here), name="double")
                both.create_task(pass_on(there, writer), name="double")
        except (ConnectionError, asyncio.IncompleteReadError):
            pass
        finally:
            writer.close()


async def pass_on(reader, writer):
    with contextlib.suppress(ConnectionError):
        while data := await reader.read(65_536):
            writer.write(data)
            await writer.drain()
    writer.close()


@contextlib.asynccontextmanager
async def counting():
    proxy = CountingProxy()
    server = await asyncio.start_server(proxy.serve, "127.0.0.1", 0)
    proxy.port = server.sockets[0].getsockname()[1]
    try:
        yield proxy
    finally:
        server.close()
