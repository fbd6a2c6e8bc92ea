"""The sessions that a web server holds, and the pages that come back to them.

Rule 1: a session has its place before anything of it is made; beyond the limit it is refused in one line.
Rule 2: a page comes back by its token (`session_pages.py`). It is refused when the page has left.
Rule 3: where all places are taken, a session whose pages have all left, and in which nothing is being made, ends for one that begins.
"""

import asyncio
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import partial
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final

from msgspec import structs
from opentelemetry import trace

from solovox.app.process import Process
from solovox.app.wiring import begin_session, parts
from solovox.brains.guest import GuestBrain
from solovox.config.keeping import days_of
from solovox.config.schema import Config, ConfigError, who
from solovox.core.errors import SolovoxError
from solovox.core.events import Announced, PolicyChanged
from solovox.core.policy import Approval, Policy
from solovox.core.units import HoldId
from solovox.http.guests import Guests
from solovox.http.metrics import Metrics, NoPlace
from solovox.http.persons_settings import PersonsSettings, SetElsewhere
from solovox.http.session_counts import SessionCounts, SessionSpans
from solovox.http.sockets.session_pages import (
    FAILED,
    FULL,
    GONE,
    CannotJoin,
    PageTokens,
    RunningTalk,
    SavedFirst,
    session_of,
)
from solovox.http.sockets.studio_wishes import WISHES, greeting, studio_in, studio_wishes, told_once, wish
from solovox.parts.configured import going_on
from solovox.parts.journals import Keep, is_kept, keeping, new_name, remove_old_sessions
from solovox.parts.now import SessionNow
from solovox.parts.stores import PersonsStore
from solovox.parts.tools.looking import folder
from solovox.ports import Clock, StoreError, SurfaceContext
from solovox.recordings.keeping import Unkept
from solovox.server.state import StateTrouble
from solovox.shell.clock import here_and_now
from solovox.shell.session import Observer, Session
from solovox.shell.supervisor import SessionLimit
from solovox.speech.resample import Resampler
from solovox.store.untold import AwayEnding, AwayWork, UntoldFile
from solovox.studio.session import studio_of
from solovox.studio.studio import Studio
from solovox.surfaces.web.outbox import PageOutbox
from solovox.surfaces.web.page import Page, Rates
from solovox.surfaces.web.pages import SessionOver, TooManyPages
from solovox.surfaces.web.surface import GRACE_MS, WebSurface
from solovox.weights import Cache
from solovox.wire.browser import down, up

FIRST_PROFILE: Final = "studio"
"""What a client gets that knows the frames of the first clients only."""
UNTOLD: Final = "untold"
"""The folder beside the journals'."""
UNJOINED_S: Final = 60
"""Seconds for which a session that was begun without a page keeps its place."""
GOING: Final = "this server is going away: start again in a minute"
SETTINGS: Final[dict[str, dict[str, Any]]] = {
    "approval": {one.value: one for one in Approval},
    "barge_in": {"true": True, "false": False},
    "own_words": {"true": True, "false": False},
    "learning": {"true": True, "false": False},
}
"""What a page may change in its session: the key, and what each value means."""
WHAT_CAN_BE_SET: Final = "; ".join(f"{key}: {', '.join(values)}" for key, values in SETTINGS.items())
NOT_KNOWN: Final = "this page is not known: it was away for too long, or the server began anew; start again"
Folds = Callable[[str, Clock], Sequence[Observer]]
"""What watches a session, by its name and its clock."""


