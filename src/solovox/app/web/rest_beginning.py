"""REST: sessions that begin where another one was: a kept one, as it was heard, or one that the brain keeps by itself."""

import asyncio
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime
from typing import Annotated, Any, Final, TypeVar

from fastapi import APIRouter, Query

from solovox.app.brains import folder
from solovox.app.registry import BRAINS, given, make, names
from solovox.app.web.beginning_answers import (
    BegunTalk,
    BrainMessage,
    BrainMessages,
    BrainSession,
    BrainSessions,
    NewTalk,
)
from solovox.app.web.decided_again import earlier
from solovox.app.web.offload import DiskThreads, OtherProcess
from solovox.app.web.problems import problem
from solovox.app.web.rest_talks import RunningSessions
from solovox.app.web.routes import changed, got
from solovox.app.web.shelf import Shelf
from solovox.app.web.talks import FULL, CannotJoin
from solovox.config.schema import Config, ConfigError, suggestion
from solovox.ports import AgentSessionError, AgentSessions, Brain

T = TypeVar("T")
WHICH: Final = "say either continue (a journal) or resume (a session of the brain's own)"
NONE: Final = "brain.kind = {} keeps no sessions of its own"
MOST: Final = 100
"""Sessions of the brain's own that are listed."""
LONGEST: Final = 4_000
"""Characters of a message."""


KindName = Annotated[str | None, Query(max_length=100)]


class BeginningRoutes:
    """What begins where another was."""

    def __init__(
        self,
        talks: RunningSessions,
        config: Callable[[], Config],
        shelf: Shelf,
        disk: DiskThreads,
        apart: OtherProcess,
    ) -> None:
        self._talks = talks
        self._config = config
        self._shelf = shelf
        self._quick, self._heavy = disk, apart

    async def begin(self, wanted: NewTalk) -> BegunTalk:
        """Begin a session that knows an earlier one. A page joins it by its name within a minute, or it may go for another."""
        if (wanted.continue_ is None) == (wanted.resume is None):
            raise problem(422, WHICH)
        if wanted.continue_ is not None:
            if wanted.rewind_to is not None:
                raise problem(422, "rewind_to goes with resume")
            return await self._begun(earlier=await self._heard(wanted.continue_))
        session = await self._resumed(wanted.resume or "", wanted.rewind_to)
        return await self._begun(agent_session=session)

    async def sessions(self, brain: KindName = None) -> BrainSessions:
        """The sessions that the brain keeps by itself, of this folder. Empty where it keeps none. `brain`: of another kind than the one that is
        chosen; it is not started.
        """
        if brain is not None and brain not in names(BRAINS):
            raise problem(422, f"brain cannot be {brain!r}: {suggestion(brain, names(BRAINS))}")
        config, sessions = await self._own(brain)
        kind = brain or config.brain.kind
        if sessions is None:
            return BrainSessions(brain=kind, keeps=False, sessions=[])
        found = await _asked(sessions.listed(MOST))
        here = str(folder(config.workspace))
        return BrainSessions(
            brain=kind,
            keeps=True,
            sessions=[
                BrainSession(
                    id=one.id,
                    title=one.title,
                    updated=datetime.fromtimestamp(one.changed / 1000, UTC),
                    folder=here,
                )
                for one in found
            ],
        )

    async def messages(self, id: str) -> BrainMessages:  # noqa: A002  as in the address
        """What was said in one of them. Their ids are what `rewind_to` takes."""
        found = await _asked((await self._needed()).messages(id))
        return BrainMessages(
            messages=[
                BrainMessage(id=one.id, by="agent" if one.by_agent else "person", text=one.text[:LONGEST])
                for one in found
                if one.text.strip()
            ]
        )

    def at(self, router: APIRouter) -> None:
        """Put them into a router."""
        add, own = router.add_api_route, "/api/brain/sessions"
        begun = changed("POST", "sessions") | {"response_description": "It began."}
        add("/api/sessions", self.begin, **begun, summary="Go on with an earlier session")
        add(own, self.sessions, **got("sessions"), summary="Sessions of the brain's own")
        add(
            f"{own}/{{id}}/messages", self.messages, **got("sessions"), summary="What was said in one of them"
        )

    async def _begun(self, **given: Any) -> BegunTalk:
        try:
            return BegunTalk(session=await self._talks.begin(**given))
        except CannotJoin as error:
            if error.code == FULL:
                raise problem(503, str(error), {"Retry-After": "5"}) from None
            raise problem(409, str(error)) from None

    async def _heard(self, name: str) -> list[tuple[str, str]]:
        if name in {one.name for one in self._talks.running()}:
            raise problem(409, f"{name} still runs: join it, or end it first")
        await self._quick.done(lambda: self._shelf.check(name))
        return await self._heavy.done(earlier, self._shelf.root, name)

    async def _resumed(self, session: str, to: str | None) -> str:
        """The id of the session to open: itself, or a new one that knows it up to a message."""
        sessions = await self._needed()
        if to is not None:
            return (await _asked(sessions.fork(session, to))).id
        await _asked(sessions.messages(session))
        return session

    async def _needed(self) -> AgentSessions:
        config, sessions = await self._own()
        if sessions is None:
            raise problem(409, NONE.format(config.brain.kind))
        return sessions

    async def _own(self, kind: str | None = None) -> tuple[Config, AgentSessions | None]:
        def made() -> tuple[Config, AgentSessions | None]:
            config = self._config()
            if config.narrator.kind == "self":
                return config, None
            named = kind or config.brain.kind
            brain: Brain = make(BRAINS, named, given(config, BRAINS, named, agent=config.agent))
            return config, brain.sessions()

        try:
            return await asyncio.to_thread(made)
        except ConfigError as error:
            raise problem(409, str(error)) from None


async def _asked(what: Awaitable[T]) -> T:
    try:
        return await what
    except AgentSessionError as error:
        raise problem(404, str(error)) from None
