"""An application on a loopback port of its own, in the test's loop."""

import asyncio
import contextlib
import socket

import uvicorn


class QuietServer(uvicorn.Server):
    """One of several in a process: signals are the test's."""

    def install_signal_handlers(self):
        """None."""

    @contextlib.contextmanager
    def capture_signals(self):
        yield


@contextlib.asynccontextmanager
async def served(app):
    """Serves `app`; gives its address."""
    bound = socket.socket()
    bound.bind(("127.0.0.1", 0))
    server = QuietServer(uvicorn.Config(app, log_level="error", lifespan="off", timeout_graceful_shutdown=1))
    task = asyncio.create_task(server.serve([bound]), name="double")
    try:
        yield f"http://127.0.0.1:{bound.getsockname()[1]}"
    finally:
        server.should_exit = True
        await task