@dataclass(slots=True, eq=False)
class WebTalk:
    """One session of the server."""

    name: str
    profile: str
    began: datetime
    config: Config
    surface: WebSurface | None = None
    """None: it is being made."""
    now: SessionNow | None = None
    """What counts in it at this moment."""
    changes: dict[str, Any] = field(default_factory=dict)
    """What was set in it, by fields of the policy. They are given again with each change: the last may not be decided yet."""
    there: asyncio.Event = field(default_factory=asyncio.Event)
    """Set when it has a surface, or has failed."""
    failed: str = ""
    spans: SessionSpans | None = None
    away: AwayWork | None = None
    """What the person does not know of. None: nothing is kept of it, or the talk has not begun."""
    tokens: PageTokens = field(init=False)

    def __post_init__(self) -> None:
        self.tokens = PageTokens(self.name)

    def ready(self, page: Page) -> down.ReadyFrame:
        """What a page is told first, with a new token."""
        if not page.knows_all:
            return down.ReadyFrame(self.name)
        assert self.surface is not None
        token = self.tokens.give(page, self.surface.pages)
        return down.ReadyFrame(
            self.name, up.SOLOVOX, page.name, token, GRACE_MS, page.taken, who(self.config)
        )


class Talks:
    """All of them. `root`: where journals are kept; None: nowhere."""

    def __init__(
        self,
        weights: Cache,
        limit: int,
        configured: Callable[[str], Config],
        profile: str,
        root: Path | None,
        folds: Folds = lambda *_: (),
        store: PersonsStore | None = None,
    ) -> None:
        self.process = Process(weights, limit, self.end_session)
        self._configured = configured
        self._profile = profile
        self._root = root
        self.metrics = Metrics()
        self._tracer = trace.get_tracer("solovox")
        self._folds = folds
        self._store = store
        self.studio: Studio | None = None
        """That of this server. None: each session that needs one has its own."""
        self.own: PersonsSettings | None = None
        """What needs a yes is kept there for later talks when a page changes it."""
        self._talks: dict[str, WebTalk] = {}
        self.guests = Guests()
        """The agents from outside that are the brain of these sessions."""

    def running(self) -> list[RunningTalk]:
        """Those that run, in the order of their beginning."""
        return [
            RunningTalk(
                name=one.name,
                profile=one.profile,
                since=one.began,
                pages=0 if one.surface is None else one.surface.pages.there,
                working=one.surface is not None and one.surface.works,
            )
            for one in self._talks.values()
        ]

    def get(self, name: str) -> WebTalk | None:
        """The session of that name, if it runs."""
        return self._talks.get(name)

    async def end(self, name: str) -> bool:
        """Say goodbye and end one; False: none of that name runs."""
        talk, session = self._talks.get(name), self.process.sessions.get(name)
        if talk is None or session is None:
            return False
        if talk.surface is not None:
            talk.surface.end(down.SessionEndFrame("user", "it was ended from outside"))
        session.hang_up()
        return True

    def ready(self) -> str:
        """Why no new session could begin now, in one line; empty if it could."""
        sessions = self.process.sessions
        return "" if sessions.full and self._find_left() is not None else sessions.refusal("")

    async def join(self, frame: up.StartFrame, outbox: PageOutbox) -> tuple[WebTalk, Page]:
        """A new page, of a new session or of one that runs. Raises `CannotJoin`."""
        if frame.session:
            talk = self._talks.get(frame.session)
            if talk is None or not frame.solovox:
                raise CannotJoin("this session has ended: start a new one", GONE)
            await talk.there.wait()
        else:
            talk = await self._begin(
                self._profile if frame.solovox else FIRST_PROFILE, wants=studio_wishes(frame)
            )
        if talk.surface is None or talk.failed:
            raise CannotJoin(talk.failed, FAILED)
        page = Page(
            talk.tokens.next_name(),
            bool(frame.solovox),
            Resampler,
            Rates(frame.microphone_rate, frame.speaker_rate),
        )
        try:
            talk.surface.join(page, outbox, talk.ready(page), watch=frame.watch)
        except SessionOver as error:
            raise CannotJoin(str(error), GONE) from None
        except TooManyPages as error:
            raise CannotJoin(str(error), FULL) from None
        if wrong := told_once(talk.now):
            page.tell(down.ErrorFrame(wrong))
        return talk, page

    async def begin(self, earlier: Sequence[tuple[str, str]] = (), agent_session: str = "") -> str:
        """A new session that no page has joined yet; its name. `earlier`: the talk that goes on in it; `agent_session`: the session
        of its brain's own that goes on. Raises `CannotJoin`.
        """
        talk = await self._begin(self._profile, tuple(earlier), agent_session)
        if talk.failed:
            raise CannotJoin(talk.failed, FAILED)
        return talk.name

    def resume(self, frame: up.ResumeFrame, outbox: PageOutbox) -> tuple[WebTalk, Page]:
        """A page is back. Raises `CannotJoin`."""
        talk = self._talks.get(session_of(frame.token))
        page = None if talk is None else talk.tokens.of(frame.token)
        if talk is None or page is None or talk.surface is None or page not in set(talk.surface.pages):
            raise CannotJoin(NOT_KNOWN, GONE)
        try:
            talk.surface.come_back(page, outbox, frame, talk.ready)
        except SessionOver as error:
            raise CannotJoin(str(error), GONE) from None
        return talk, page

    async def set(self, talk: WebTalk, frame: up.SetFrame) -> str:
        """Change a setting of a session. What is wrong with it, in one line."""
        if frame.key in WISHES and (studio := studio_in(talk.now)) is not None:
            return await wish(studio, {frame.key: frame.value}, talk.now)
        value = SETTINGS.get(frame.key, {}).get(frame.value)
        if value is None:
            return f"what can be set: {WHAT_CAN_BE_SET}"
        if frame.key == "learning" and (wrong := await self._learn(on=value)):
            return wrong
        session = self.process.sessions.get(talk.name)
        if isinstance(session, Session) and talk.now is not None:
            talk.changes[frame.key] = value
            await session.tell(PolicyChanged(replace(talk.now.policy, **talk.changes)))
        return await self._approve(frame.value) if frame.key == "approval" else ""

    async def _approve(self, value: str) -> str:
        """What needs a yes in later sessions, unless it is set in a place that goes before. Why it could not be kept, in one line."""
        if self.own is None:
            return ""
        try:
            await asyncio.to_thread(self.own.put, self._profile, "approval", value)
        except SetElsewhere:
            return ""
        except (ConfigError, StateTrouble) as error:
            return str(error)
        return ""

    async def _learn(self, *, on: bool) -> str:
        """Learn from edits in this and all later sessions, or not. Why that cannot be, in one line."""
        if self._store is None:
            return "this server keeps nothing that is taught"
        try:
            await asyncio.to_thread(self._store.learn, on=on)
        except StoreError as error:
            return str(error)
        return ""

    def sound_of(self, name: str, hold: int) -> bytes:
        """The sound of what waits for a yes in the session of that name. Empty: there is none."""
        talk = self._talks.get(name)
        held = None if talk is None or talk.now is None else talk.now.held
        return b"" if held is None else held.sound_of(HoldId(hold))

    def say_goodbye(self) -> None:
        """The server is going away: all pages are told."""
        for talk in self._talks.values():
            if talk.surface is not None:
                talk.surface.end(down.SessionEndFrame("timeout", GOING))

    def end_session(self, name: str, why: str | Exception) -> None:
        """A session is over."""
        talk = self._talks.pop(name, None)
        if talk is None:
            return
        self.guests.end_talk(name)
        self.metrics.count_end(why)
        if talk.away is not None:
            talk.away.save(here_and_now().timestamp())  # a few kilobytes
        if talk.spans is not None:
            talk.spans.end_trace(why)
        talk.failed = (
            str(why) if isinstance(why, SolovoxError | ConfigError) else "the session could not go on"
        )
        if talk.surface is not None:
            talk.surface.end(down.SessionEndFrame("error", talk.failed))
        talk.there.set()

    async def _begin(
        self,
        profile: str,
        earlier: tuple[tuple[str, str], ...] = (),
        agent_session: str = "",
        wants: Mapping[str, str] = MappingProxyType({}),
    ) -> WebTalk:
        sessions = self.process.sessions
        if sessions.full and (left := self._find_left()) is not None:
            sessions.let_go(left.name)
        try:
            config = self._configured(profile)
            if agent_session:
                config = going_on(config, agent_session)
            talk = WebTalk(new_name(), profile, here_and_now(), config)
            sessions.start(talk.name, partial(self._make_session, talk, earlier, wants))
        except SessionLimit as error:
            self.metrics.count_refusal(NoPlace.FULL if sessions.full else NoPlace.DRAINING)
            raise CannotJoin(str(error), FULL) from None
        except ConfigError as error:
            raise CannotJoin(str(error), FAILED) from None
        self._talks[talk.name] = talk
        self.metrics.began()
        await talk.there.wait()
        return talk

    def _find_left(self) -> WebTalk | None:
        """One that may end for another (rule 3)."""
        for talk in self._talks.values():
            surface = talk.surface
            idle = surface is not None and not surface.works and self._is_left(talk, surface)
            if idle and self.process.sessions.has_place(talk.name):
                return talk
        return None

    def _is_left(self, talk: WebTalk, surface: WebSurface) -> bool:
        """Whether its pages have left, or none came to it for a while."""
        waited = (here_and_now() - talk.began).total_seconds() > UNJOINED_S
        return surface.pages.have_left or (waited and not len(surface.pages))

    async def _make_session(
        self, talk: WebTalk, earlier: tuple[tuple[str, str], ...], wants: Mapping[str, str]
    ) -> Session:
        config = structs.replace(talk.config, journals=self._root)
        studio = await asyncio.to_thread(studio_of, config, self.process.engines, self.studio)
        own = await asyncio.to_thread(parts, config, self.process.engines, self._store, studio)
        own = replace(own, policy=replace(own.policy, earlier=earlier))
        talk.now = own.now
        if studio is not None:
            studio.wrong = await wish(studio, wants, own.now)
        talk.away = self._away(talk)
        keep, gone = self._keep(talk, own.policy), ""
        if self._root is not None:
            gone = await asyncio.to_thread(remove_old_sessions, self._root, config)
        saved: list[SavedFirst] = []

        def journal() -> SavedFirst:
            saved.append(SavedFirst(keep()))
            return saved[0]

        def surface(place: SurfaceContext) -> WebSurface:
            talk.surface = WebSurface(place.sound, place.clock, policy=own.policy)
            saved[0].before(talk.surface)
            return talk.surface

        def folds(clock: Clock) -> Sequence[Observer]:
            talk.spans = SessionSpans(self._tracer, talk.name, talk.profile, clock)
            counted = SessionCounts(self.metrics, clock, talk.spans.trace_answer)
            away = () if talk.away is None else (talk.away,)
            return (*saved, counted, *away, *self._folds(talk.name, clock))

        session = await begin_session(own, surface, journal, folds)
        if isinstance(own.brain, GuestBrain):
            self.guests.began(talk.name, own.brain)
        if gone:
            await session.tell(Announced(f"{gone}.", aloud=False))
        for ending in await asyncio.to_thread(untold_of, talk):
            await session.tell(Announced(ending.describe()))
        for said in greeting(talk.now, wants):
            await session.tell(said)
        talk.there.set()
        return session

    def _away(self, talk: WebTalk) -> AwayWork | None:
        if self._root is None or not is_kept(talk.config):
            return None
        return AwayWork(UntoldFile(self._root.parent / UNTOLD, folder(talk.config.workspace)))

    def _keep(self, talk: WebTalk, policy: Policy) -> Keep:
        if self._root is None or not is_kept(talk.config):
            return Unkept
        return keeping(self._root / talk.name, talk.profile, talk.config, policy)


def untold_of(talk: WebTalk) -> Sequence[AwayEnding]:
    """What became of work while the person was away. Blocks."""
    if talk.away is None:
        return ()
    days = days_of(talk.config.keep)
    return talk.away.file.take_endings(0.0 if days is None else here_and_now().timestamp() - days * 86_400)
