"""A link whose calls, and yeses to calls, are looked at on their way in: what is wrong with the arguments comes along (C3, A3).

So the core, which reads no JSON, asks nobody to allow what could not be done, and takes no such edit for a yes.
"""

from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import Any, Generic

from solovox.core.events import BrainCalled, ConsentGiven, EarCalled
from solovox.shell.link import Asked_contra, Happened_co, Link


class Checked(Generic[Asked_contra, Happened_co]):
    """The same link. `wrong` is asked of each call: tool and arguments in, one line or nothing out."""

    def __init__(self, link: Link[Asked_contra, Happened_co], wrong: Callable[[str, str], str]) -> None:
        self._link = link
        self._wrong = wrong
        self.perform_now: Callable[[Asked_contra], bool] = getattr(link, "perform_now", lambda _: False)

    async def run(self, tell: Callable[[Happened_co], Awaitable[None]]) -> None:
        """The link's own work; of calls, and of yeses to them, what is wrong with their arguments is told, too."""
        wrong = self._wrong

        async def tell_checked(event: Any) -> None:
            if isinstance(event, EarCalled | BrainCalled):
                event = replace(event, wrong=wrong(event.tool, event.arguments))
            elif isinstance(event, ConsentGiven):
                tool, arguments = (*event.text.split(maxsplit=1), "", "")[:2]
                event = replace(event, wrong=wrong(tool, arguments))
            await tell(event)

        await self._link.run(tell_checked)

    async def perform(self, command: Asked_contra) -> None:
        """As the link does it."""
        await self._link.perform(command)

    async def aclose(self) -> None:
        """Close the link."""
        await self._link.aclose()
