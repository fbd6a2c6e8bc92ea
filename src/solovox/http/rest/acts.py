"""REST: what agents did in the workspace, given back; and what they may do there unasked (laws A7, U2)."""

import asyncio
import os
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated, Final, Literal

import msgspec
from msgspec import Meta
from starlette.requests import Request

from solovox.acts import shell
from solovox.acts.allowed import LONGEST, AllowedCommand, AllowedCommands, NotAllowedError
from solovox.acts.fence import fence_of
from solovox.acts.kept import ChangedSinceError, NotKeptError
from solovox.acts.shell import parts
from solovox.acts.undo import Done, UndoLog
from solovox.brains.undoing import name_paths, sentence
from solovox.config.schema import Config
from solovox.http.auth.guard import BROWSER
from solovox.http.auth.known_browsers import KnownBrowsers
from solovox.http.rest.routes import RequestBody, problem, route, route_delete, route_get
from solovox.parts.tools.looking import folder
from solovox.shell.clock import here_and_now


class DoneActs(msgspec.Struct):
    """What one answer did in the workspace."""

    id: int
    at: Annotated[str, Meta(description="When, in ISO 8601.")]
    who: Annotated[str, Meta(description="Which agent. Empty: it is not known.")]
    asked: Annotated[str, Meta(description="What the person asked for.")]
    acts: list[str]
    paths: Annotated[list[str], Meta(description="What it changed, the first 20.")]
    changed: Annotated[int, Meta(description="How many paths.")]
    undone: bool


class Acts(msgspec.Struct):
    """What was done in the workspace, oldest first, and what is free in it."""

    folder: str
    fenced: Annotated[bool, Meta(description="Whether commands can be run behind a fence that holds.")]
    hindered: Annotated[
        str,
        Meta(
            description="Why the newest that stands could not be given back now, as far as it is seen at a glance."
        ),
    ]
    done: list[DoneActs]
    allowed: list[AllowedCommand]


class NewFreeCommand(RequestBody):
    """A command to be free."""

    command: Annotated[str, Meta(max_length=LONGEST)]
    bare: bool = False


class GoneTo(RequestBody):
    """To when one goes."""

    after: Annotated[
        int, Meta(ge=0, description="The id of an answer: it stands, and none after it. 0: none stands.")
    ]


class ShellCommand(RequestBody):
    """A line for bash."""

    command: Annotated[str, Meta(max_length=shell.LONGEST)]


class CommandPart(msgspec.Struct):
    """A part of one."""

    kind: Literal["program", "argument", "operator", "redirection", "substitution", "comment"]
    text: str


class CommandParts(msgspec.Struct):
    """All parts: together they are the command. None: bash's grammar does not take it for a line."""

    parts: list[CommandPart]


class GivenBack(msgspec.Struct):
    """What an undo or a redo did, in a sentence."""

    said: str


PATHS: Final = 20
WHO: Final = "the page"


class ActRoutes:
    """Acts in the workspace that new talks have. `state`: where they are kept; `browsers`: who may free a command."""

    def __init__(self, config: Callable[[], Config], state: Path, browsers: KnownBrowsers) -> None:
        self._config = config
        self._state = state
        self._browsers = browsers
        self._tried: dict[Path, bool] = {}

    @route_get("/api/acts", "acts", "What agents did, and may do unasked")
    async def list_acts(self) -> Acts:
        """What agents did in the workspace, and which commands they may run there unasked."""
        log, allowed = self._log(), self._open_allowed()
        done, hindered, free = await asyncio.to_thread(
            lambda: (log.read_log(), log.why_hindered(), allowed.read_allowed())
        )
        return Acts(
            folder=str(log.folder),
            fenced=await self._has_fence(log.folder),
            hindered=hindered,
            done=[*map(_describe_done, done)],
            allowed=free,
        )

    @route("POST", "/api/acts/undo", "acts", "Undo what the last answer did")
    async def undo(self) -> GivenBack:
        """Give back what the newest answer that stands changed."""
        return await self._turn("there is nothing to undo", self._log().turn(undone=True))

    @route("POST", "/api/acts/redo", "acts", "Undo the last undo")
    async def redo(self) -> GivenBack:
        """Undo the newest undo."""
        return await self._turn("there is nothing to redo", self._log().turn(undone=False))

    @route("POST", "/api/acts/go", "acts", "Go back, or forward, to after an answer")
    async def go(self, to: GoneTo) -> GivenBack:
        """Have all answers up to one stand, and none after it."""
        return await self._turn("the folder is as it was then", self._log().go_to(to.after))

    async def _turn(self, nothing: str, turning: Awaitable[list[Done]]) -> GivenBack:
        try:
            done = await turning
        except ChangedSinceError as error:
            raise problem(409, f"{name_paths(error.paths)} was changed since: nothing was touched") from None
        except (NotKeptError, OSError) as error:
            raise problem(409, str(error)) from None
        if not done:
            raise problem(404, nothing)
        return GivenBack(said=sentence(done))

    @route("POST", "/api/acts/parts", "acts", "What each part of a command is to the shell")
    async def parts(self, of: ShellCommand) -> CommandParts:
        """What each part of a command is to the shell."""
        found = await asyncio.to_thread(parts, of.command)
        return CommandParts(parts=[CommandPart(kind=kind.value, text=text) for kind, text in found])

    @route("POST", "/api/acts/allowed", "acts", "Always allow a command here")
    async def free(self, wanted: NewFreeCommand, request: Request) -> AllowedCommand:
        """Have a command not asked for any more in this workspace."""
        browser = self._browsers.get(request.scope.get(BROWSER, ""))
        who = WHO if browser is None else f"{WHO}, {browser.name}"
        add = self._open_allowed().add
        try:
            made = await asyncio.to_thread(add, wanted.command, who, here_and_now(), bare=wanted.bare)
        except NotAllowedError as error:
            raise problem(422, str(error)) from None
        return made

    @route_delete("/api/acts/allowed/{id}", "acts", "Ask for a command again")
    async def ask_again(self, id_: str) -> None:
        """Have it asked for again."""
        if not await asyncio.to_thread(self._open_allowed().remove, id_):
            raise problem(404, "nothing of that name is free here")

    async def _has_fence(self, place: Path) -> bool:
        """The fence is tried once for each workspace."""
        if place not in self._tried:
            self._tried[place] = await fence_of(place, os.environ) is not None
        return self._tried[place]

    def _log(self) -> UndoLog:
        return UndoLog(folder(self._config().workspace).resolve(), self._state / "undo")

    def _open_allowed(self) -> AllowedCommands:
        return AllowedCommands(folder(self._config().workspace).resolve(), self._state / "allowed")


def _describe_done(one: Done) -> DoneActs:
    at = datetime.fromtimestamp(one.at, UTC).isoformat(timespec="seconds")
    return DoneActs(
        id=one.id,
        at=at,
        who=one.who,
        asked=one.asked,
        acts=[*one.acts],
        paths=[*one.paths[:PATHS]],
        changed=len(one.paths),
        undone=one.undone,
    )
