"""One voice for any agent. A voice for your own is a function of text:

import solovox

async def agent(text):
    yield f"You said: {text}"

solovox.run(agent)
"""

from collections.abc import AsyncIterator, Awaitable, Callable
from importlib import import_module
from os import PathLike
from typing import TYPE_CHECKING, Any, TypeVar, overload

if TYPE_CHECKING:
    from solovox.ports import BrainWork

__all__ = ["run", "tool"]

Function = TypeVar("Function", bound=Callable[..., Any])


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


@overload
def tool(function: Function) -> Function: ...
@overload
def tool(
    *,
    effects: bool = True,
    risk: str | None = None,
    timeout: float | None = None,
    read_aloud: bool = False,
    name: str | None = None,
) -> Callable[[Function], Function]: ...
def tool(function: Any = None, **said: Any) -> Any:
    """Marks a function as a tool: `@solovox.tool`, or with what it says of itself: `@solovox.tool(effects=False)`.

    `effects`: whether it does more than look; then it waits for a yes. `risk`: whether it asks, whatever its effects:
    `free`, `ask` or `never` (it is refused). `timeout`: seconds without a sign of life after which it has failed; else 20.
    `read_aloud`: it only looks, and its result is a whole answer that a live ear may have read. `name`: else the function's.

    The function stays what it is. What cannot be is said where it becomes a tool.
    """

    def marked(one: Any) -> Any:
        one.__solovox_tool__ = said
        return one

    return marked if function is None else marked(function)
