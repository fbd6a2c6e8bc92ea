"""What REST answers of talks that go on from others."""

import asyncio
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime
from typing import Annotated, Any, Final, Literal, TypeVar

import msgspec
from msgspec import Meta, field
from starlette.responses import PlainTextResponse, Response

from solovox.config.schema import Config, ConfigError, suggestion
from solovox.http.metrics import CONTENT_TYPE, Metrics
from solovox.http.rest.routes import (
    DiskThreads,
    RequestBody,
    got_sound,
    problem,
    route,
    route_delete,
    route_get,
    speech_answer,
)
from solovox.http.rest.shelf import Shelf, earlier
from solovox.http.sockets.session_pages import FULL, CannotJoin, RunningTalk
from solovox.http.sockets.talks import Talks
from solovox.parts.registry import BRAINS, adapter_args, make, names
from solovox.parts.tools.looking import folder
from solovox.ports import AgentSessionError, AgentSessions, Brain
from solovox.ports.offload import OtherProcess

SessionName = Annotated[str, Meta(max_length=200)]


class RunningTalks(msgspec.Struct):
    """The sessions that run, in the order of their beginning."""

    sessions: list[RunningTalk]


class NewTalk(RequestBody):
    """A session to begin: `continue` a kept one as it was heard, or `resume` one of the brain's own, `rewind_to` one of its messages."""

    continue_: Annotated[SessionName | None, Meta(description="The name of a journal.")] = field(
        name="continue", default=None
    )
    resume: Annotated[SessionName | None, Meta(description="The id of a session of the brain's own.")] = None
    rewind_to: Annotated[SessionName | None, Meta(description="The last message that is to be known.")] = None


class BegunTalk(msgspec.Struct):
    """A session that began. A page joins it by `session` in its first frame."""

    session: str


class BrainSession(msgspec.Struct):
    """A session that the brain keeps by itself."""

    id: str
    title: str
    updated: datetime
    folder: str


class BrainSessions(msgspec.Struct):
    """Those of this folder, the newest first. `keeps`: this brain has some of its own."""

    brain: str
    keeps: bool
    sessions: list[BrainSession]


class BrainMessage(msgspec.Struct):
    """A message of a session of the brain's own."""

    id: str
    by: Literal["person", "agent"]
    text: str


class BrainMessages(msgspec.Struct):
    """All that was said in it, the oldest first."""

    messages: list[BrainMessage]


TAG: Final = "sessions"
OWN: Final = "/api/brain/sessions"


class TalkRoutes:
    """What happens now."""

    def __init__(self, talks: Talks) -> None:
        self._talks = talks

    @route_get("/api/sessions", TAG, "Sessions that run")
    async def list_sessions(self) -> RunningTalks:
        """The sessions that run."""
        return RunningTalks(sessions=list(self._talks.running()))

    @route_delete("/api/sessions/{name}", TAG, "End a session")
    async def end(self, name: str) -> None:
        """End a session: it says goodbye, and its journal is whole."""
        if not await self._talks.end(name):
            raise problem(404, "no session of that name runs; those that do: /api/sessions")

    @got_sound("/api/sessions/{name}/holds/{hold}/sound.wav", TAG, "The sound of what waits for a yes")
    async def answer_held_sound(self, name: str, hold: int) -> Response:
        """What the person said that waits for a yes, as it was heard: also of a draft."""
        sound = self._talks.sound_of(name, hold)
        if not sound:
            raise problem(404, "nothing that was spoken waits under this number")
        return speech_answer(sound)


# REST: sessions that begin where another one was: a kept one, as it was heard, or one that the brain keeps by itself.

T = TypeVar("T")
WHICH: Final = "say either continue (a journal) or resume (a session of the brain's own)"
NONE: Final = "brain.kind = {} keeps no sessions of its own"
MOST: Final = 100
"""Sessions of the brain's own that are listed."""
LONGEST: Final = 4_000
"""Characters of a message."""


KindName = Annotated[str, Meta(max_length=100)]


