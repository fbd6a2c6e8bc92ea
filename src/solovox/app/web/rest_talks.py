"""REST: the sessions that run."""

from collections.abc import Sequence
from typing import Protocol

from fastapi import APIRouter, Response

from solovox.app.web.answers import RunningTalk, RunningTalks
from solovox.app.web.problems import problem
from solovox.app.web.routes import deleted, got, speech_answer, speech_route


class RunningSessions(Protocol):
    """The sessions of this server."""

    def running(self) -> Sequence[RunningTalk]:
        """Those that run, in the order of their beginning."""
        ...

    async def begin(self, earlier: Sequence[tuple[str, str]] = (), agent_session: str = "") -> str:
        """A new session that no page has joined yet; its name. Raises `CannotJoin`."""
        ...

    async def end(self, name: str) -> bool:
        """Say goodbye and end one; False: none of that name runs."""
        ...

    def ready(self) -> str:
        """Why no new session could begin now, in one line; empty if it could."""
        ...

    def sound_of(self, name: str, hold: int) -> bytes:
        """The sound of what waits for a yes in the session of that name. Empty: there is none."""
        ...


class TalkRoutes:
    """What happens now."""

    def __init__(self, talks: RunningSessions) -> None:
        self._talks = talks

    async def listed(self) -> RunningTalks:
        """The sessions that run."""
        return RunningTalks(sessions=list(self._talks.running()))

    async def end(self, name: str) -> None:
        """End a session: it says goodbye, and its journal is whole."""
        if not await self._talks.end(name):
            raise problem(404, "no session of that name runs; those that do: /api/sessions")

    async def held(self, name: str, hold: int) -> Response:
        """What the person said that waits for a yes, as it was heard: also of a draft."""
        sound = self._talks.sound_of(name, hold)
        if not sound:
            raise problem(404, "nothing that was spoken waits under this number")
        return speech_answer(sound)

    def at(self, router: APIRouter) -> None:
        """Put them into a router."""
        add = router.add_api_route
        add("/api/sessions", self.listed, **got("sessions"), summary="Sessions that run")
        add("/api/sessions/{name}", self.end, **deleted("sessions"), summary="End a session")
        held = "/api/sessions/{name}/holds/{hold}/sound.wav"
        speech_route(router, held, self.held, "sessions", "The sound of what waits for a yes")
