"""What was said in a talk, for the one that goes on with it after a silence."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from solovox.acts.allowed import AllowedActions
from solovox.app.wiring import SessionParts
from solovox.config.schema import Config, ConfigError
from solovox.core.commands import Command
from solovox.core.errors import SolovoxError
from solovox.core.events import Event
from solovox.core.policy import Policy
from solovox.core.retelling import AGENT, LENGTH, LINES, PERSON
from solovox.core.units import BEHIND, Principal
from solovox.discord.text_out import Write
from solovox.discord.voice.presence import Channel
from solovox.parts.journals import Keep, is_kept, keeping, new_name
from solovox.ports import SurfaceContext, ToolResult
from solovox.ports.places import DISCORD, START_VOICE, STOP_VOICE
from solovox.recordings.keeping import Unkept
from solovox.shell.links.yeses import Freed, none_freed
from solovox.shell.supervisor import Make, Supervisor
from solovox.tools.plugin import plugin_tools
from solovox.view import ShownRun, View, after


class TalkSoFar:
    """A fold over a session. It keeps what a connection would be told again (law L3)."""

    def __init__(self, earlier: Sequence[tuple[str, str]] = ()) -> None:
        self._earlier = tuple(earlier)
        self._view = View()

    def see(self, event: Event, commands: Sequence[Command]) -> None:
        """One event, and what was decided from it."""
        self._view = after(self._view, event, commands)

    @property
    def waits(self) -> bool:
        """Whether something waits for a yes."""
        return bool(self._view.holds)

    def lines(self) -> tuple[tuple[str, str], ...]:
        """Who said what, oldest first: of answers, what was surely heard."""
        lines = list(self._earlier)
        for turn in self._view.turns:
            if turn.words and turn.final and turn.source != BEHIND:
                lines.append((PERSON, turn.words[:LENGTH]))
            lines += [(AGENT, heard[:LENGTH]) for run in turn.runs if (heard := _heard_text(run))]
        return tuple(lines[-LINES:])


def _heard_text(run: ShownRun) -> str:
    return (run.text[: max(0, run.heard_to - run.left_out)] + run.then).strip()


# One session at a time of a supervisor, as whoever wants it sees it: begun, and over.


class BegunSession:
    """Begins one, and waits for its end. Whoever makes it calls `settle`, and the supervisor's owner `ended`."""

    def __init__(self, sessions: Supervisor) -> None:
        self._sessions = sessions
        self.name = ""
        """Of the one that runs, or ran last."""
        self.over: str | Exception | None = None
        """Why the newest is over. None: it runs."""
        self._settled = asyncio.Event()
        """It has begun, or cannot."""
        self._closed = asyncio.Event()
        """None runs."""
        self._closed.set()

    @property
    def runs(self) -> bool:
        """Whether one runs, or is being made."""
        return not self._closed.is_set()

    async def begin(self, make: Make) -> None:
        """Begin one. Raises `SolovoxError`, `ConfigError`: one line."""
        self.name, self.over = new_name(), None
        self._settled.clear()
        self._closed.clear()
        try:
            self._sessions.start(self.name, make)
        except SolovoxError:
            self._closed.set()
            raise
        await self._settled.wait()
        if isinstance(self.over, Exception):
            raise self.over

    def settle(self) -> None:
        """It has begun."""
        self._settled.set()

    async def end(self) -> None:
        """End the one that runs, if one does; one that is being made, when it has begun. Returns when all of it is closed."""
        if not self.runs:
            return
        await self._settled.wait()
        session = self._sessions.get(self.name)
        if session is not None:
            session.hang_up()
        await self._closed.wait()

    async def wait_until_closed(self) -> None:
        """Returns when none runs."""
        await self._closed.wait()

    def mark_ended(self, why: str | Exception) -> None:
        """The supervisor says that it is over."""
        self.over = why
        self._settled.set()
        self._closed.set()


# Which actions an operator has freed in a server: a yes aloud is enough to them there (law A7). It is read at each call.


def freed_in(server: int | None, home: Path | None) -> Freed:
    """Of a server by its id; None: it is none. `home`: where it is kept; None: nowhere."""
    if server is None or home is None:
        return none_freed
    actions = AllowedActions(server, home)

    async def freed(action: str) -> bool:
        return await asyncio.to_thread(actions.has, action)

    return freed


# The persona's two actions of voice: to come and talk in a voice channel, and to talk no more.
#
# Rule 1: they act, so only what an owner said may have them done (laws A4, C5). They need no yes: it is what the commands of the
# same names do.
# Rule 2: what cannot be done is a failed result of one line.

Doing = Callable[[], Awaitable[str]]
"""Does it, and says in one line what was done. Raises `SolovoxError`, `ConfigError`: one line."""
STARTING_S: Final = 120
"""Seconds in which a talk must have begun: its engines may have to be loaded."""


class VoiceActions:
    """A plugin."""

    def __init__(self, start: Doing, stop: Doing) -> None:
        self._start, self._stop = start, stop

    def get_prompt_instructions(self) -> Mapping[str, object]:
        """Its actions."""
        here: Mapping[str, object] = {"payload": {}, "risk": "free"}
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

    async def run_action(self, action: Mapping[str, object]) -> ToolResult:
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


# A talk in voice, as it was asked for.


class TalksAlready(SolovoxError):
    """It talks in this guild. One line says where."""


@dataclass(frozen=True, slots=True)
class WantedTalk:
    """A talk that was asked for: where, by whom, and the text channel beside it. `owners`: the users who own it."""

    channel: Channel
    owner: Principal
    write: Write
    owners: frozenset[int] = frozenset()
    notice: str = ""
    """What those who come are told: where their speech goes, and what is kept of it."""


# Where a talk writes, and what is kept of it.


def write_there(place: SurfaceContext, write: Write) -> None:
    """What the persona writes goes into this text channel."""

    async def say(text: str) -> str:
        await write(text)
        return f"written into the text channel: {text[:60]}"

    place.places.register(DISCORD, say)


def kept_as(name: str, config: Config, policy: Policy) -> Keep:
    """The journal of a session of that name."""
    if config.journals is None or not is_kept(config):
        return Unkept
    return keeping(config.journals / name, "discord", config, policy)
