"""The Messages protocol over HTTP, for a model of ours, on a loopback port of its own. Any key opens it."""

import asyncio
import contextlib
import itertools
import json
import socket
from collections.abc import AsyncGenerator, AsyncIterator, Iterator
from contextlib import aclosing
from typing import Final

import uvicorn
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, Response, StreamingResponse
from starlette.routing import Route

from solovox.demo.messages import MessagesModel, MessagesRequest, MessageStream, Said, error, request_of

LOOPBACK: Final = "127.0.0.1"


def messages_app(model: MessagesModel) -> Starlette:
    """The application. A client that goes away ends its answer."""
    numbers = itertools.count(1)

    async def message(asked: Request) -> Response:
        try:
            request = request_of(json.loads(await asked.body()))
        except (ValueError, RecursionError, AttributeError) as wrong:
            line = f"the request is none: {wrong}"
            return Response(error("invalid_request_error", line), 400, media_type="application/json")
        stream = MessageStream(f"msg_{next(numbers):024}", request)
        return StreamingResponse(_events(model, request, stream), media_type="text/event-stream")

    async def count(asked: Request) -> Response:
        return JSONResponse({"input_tokens": request_of(json.loads(await asked.body())).size})

    return Starlette(
        routes=[
            Route("/v1/messages", message, methods=["POST"]),
            Route("/v1/messages/count_tokens", count, methods=["POST"]),
        ]
    )


async def _events(
    model: MessagesModel, request: MessagesRequest, stream: MessageStream
) -> AsyncGenerator[bytes, None]:
    for event in stream.begin():
        yield event
    async with aclosing(_closable(model.reply(request))) as reply:
        async for said in reply:
            for event in stream.take(said):
                yield event
    for event in stream.end():
        yield event


async def _closable(reply: AsyncIterator[Said]) -> AsyncGenerator[Said, None]:
    try:
        async for said in reply:
            yield said
    finally:
        if isinstance(reply, AsyncGenerator):
            await reply.aclose()


class ModelServer(uvicorn.Server):
    """Ends with the task that serves it. Signals are those of the command."""

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        """None."""
        yield


class LoopbackModel:
    """Listens from the beginning; serves in `serve`."""

    def __init__(self, model: MessagesModel) -> None:
        self._line = socket.create_server((LOOPBACK, 0))
        self._model = model
        self.url = f"http://{LOOPBACK}:{self._line.getsockname()[1]}"

    @contextlib.asynccontextmanager
    async def serve(self) -> AsyncIterator[str]:
        """Serve it; gives its address."""
        config = uvicorn.Config(
            messages_app(self._model), log_level="error", lifespan="off", timeout_graceful_shutdown=1
        )
        server = ModelServer(config)
        async with asyncio.TaskGroup() as tasks:
            task = tasks.create_task(server.serve([self._line]), name="model")
            try:
                yield self.url
            finally:
                server.should_exit = True
                await task
