"""`solovox demo`: a page to talk at, with Claude Code's real program behind it and a model of ours in place of Claude: no key, no account.

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

from solovox.cli.failing import FAILED, Failure, shown
from solovox.cli.main import NEEDS
from solovox.cli.options import FOLDER, SET
from solovox.config.load import environment
from solovox.demo.alone import agent, alone
from solovox.demo.model import DemoModel
from solovox.demo.sample import sample_in
from solovox.demo.serving import LoopbackModel
from solovox.ports import children
from solovox.shell.clock import run

NOT_CLAUDE: Final = (
    "This is a demonstration. Claude Code's own program does the work, but a small model of ours is in Claude's place: it searches, reads and"
    " edits, and understands plain requests only. No account and no key is used."
)
USE_IT: Final = "To use it, in another terminal:"
TRY: Final = 'solovox ask --text "What is this project about?"'
ENDING_SECONDS: Final = 20.0


@click.command(epilog="Exit codes: 0 ended by you; 2 it could not begin.")
@click.argument("folder", metavar="[FOLDER]", required=False, type=FOLDER)
@click.option(
    "--port", default=8765, show_default=True, type=click.IntRange(0, 65535), help="0: any free one."
)
@click.option("--no-open", is_flag=True, help="Do not open the page in your browser.")
@click.option("--model-only", is_flag=True, help="Serve the model only, and print how to use it.")
@SET
def demo(folder: Path | None, port: int, no_open: bool, model_only: bool, flags: tuple[str, ...]) -> None:
    """Talk with an agent about FOLDER, without a key. Without FOLDER: about a small project that is made for it.

    The agent asks before it changes a file or runs a command; in FOLDER it really does what you allow.
    """
    if not model_only and find_spec("claude_agent_sdk") is None:
        raise Failure(NEEDS.format("demo", "web,claude"))
    with tempfile.TemporaryDirectory(prefix="solovox-demo-") as made:
        room = Path(made)
        for name in ("home", "config", "tea-shop"):
            (room / name).mkdir()
        model = LoopbackModel(DemoModel(), port if model_only else 0)
        click.echo(NOT_CLAUDE, err=True)
        if model_only:
            run(_only(model, room))
            return
        workspace = folder or room / "tea-shop"
        if folder is None:
            sample_in(workspace)
        elif not folder.is_dir():
            raise Failure(f"{shown(str(folder))} is not a folder: name one that exists")
        click.echo(f"workspace: {shown(str(workspace.absolute()))}", err=True)
        command = [
            *(sys.executable, "-m", "solovox", "serve", "--port", str(port)),
            *([] if no_open else ["--open"]),
            *_set("ear.kind=local", "narrator.kind=voice", *flags, f"workspace={workspace.absolute()}"),
        ]
        code = run(_beside(model, command, room))
    if code:
        sys.exit(code)


def _set(*keys: str) -> Iterator[str]:
    for one in keys:
        yield from ("--set", one)


async def _only(model: LoopbackModel, room: Path) -> None:
    """The model, until it is told to end."""
    with _told() as told:
        async with model.served() as url:
            click.echo(USE_IT, err=True)
            click.echo("export " + " ".join(f"{name}={value}" for name, value in agent(room, url).items()))
            click.echo(TRY)
            sys.stdout.flush()
            await told.wait()


async def _beside(model: LoopbackModel, command: Sequence[str], room: Path) -> int:
    """The model, and beside it the server of the page, in a process that has no account. The server's exit code."""
    with _told() as told:
        async with model.served() as url, asyncio.TaskGroup() as tasks:
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
def _told() -> Iterator[asyncio.Event]:
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
