"""A link that says what is wrong with the arguments of calls, and of yeses to calls, on their way in (C3, A3); how a call is
said, and whether it is grave (A2, N5). What needs a screen to be allowed on is refused where none is (A6).

The core reads no JSON. So it does not ask the person to allow what could not be done, nor take such an edit for a yes.
"""

import json
from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import Generic

from solovox.core.commands import AnswerBrain
from solovox.core.events import Announced, BrainCalled, BrainNeedsYes, ConsentGiven, EarCalled, Event
from solovox.ports import Asked_contra, Happened_co, Link
from solovox.shell.links.yeses import NO_SCREEN, Yeses


class Checked(Generic[Asked_contra, Happened_co]):
    """The same link. `wrong` gets the tool and the arguments of each call, and returns one line or nothing."""

    def __init__(
        self,
        link: Link[Asked_contra, Happened_co],
        wrong: Callable[[str, str], str],
        yeses: Yeses | None = None,
    ) -> None:
        self._link = link
        self._wrong, self._yeses = wrong, yeses or Yeses()
        self._refused = ""
        """What the person was told last. A caller that asks again and again is told alone."""
        self.perform_now: Callable[[Asked_contra], bool] = getattr(link, "perform_now", lambda _: False)

    async def run(self, tell: Callable[[Happened_co], Awaitable[None]]) -> None:
        """The link's own work. What is wrong with the arguments of a call, or of a yes to one, is told with it."""
        wrong = self._wrong

        async def tell_found(found: Event) -> None:
            # It is of the class of what the link told; any link may tell what the person is told.
            await tell(found)  # type: ignore[arg-type]

        async def tell_checked(event: Event) -> None:
            if isinstance(event, EarCalled | BrainCalled):
                event = await self._yeses.judge_call(replace(event, wrong=wrong(event.tool, event.arguments)))
                if await self._refuses(event, tell_found):
                    event = replace(event, wrong=NO_SCREEN)
            elif isinstance(event, BrainNeedsYes) and await self._refuses(event, tell_found):
                refusal = AnswerBrain(event.run, event.call, NO_SCREEN, failed=True)
                await self._link.perform(refusal)  # type: ignore[arg-type]  # whose brain asks is a brain's
                return
            elif isinstance(event, ConsentGiven):
                name, brace, rest = event.text.partition("{")
                tool, arguments = (*event.text.split(maxsplit=1), "", "")[:2]
                found = wrong(tool, arguments) or (
                    _not_an_object(name.strip(), brace + rest) if brace else ""
                )
                event = replace(event, wrong=found)
            await tell_found(event)

        await self._link.run(tell_checked)

    async def _refuses(
        self, act: EarCalled | BrainCalled | BrainNeedsYes, tell: Callable[[Event], Awaitable[None]]
    ) -> bool:
        """Whether it needs a screen that is not there. The person is told."""
        if line := self._yeses.explain_refusal(act):
            if line != self._refused:
                await tell(Announced(line))
            self._refused = line
        return bool(line)

    async def perform(self, command: Asked_contra) -> None:
        """As the link does it."""
        await self._link.perform(command)

    async def aclose(self) -> None:
        """Close the link."""
        await self._link.aclose()


def _not_an_object(name: str, arguments: str) -> str:
    """What is wrong with the arguments in a yes to an agent's own act: their schema is not known here (A5)."""
    try:
        found = json.loads(arguments)
    except (ValueError, RecursionError) as error:
        return " ".join(f"{name}: the arguments are not JSON: {error}".split())
    return "" if isinstance(found, dict) else f"{name}: the arguments are no object"
