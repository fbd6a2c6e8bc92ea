"""The persona's two actions of voice: to come and talk in a voice channel, and to talk no more.

Rule 1: they act, so only what an owner said may have them done (laws A4, C5). They need no yes: it is what the commands of the
same names do.
Rule 2: what cannot be done is a failed result of one line.
"""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import replace
from typing import Any, Final

from solovox.app.wiring import SessionParts
from solovox.config.schema import ConfigError
from solovox.core.errors import SolovoxError
from solovox.ports import ToolResult
from solovox.ports.places import START_VOICE, STOP_VOICE
from solovox.tools.plugin import plugin_tools

Doing = Callable[[], Awaitable[str]]
"""Does it, and says in one line what was done. Raises `SolovoxError`, `ConfigError`: one line."""
STARTING_S: Final = 120
"""Seconds in which a talk must have begun: its engines may have to be loaded."""


class VoiceActions:
    """A plugin."""

    def __init__(self, start: Doing, stop: Doing) -> None:
        self._start, self._stop = start, stop

    def get_prompt_instructions(self) -> Mapping[str, Any]:
        """Its actions."""
        here: Mapping[str, Any] = {"payload": {}, "risk": "free"}
        return {
            START_VOICE: {
                "description": "Come into the voice channel where the person is who asks, and talk with the people there. "
                "Only when they want to talk with you by voice.",
                "timeout": STARTING_S,
                **here,
            },
            STOP_VOICE: {
                "description": "End the talk in the voice channel, and leave it. Only when the person wants you to go.",
                **here,
            },
        }

    async def run_action(self, action: Mapping[str, Any]) -> ToolResult:
        """Do it."""
        kind = action["type"]
        try:
            line = await (self._start if kind == START_VOICE else self._stop)()
        except (SolovoxError, ConfigError) as refused:
            return ToolResult(str(refused), failed=True)
        return ToolResult(line, f"{kind}: {line[:60]}")


def with_voice(own: SessionParts, start: Doing, stop: Doing) -> SessionParts:
    """The parts of a session that has these actions too."""
    new = plugin_tools(VoiceActions(start, stop))
    policy = replace(own.policy, tools=(*own.policy.tools, *map(own.spec, new)))
    return replace(own, tools=(*own.tools, *new), policy=policy)