class BeginningRoutes:
    """What begins where another was."""

    def __init__(
        self,
        talks: Talks,
        config: Callable[[], Config],
        shelf: Shelf,
        disk: DiskThreads,
        apart: OtherProcess,
    ) -> None:
        self._talks = talks
        self._config = config
        self._shelf = shelf
        self._quick, self._heavy = disk, apart

    @route("POST", "/api/sessions", TAG, "Go on with an earlier session", says="It began.")
    async def begin(self, wanted: NewTalk) -> BegunTalk:
        """Begin a session that knows an earlier one. A page joins it by its name within a minute, or it may go for another."""
        if (wanted.continue_ is None) == (wanted.resume is None):
            raise problem(422, WHICH)
        if wanted.continue_ is not None:
            if wanted.rewind_to is not None:
                raise problem(422, "rewind_to goes with resume")
            return await self._begin_talk(earlier=await self._read_earlier(wanted.continue_))
        session = await self._resume_session(wanted.resume or "", wanted.rewind_to)
        return await self._begin_talk(agent_session=session)

    @route_get(OWN, TAG, "Sessions of the brain's own")
    async def sessions(self, brain: KindName | None = None) -> BrainSessions:
        """The sessions that the brain keeps by itself, of this folder. Empty where it keeps none. `brain`: of another kind than the one that is
        chosen; it is not started.
        """
        if brain is not None and brain not in names(BRAINS):
            raise problem(422, f"brain cannot be {brain!r}: {suggestion(brain, names(BRAINS))}")
        config, sessions = await self._own(brain)
        kind = brain or config.brain.kind
        if sessions is None:
            return BrainSessions(brain=kind, keeps=False, sessions=[])
        found = await _ask_brain(sessions.list_sessions(MOST))
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

    @route_get(f"{OWN}/{{id}}/messages", TAG, "What was said in one of them")
    async def messages(self, id_: str) -> BrainMessages:
        """What was said in one of them. Their ids are what `rewind_to` takes."""
        found = await _ask_brain((await self._need_sessions()).messages(id_))
        return BrainMessages(
            messages=[
                BrainMessage(id=one.id, by="agent" if one.by_agent else "person", text=one.text[:LONGEST])
                for one in found
                if one.text.strip()
            ]
        )

    async def _begin_talk(self, **given: Any) -> BegunTalk:
        try:
            return BegunTalk(session=await self._talks.begin(**given))
        except CannotJoin as error:
            if error.code == FULL:
                raise problem(503, str(error), {"Retry-After": "5"}) from None
            raise problem(409, str(error)) from None

    async def _read_earlier(self, name: str) -> list[tuple[str, str]]:
        if name in {one.name for one in self._talks.running()}:
            raise problem(409, f"{name} still runs: join it, or end it first")
        await self._quick.run(lambda: self._shelf.check(name))
        return await self._heavy.run(earlier, self._shelf.root, name)

    async def _resume_session(self, session: str, to: str | None) -> str:
        """The id of the session to open: itself, or a new one that knows it up to a message."""
        sessions = await self._need_sessions()
        if to is not None:
            return (await _ask_brain(sessions.fork(session, to))).id
        await _ask_brain(sessions.messages(session))
        return session

    async def _need_sessions(self) -> AgentSessions:
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
            brain: Brain = make(BRAINS, named, adapter_args(config, BRAINS, named, agent=config.agent))
            return config, brain.sessions()

        try:
            return await asyncio.to_thread(made)
        except ConfigError as error:
            raise problem(409, str(error)) from None


async def _ask_brain(what: Awaitable[T]) -> T:
    try:
        return await what
    except AgentSessionError as error:
        raise problem(404, str(error)) from None


# REST: whether the server is well.

STUCK: Final = "the disk does not answer"


class HealthRoutes:
    """What is asked by programs that look after others."""

    def __init__(self, ready: Callable[[], str], metrics: Metrics, unkept: Callable[[], str]) -> None:
        """`ready`: why no new session could begin now; `unkept`: why nothing could be kept now, in one line; empty if it could. It blocks."""
        self._ready = ready
        self._unkept = unkept
        self._disk = DiskThreads(1, STUCK)
        self._metrics = metrics

    @route_get("/healthz", "health", "The process lives", kind="text/plain")
    async def lives(self) -> PlainTextResponse:
        """The process lives."""
        return PlainTextResponse("ok\n")

    @route_get("/readyz", "health", "A new session could begin", kind="text/plain")
    async def ready(self) -> PlainTextResponse:
        """A new session could begin and be kept: engines are loaded, there is room for it here and on the disk, and the server is not
        going away."""
        if why := self._ready() or await self._disk.run(self._unkept):
            raise problem(503, why, {"Retry-After": "5"})
        return PlainTextResponse("ready\n")

    @route_get("/metrics", "health", "Counts, for Prometheus", kind="text/plain")
    async def metrics(self) -> PlainTextResponse:
        """What an operator watches, for Prometheus."""
        return PlainTextResponse(self._metrics.exposition(), media_type=CONTENT_TYPE)
