"""The demonstration model on a loopback port of its own."""

import asyncio
import contextlib
import socket
from collections.abc import AsyncIterator, Iterator
from typing import Final

import uvicorn

from solovox.demo.messages import MessagesModel
from solovox.demo.messages_app import messages_app

LOOPBACK: Final = "127.0.0.1"


class ModelServer(uvicorn.Server):
    """Ends with the task that serves it. Signals are those of the command."""

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        """None."""
        yield


class LoopbackModel:
    """Listens from the beginning; serves in `serve`."""

    def __init__(self, model: MessagesModel, port: int = 0) -> None:
        """Raises `OSError` if the port is taken."""
        self._line = socket.create_server((LOOPBACK, port))
        self._model = model
        self.url = f"http://{LOOPBACK}:{self._line.getsockname()[1]}"

    @contextlib.asynccontextmanager
    async def served(self) -> AsyncIterator[str]:
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
