"""REST: what agents did in the workspace, given back; and what they may do there unasked (laws A7, U2)."""

import asyncio
import os
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from fastapi import APIRouter

from solovox.acts.allowed import AllowedCommand, AllowedCommands, NotAllowedError
from solovox.acts.fence import fence_of
from solovox.acts.snapshots import ChangedSinceError, NotKeptError
from solovox.acts.undo import Done, UndoLog
from solovox.app.brains import folder
from solovox.app.web.act_answers import Acts, DoneActs, FreeCommand, GivenBack, NewFreeCommand
from solovox.app.web.problems import problem
from solovox.app.web.routes import changed, deleted, got
from solovox.brains.undoing import named, sentence
from solovox.config.schema import Config
from solovox.shell.clock import here_and_now

PATHS: Final = 20
WHO: Final = "the page"


class ActRoutes:
    """Acts in the workspace that new talks have. `state`: where they are kept."""

    def __init__(self, config: Callable[[], Config], state: Path) -> None:
        self._config = config
        self._state = state
        self._tried: dict[Path, bool] = {}

    async def listed(self) -> Acts:
        """What agents did in the workspace, and which commands they may run there unasked."""
        log, allowed = self._log(), self._allowed()
        done, free = await asyncio.to_thread(lambda: (log.known(), allowed.known()))
        fenced = await self._fenced(log.folder)
        return Acts(
            folder=str(log.folder), fenced=fenced, done=[*map(_done, done)], allowed=[*map(_free, free)]
        )

    async def undo(self) -> GivenBack:
        """Give back what the newest answer that stands changed."""
        return await self._turned(redo=False)

    async def redo(self) -> GivenBack:
        """Undo the newest undo."""
        return await self._turned(redo=True)

    async def _turned(self, *, redo: bool) -> GivenBack:
        log = self._log()
        try:
            done = await (log.redo() if redo else log.undo())
        except ChangedSinceError as error:
            raise problem(409, f"{named(error.paths)} was changed since: nothing was touched") from None
        except (NotKeptError, OSError) as error:
            raise problem(409, str(error)) from None
        if done is None:
            raise problem(404, f"there is nothing to {'redo' if redo else 'undo'}")
        return GivenBack(said=sentence(done))

    async def free(self, wanted: NewFreeCommand) -> FreeCommand:
        """Have a command not asked for any more in this workspace."""
        allowed = self._allowed()
        try:
            made = await asyncio.to_thread(allowed.add, wanted.command, WHO, here_and_now(), bare=wanted.bare)
        except NotAllowedError as error:
            raise problem(422, str(error)) from None
        return _free(made)

    async def ask_again(self, id: str) -> None:  # noqa: A002  as in the address
        """Have it asked for again."""
        if not await asyncio.to_thread(self._allowed().remove, id):
            raise problem(404, "nothing of that name is free here")

    def at(self, router: APIRouter) -> None:
        """Put them into a router."""
        add, post = router.add_api_route, changed("POST", "acts")
        add("/api/acts", self.listed, **got("acts"), summary="What agents did, and may do unasked")
        add("/api/acts/undo", self.undo, **post, summary="Undo what the last answer did")
        add("/api/acts/redo", self.redo, **post, summary="Undo the last undo")
        add("/api/acts/allowed", self.free, **post, summary="Always allow a command here")
        add("/api/acts/allowed/{id}", self.ask_again, **deleted("acts"), summary="Ask for a command again")

    async def _fenced(self, place: Path) -> bool:
        """The fence is tried once for each workspace."""
        if place not in self._tried:
            self._tried[place] = await fence_of(place, os.environ) is not None
        return self._tried[place]

    def _log(self) -> UndoLog:
        return UndoLog(folder(self._config().workspace).resolve(), self._state / "undo")

    def _allowed(self) -> AllowedCommands:
        return AllowedCommands(folder(self._config().workspace).resolve(), self._state / "allowed")


def _done(one: Done) -> DoneActs:
    at = datetime.fromtimestamp(one.at, UTC).isoformat(timespec="seconds")
    return DoneActs(
        id=one.id,
        at=at,
        acts=[*one.acts],
        paths=[*one.paths[:PATHS]],
        changed=len(one.paths),
        undone=one.undone,
    )


def _free(one: AllowedCommand) -> FreeCommand:
    return FreeCommand(id=one.id, command=one.command, bare=one.bare, who=one.who, at=one.at)
