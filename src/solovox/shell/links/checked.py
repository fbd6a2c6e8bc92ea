"""A link whose calls, and yeses to calls, are looked at on their way in: what is wrong with the arguments comes along (C3, A3).

So the core, which reads no JSON, asks nobody to allow what could not be done, and takes no such edit for a yes.
"""

from collections.abc import AsyncIterator, Callable
from dataclasses import replace
from typing import Generic

from solovox.core.events import BrainCalled, ConsentGiven, EarCalled
from solovox.shell.link import Asked_contra, Happened_co, Link


class Checked(Generic[Asked_contra, Happened_co]):
    """The same link. `wrong` is asked of each call: tool and arguments in, one line or nothing out."""

    def __init__(self, link: Link[Asked_contra, Happened_co], wrong: Callable[[str, str], str]) -> None:
        self._link = link
        self._wrong = wrong
        self.prompt = bool(getattr(link, "prompt", False))

    async def run(self) -> None:
        """The link's own work."""
        await self._link.run()

    async def events(self) -> AsyncIterator[Happened_co]:
        """What happens; of calls, and of yeses to them, also what is wrong with their arguments."""
        async for event in self._link.events():
            if isinstance(event, EarCalled | BrainCalled):
                yield replace(event, wrong=self._wrong(event.tool, event.arguments))
            elif isinstance(event, ConsentGiven):
                tool, arguments = (*event.text.split(maxsplit=1), "", "")[:2]
                yield replace(event, wrong=self._wrong(tool, arguments))
            else:
                yield event

    async def perform(self, command: Asked_contra) -> None:
        """As the link does it."""
        await self._link.perform(command)

    async def aclose(self) -> None:
        """Close the link."""
        await self._link.aclose()
