"""A link that says what is wrong with the arguments of calls, and of yeses to calls, on their way in (C3, A3); how a call is
said, and whether it is grave (A2, N5).

The core reads no JSON. So it does not ask the person to allow what could not be done, nor take such an edit for a yes.
"""

import json
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import replace
from typing import Any, Generic

from solovox.core.events import BrainCalled, BrainNeedsYes, ConsentGiven, EarCalled
from solovox.ports import Asked_contra, Happened_co, Link
from solovox.shell.links.asking import seen
from solovox.text.acts_aloud import in_words


class Checked(Generic[Asked_contra, Happened_co]):
    """The same link. `wrong` gets the tool and the arguments of each call, and returns one line or nothing."""

    def __init__(
        self,
        link: Link[Asked_contra, Happened_co],
        wrong: Callable[[str, str], str],
        grave: Callable[[str, Mapping[str, Any]], bool] = lambda *_: False,
        hide: Callable[[str], str] = lambda text: text,
    ) -> None:
        """`grave`: whether a call cannot be undone, as far as can be told. `hide` puts names in the place of secrets: sign by sign
        nothing would find them any more."""
        self._link = link
        self._wrong, self._grave, self._hide = wrong, grave, hide
        self.perform_now: Callable[[Asked_contra], bool] = getattr(link, "perform_now", lambda _: False)

    async def run(self, tell: Callable[[Happened_co], Awaitable[None]]) -> None:
        """The link's own work. What is wrong with the arguments of a call, or of a yes to one, is told with it."""
        wrong = self._wrong

        async def tell_checked(event: Any) -> None:
            if isinstance(event, EarCalled | BrainCalled):
                event = self._judged(replace(event, wrong=wrong(event.tool, event.arguments)))
            elif isinstance(event, BrainNeedsYes):
                event = replace(event, said=self._said(event.act, event.arguments))
            elif isinstance(event, ConsentGiven):
                name, brace, rest = event.text.partition("{")
                tool, arguments = (*event.text.split(maxsplit=1), "", "")[:2]
                found = wrong(tool, arguments) or (
                    _not_an_object(name.strip(), brace + rest) if brace else ""
                )
                event = replace(event, wrong=found)
            await tell(event)

        await self._link.run(tell_checked)

    def _judged(self, event: Any) -> Any:
        """A call, with the words in which all of it can be said, and whether it is grave. What is no JSON is wrong already."""
        try:
            given = json.loads(event.arguments or "{}")
        except (ValueError, RecursionError):
            return event
        if not isinstance(given, dict):
            return event
        said = self._said(event.tool, event.arguments or "{}")
        grave = self._grave(event.tool, given)
        return replace(event, arguments=seen(event.arguments), said=said, grave=grave)

    def _said(self, act: str, arguments: str) -> str:
        """All of it in words. Empty: it cannot be said whole; so it is where the name of a secret took a part of the JSON."""
        try:
            return in_words(self._hide(act), json.loads(self._hide(arguments)) if arguments else None)
        except (ValueError, RecursionError):
            return ""

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
