"""`solovox live-server -- COMMAND`: what becomes of the command, its signals and its exit code. The server is a fake: it listens at once."""

import asyncio
import json
import os
import signal
import sys

import pytest

from cli.running import here, one_line
from solovox.cli.beside import beside
from solovox.core.errors import SolovoxError

TOLD = {"ws": "ws://127.0.0.1:8080"}
PATIENCE = 60


class Server:
    """Serves until it is cancelled, or until it is told to fail."""

    def __init__(self):
        self.fails = asyncio.Event()
        self.ended = False

    async def __call__(self, ready):
        try:
            ready(TOLD)
            await self.fails.wait()
            raise SolovoxError("the port is gone")
        finally:
            self.ended = True


def python(program):
    return (sys.executable, "-c", program)


async def ran(program, *words):
    server = Server()
    async with asyncio.timeout(PATIENCE):
        code = await beside(server, (*python(program), *words), lambda told: {"WHERE": json.dumps(told)})
    assert server.ended
    return code


@pytest.mark.parametrize(
    ("program", "code"),
    [
        ("pass", 0),
        ("raise SystemExit(7)", 7),
        ("import os, signal; os.kill(os.getpid(), signal.SIGKILL)", 128 + signal.SIGKILL),
    ],
)
async def test_the_exit_code_is_that_of_the_command(program, code):
    assert await ran(program) == code


async def test_the_command_is_told_where_the_server_is():
    assert await ran(f"import os, json; assert json.loads(os.environ['WHERE']) == {TOLD!r}") == 0


async def test_there_is_no_shell():
    program = "import sys; raise SystemExit(sys.argv[1:] != ['$HOME', '*; exit 9'])"
    assert await ran(program, "$HOME", "*; exit 9") == 0


WAITS = """
import os, signal, sys
signal.signal({0}, lambda *_: sys.exit(30))
open(sys.argv[1], "w").close()
while True: signal.pause()
"""


@pytest.mark.parametrize("sign", [signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT])
async def test_a_signal_for_us_is_the_commands_and_its_code_counts(sign, tmp_path):
    fifo = fifo_of(tmp_path)
    server = Server()
    work = asyncio.ensure_future(beside(server, (*python(WAITS.format(int(sign))), str(fifo)), lambda _: {}))
    await begun(fifo)
    signal.raise_signal(sign)
    async with asyncio.timeout(PATIENCE):
        assert await work == 30


async def test_a_server_that_fails_ends_the_command_and_says_why(tmp_path):
    fifo = fifo_of(tmp_path)
    server = Server()
    command = (*python(WAITS.format(int(signal.SIGTERM))), str(fifo))
    work = asyncio.ensure_future(beside(server, command, lambda _: {}))
    await begun(fifo)
    server.fails.set()
    with pytest.raises(SolovoxError, match="the port is gone"):
        async with asyncio.timeout(PATIENCE):
            await work


def fifo_of(folder):
    os.mkfifo(folder / "begun")
    return folder / "begun"


async def begun(fifo):
    """Until the command has opened it."""
    await asyncio.to_thread(fifo.read_bytes)


async def test_a_program_that_cannot_be_started_ends_the_server_too(tmp_path):
    server = Server()
    (tmp_path / "text").write_text("no program")
    (tmp_path / "text").chmod(0o755)
    with pytest.raises(OSError, match="Exec format error"):
        await beside(server, (str(tmp_path / "text"),), lambda _: {})
    assert server.ended


def test_a_program_that_is_not_there_is_one_line_before_anything_is_loaded(tmp_path, monkeypatch, capfd):
    done = here(("live-server", "--", "no-such-program", "--port"), tmp_path, monkeypatch, capfd, {})
    assert "there is no program 'no-such-program'" in one_line(done)
    assert (done.returncode, done.stdout) == (2, "")
