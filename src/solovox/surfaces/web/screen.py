"""What can be seen, on all pages.

Rule 1: it is told in the order of decisions. What a page was told since its `state`, folded into that, is the view now.
Rule 2: one of the first clients gets the person's words when they are final, once; of an utterance that goes on, the new words.
"""

from collections.abc import Sequence
from functools import reduce
from typing import Final

from solovox.core import commands as do
from solovox.core.commands import Command
from solovox.core.events import Event, MendRefused, PolicyChanged
from solovox.core.policy import Policy
from solovox.core.units import BEHIND, UtteranceId
from solovox.ports import Clock
from solovox.surfaces.web.page import Page
from solovox.surfaces.web.pages import Pages
from solovox.surfaces.web.shown import QUIET, earlier, settings, shown, shown_first
from solovox.view import View, apply
from solovox.wire.browser import down

UTTERANCES: Final = 16
"""Utterances of which it is known what the first clients were told."""


class Screen:
    """A fold over a session."""

    def __init__(self, pages: Pages, clock: Clock, policy: Policy) -> None:
        self._pages = pages
        self._clock = clock
        self._policy = policy
        self._earlier = earlier(policy)
        self._view = View()
        self._told: dict[UtteranceId, str] = {}

    def see(self, event: Event, commands: Sequence[Command]) -> None:
        """Show what happened and what was decided."""
        if not commands and type(event) in QUIET:
            return
        if isinstance(event, PolicyChanged):
            self._policy = event.policy
        stranger = isinstance(event, MendRefused) and not self._policy.may(event.principal)
        seen = commands if stranger else (event, *commands)  # it takes nothing back (A4)
        before, self._view = self._view.surfaces, reduce(apply, seen, self._view)
        now, some_know_less = self._clock.now(), self._pages.some_know_less
        if before != self._view.surfaces:
            self._pages.tell(down.PagesFrame(tuple(map(str, self._view.surfaces))))
        for one in seen:
            if (frame := shown(one, now)) is not None:
                self._pages.tell(frame)
            if some_know_less:
                self._show_first(one)

    @property
    def works(self) -> bool:
        """Whether an answer is being made, or a tool runs."""
        runs = any(run.working for run in self._view.runs)
        return runs or any(call.result is None for call in self._view.calls)

    def show_all(self, page: Page) -> None:
        """A page that comes gets it all."""
        if page.knows_all:
            holder = self._pages.holder
            name, muted = ("", False) if holder is None else (holder.name, holder.muted)
            state = down.StateFrame(self._view, name, muted, self._clock.now(), self._earlier)
            self._pages.tell_page(page, state, settings(self._policy))

    def _show_first(self, one: Event | Command) -> None:
        frame = shown_first(one)
        if isinstance(one, do.ShowHeard) and one.final and (new := self._new_words(one)):
            frame = down.TranscriptFrame("user", new)
        if frame is not None:
            self._pages.tell_first(frame)

    def _new_words(self, one: do.ShowHeard) -> str:
        if one.source == BEHIND:
            return ""
        before = self._told.get(one.utterance)
        self._told[one.utterance] = one.text
        while len(self._told) > UTTERANCES:
            del self._told[next(iter(self._told))]
        if before is None:
            return one.text.strip()
        return one.text.removeprefix(before).strip() if one.text.startswith(before) else ""
