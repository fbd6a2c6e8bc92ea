"""`solovox demo`: a tour of an agent that is talked with, without a key: Claude Code's real program, and a model of ours in Claude's place.

Exit code 0: it was ended (Ctrl-C, SIGTERM). 2: it could not begin.
"""

import asyncio
import contextlib
import signal
import sys
import tempfile
from collections.abc import Iterator, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Final

import click

from solovox.cli.failing import FAILED, Failure
from solovox.cli.main import NEEDS
from solovox.cli.options import USUAL_PORT, Flagged, Port, takes
from solovox.config.load import environment
from solovox.demo.alone import alone
from solovox.demo.project import project_in
from solovox.demo.serving import LoopbackModel
from solovox.demo.tour import TOUR, TourModel
from solovox.ports import children
from solovox.shell.clock import run

NOT_CLAUDE: Final = (
    "This is a tour. Claude Code's own program does the work, in a small project that goes when this ends; a script is in Claude's place, and"
    " knows five requests. No account and no key is used."
)
ALL_OF_IT: Final = "narrator.spoken_seconds=0"
"""Its answers are short, and end with what comes next."""
ENDING_SECONDS: Final = 20.0


class DemoOptions(Flagged, kw_only=True, frozen=True):
    """Those of this command."""

    port: Port = USUAL_PORT
    """0: any free one."""
    no_open: bool = False
    """Do not open the page in your browser."""


@click.command(epilog="Exit codes: 0 ended by you; 2 it could not begin.")
@takes(DemoOptions)
def demo(asked: DemoOptions) -> None:
    """See in two minutes how an agent is talked with, without a key: steps, a diff, a yes, an undo, a no.

    It makes a small project, and opens a page that says what to say.
    """
    if find_spec("claude_agent_sdk") is None:
        raise Failure(NEEDS.format("demo", "talk claude"))
    with tempfile.TemporaryDirectory(prefix="solovox-demo-") as made:
        room = Path(made)
        workspace = room / "tea-shop"
        for folder in (room / "home", room / "config", workspace):
            folder.mkdir()
        project_in(workspace)
        click.echo(NOT_CLAUDE, err=True)
        command = [
            *(sys.executable, "-m", "solovox", "serve", "--port", str(asked.port)),
            *([] if asked.no_open else ["--open"]),
            *_each("--suggest", *(task.says for task in TOUR)),
            *_each(
                "--set",
                "ear.kind=local",
                "narrator.kind=voice",
                ALL_OF_IT,
                *asked.flags,
                f"workspace={workspace}",
            ),
        ]
        code = run(_beside(LoopbackModel(TourModel()), command, room))
    if code:
        sys.exit(code)


def _each(option: str, *values: str) -> Iterator[str]:
    for one in values:
        yield from (option, one)


async def _beside(model: LoopbackModel, command: Sequence[str], room: Path) -> int:
    """The model, and beside it the server of the page, in a process that has no account. The server's exit code."""
    with _await_signals() as told:
        async with model.serve() as url, asyncio.TaskGroup() as tasks:
            process = await children.beside(command, env=alone(environment(), room, url))

            async def forwarded() -> None:
                await told.wait()
                with contextlib.suppress(ProcessLookupError):
                    process.send_signal(signal.SIGTERM)
                await asyncio.sleep(ENDING_SECONDS)
                with contextlib.suppress(ProcessLookupError):
                    process.kill()

            telling = tasks.create_task(forwarded(), name="told")
            try:
                code = await process.wait()
            finally:
                telling.cancel()
    return FAILED if code < 0 else code


@contextlib.contextmanager
def _await_signals() -> Iterator[asyncio.Event]:
    """SIGTERM and Ctrl-C, as an event."""
    told, loop = asyncio.Event(), asyncio.get_running_loop()
    signs = (signal.SIGTERM, signal.SIGINT)
    for sign in signs:
        loop.add_signal_handler(sign, told.set)
    try:
        yield told
    finally:
        for sign in signs:
            loop.remove_signal_handler(sign)
