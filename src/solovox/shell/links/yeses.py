"""What a yes takes in a session (laws A2, A6, A7): which calls are grave, how they are said, and whether there is a screen to allow
them on.
"""

import json
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final, TypeVar

from solovox.acts.aloud import in_words
from solovox.core.events import BrainCalled, BrainNeedsYes, EarCalled
from solovox.core.units import CallId, RunId
from solovox.ports import Act, SaidAct, Tool
from solovox.text.escapes import without_escapes

# What an agent asks to do by itself, as an event: what the person reads is what it does. Pure.
#
# Rule: it is shown whole and bounded, or it is not allowed. It is said whole, or not at all. What could not be seen in it (controls, what
# turns the direction of a text) is written so that it is: an escape sequence that is taken out may be a command to a shell.

ACT: Final = 40_000
RISK: Final = 4_000
"""In characters."""


def canonical(arguments: Mapping[str, object]) -> str:
    """Arguments as JSON with sorted keys and no spaces. Raises `TypeError` or `ValueError` for what is not JSON."""
    return json.dumps(arguments, sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False)


def show_controls(text: str) -> str:
    """The text with what is not seen in it as JSON writes it: JSON means the same then."""
    return "".join(one if one.isprintable() or one in "\n\t" else json.dumps(one)[1:-1] for one in text)


def aloud(parts: Sequence[str], more: Mapping[str, object], hide: Callable[[str], str]) -> str:
    """An act in words that a voice can say. `hide` puts names in the place of secrets: sign by sign nothing would find them any more.
    Empty: it cannot be said whole; so it is where the name of a secret took a part of the JSON."""
    try:
        return in_words(*map(hide, parts), more=json.loads(hide(canonical(more))))
    except (TypeError, ValueError, RecursionError):
        return ""


def ask_permission(run: RunId, act: Act, hide: Callable[[str], str] = lambda text: text) -> BrainNeedsYes:
    """The event. Its call has no name yet. Raises `ValueError`, in one line, for what cannot be asked."""
    text, arguments = show_controls(act.text), ""
    if act.arguments is not None:
        text = " ".join(text.split())
        if "{" in text:  # where the name ends would be in doubt
            raise ValueError("the name of what is to be allowed has a brace")
        arguments = _show_arguments(act.arguments)
    if len(text) + len(arguments) > ACT:  # a yes to a part of it would be a yes to what was not read
        raise ValueError(f"say what is to be allowed in at most {ACT} characters")
    named = (text if act.arguments is None else text.replace("_", " "),)
    spoken = act.spoken or SaidAct(named, json.loads(arguments or "{}"))
    said = aloud(spoken.parts, spoken.more, hide)
    return BrainNeedsYes(
        run, CallId(""), text, without_escapes(act.risk)[:RISK], arguments, said, grave=act.grave
    )


def _show_arguments(arguments: Mapping[str, object]) -> str:
    try:
        return show_controls(canonical(arguments))
    except (TypeError, ValueError) as error:
        raise ValueError(f"the arguments of what is to be allowed are not JSON: {error}") from None


Call = TypeVar("Call", bound=EarCalled | BrainCalled)
Freed = Callable[[str], Awaitable[bool]]
"""Whether an operator has freed an action, by its name: a yes aloud is enough."""
NO_SCREEN: Final = (
    "it was not allowed: no screen is here on which the person could allow it, and a yes aloud is not enough for it."
    " They were told so. Do without it"
)
"""What a caller is told."""
NOT_DONE: Final = (
    "Not done, for it needs a screen to be allowed on: {}. Open the page of this talk, and ask for it again."
)
LONG: Final = "something that is too long to read out"


def is_grave(tool: Tool) -> bool:
    """What a tool changes we cannot give back, unless who wrote it says otherwise. What only looks changes nothing."""
    return tool.effects if tool.grave is None else tool.grave


async def none_freed(_: str) -> bool:
    """No operator has freed anything there."""
    return False


@dataclass(frozen=True, slots=True)
class Yeses:
    """Of one session. `get`: its tools by name. `asks`: whether a yes is asked for one. `blind`: whether no screen is there.
    `freed`: whether an operator has freed an action there, so that a yes aloud is enough. `hide` puts names in the
    place of secrets."""

    get: Callable[[str], Tool | None] = lambda _: None
    asks: Callable[[str], bool] = lambda _: True
    blind: Callable[[], bool] = lambda: False
    freed: Freed = none_freed
    hide: Callable[[str], str] = lambda text: text

    async def judge_call(self, call: Call) -> Call:
        """A call, with the words in which all of it can be said, and whether it is grave. What is no JSON is wrong already."""
        try:
            given = json.loads(call.arguments or "{}")
        except (ValueError, RecursionError):
            return call
        if not isinstance(given, dict):
            return call
        tool = self.get(call.tool)
        grave = tool is not None and is_grave(tool) and not await self.freed(call.tool)
        said = self._say_call(call.tool, tool, given)
        return replace(call, arguments=show_controls(call.arguments), said=said, grave=grave)

    def explain_refusal(self, act: EarCalled | BrainCalled | BrainNeedsYes) -> str:
        """What the person is told where an act needs a screen, and none is there. Empty: it may be asked for."""
        if not (act.grave or not act.said) or not self.blind():
            return ""
        if not isinstance(act, BrainNeedsYes) and (act.wrong or not self.asks(act.tool)):
            return ""
        return NOT_DONE.format(act.said or LONG)

    def _say_call(self, name: str, tool: Tool | None, given: Mapping[str, object]) -> str:
        called = (tool.spoken_name if tool is not None else "") or name
        return aloud((f"call {called}".replace("_", " "),), given, self.hide)
