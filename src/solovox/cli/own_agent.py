"""`solovox.run`: the commands `serve --open` and `ask`, with a function of the program's own as the brain.

Rule: what goes wrong is one line, and ends the program with the exit code of the command.
"""

import asyncio
import os
import threading
from collections.abc import Callable
from typing import Final

from solovox.brains.python import more_taken, name_of
from solovox.cli.failing import WRONG, tell
from solovox.cli.main import main

IN_A_LOOP: Final = "solovox.run runs a loop of its own: call it outside of async functions and notebooks"
IN_A_THREAD: Final = "solovox.run serves its page in the main thread only: call it there"
Named = str | os.PathLike[str]


def run(
    agent: Callable[..., object],
    *,
    wav: Named | None,
    text: str | None,
    out: Named | None,
    play: bool,
    profile: str,
    port: int | None,
) -> None:
    """As `solovox.run` says. Raises `SystemExit` if it did not work."""
    asks = wav is not None or text is not None
    line = wrong_call(asks=asks, both=None not in (wav, text), sounds=play or out is not None, port=port)
    if line := line or wrong_agent(agent):
        tell(line)
        raise SystemExit(WRONG)
    arguments = ["ask" if asks else "serve", "--profile", profile]
    if asks:
        arguments += ["--play"] if play else []
        arguments += [] if out is None else ["--out", os.fspath(out)]
        arguments += ["--text", text] if text is not None else []
        arguments += ["--", os.fspath(wav)] if wav is not None else []
    else:
        arguments += ["--open"] + ([] if port is None else ["--port", str(port)])
    if code := main(arguments, agent):
        raise SystemExit(code)


def wrong_agent(agent: object) -> str:
    """Why it cannot be one. Empty: it can."""
    try:
        more_taken(agent, name_of(agent))
    except ValueError as error:
        return f"solovox.run: {error}"
    return ""


def wrong_call(*, asks: bool, both: bool, sounds: bool, port: int | None) -> str:
    """What cannot be asked for, in one line. Empty: it can."""
    if both:
        return "solovox.run: give wav= or text=, not both"
    if sounds and not asks:
        return "solovox.run: out= and play= are for an answer: give wav= or text= with them"
    if asks and port is not None:
        return "solovox.run: port= is for the page: leave it out, or leave out wav= and text="
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return "" if asks or threading.current_thread() is threading.main_thread() else IN_A_THREAD
    return IN_A_LOOP
