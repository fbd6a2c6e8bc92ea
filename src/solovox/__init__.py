"""One voice for any agent. A voice for your own is a function of text:

import solovox

async def agent(text):
    yield f"You said: {text}"

solovox.run(agent)
"""

from collections.abc import AsyncIterator, Awaitable, Callable
from importlib import import_module
from os import PathLike
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from solovox.ports import BrainWork

__all__ = ["run"]


def run(
    agent: "Callable[..., AsyncIterator[str | BrainWork] | Awaitable[str] | str]",
    *,
    wav: str | PathLike[str] | None = None,
    text: str | None = None,
    out: str | PathLike[str] | None = None,
    play: bool = False,
    profile: str = "talk",
    port: int | None = None,
) -> None:
    """Give an agent a voice: open a page to talk at (`solovox serve --open`), until Ctrl-C.

    With `wav` or `text` it answers that, as `solovox ask` does, and returns: the text is printed, the voice is written to
    `out` and, with `play`, played.

    The agent is an async generator of text, or a function that returns text. It gets what was said, and `question` or
    `host` (`solovox.ports`) if it names them. What goes wrong is one line, and ends the program (`SystemExit`).
    """
    # The program is imported when it runs: `import solovox` costs nothing.
    import_module("solovox.cli.own_agent").run(
        agent, wav=wav, text=text, out=out, play=play, profile=profile, port=port
    )
