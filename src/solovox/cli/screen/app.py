"""The screen itself: draws what is watched ten times a second where it has changed, and gives the person's keys to the surface.

Rule 1: it decides nothing of the session, and does not end it: `end` asks whoever owns the ending.
Rule 2: nothing moves by itself but what the session, the level and the countdown change.
"""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any, ClassVar, Final

from rich.text import Text
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.events import Key
from textual.widgets import Input, Static

from solovox.cli.screen.drawing import Drawing, ScreenLook
from solovox.cli.screen.keys import END, MUTE, Acting, Writing, act_on_key, act_on_line, oldest, shown_keys
from solovox.cli.screen.terminal import own_screen
from solovox.cli.screen.watched import WatchedTalk
from solovox.cli.talk import TalkSession
from solovox.core.events import FloorGiven, FloorTaken, SurfaceEvent
from solovox.core.units import HoldId

EVERY_SECONDS: Final = 0.1
NARROW: Final = 72
SCROLLS: Final = ("up", "down", "pageup", "pagedown", "home", "end")
STYLE: Final = """
Screen { background: $ground; color: $ink; layout: vertical; }
Static { height: auto; padding: 0 1; background: $ground; }
#talk { height: 1fr; scrollbar-size-vertical: 1; background: $ground; scrollbar-color: $faint; scrollbar-background: $ground; }
#path, #latency, #troubles { color: $faint; }
#line { display: none; border: none; height: 1; padding: 0 1; background: $ground; color: $ink; }
"""


@dataclass(frozen=True, slots=True)
class ScreenActs:
    """What the person's keys do."""

    act: Callable[[SurfaceEvent], None]
    mute: Callable[[bool], None]
    end: Callable[[], None]


class ListenScreen(App[None]):
    """The app. `began` is set when it draws."""

    CSS = STYLE
    AUTO_FOCUS = None
    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding(key, "end", show=False, priority=True) for key in ("ctrl+c", "ctrl+q")
    ]

    def __init__(self, watched: WatchedTalk, acts: ScreenActs, look: ScreenLook) -> None:
        self.look = look  # first: the variables of the style are asked for at once
        super().__init__()
        self.watched = watched
        self.acts = acts
        self.notice = ""
        self.writing: tuple[Writing, HoldId | None] | None = None
        self.began = asyncio.Event()
        self._drawing = Drawing(look.palette, look.brain)
        self._drawn: dict[str, object] = {}

    def get_css_variables(self) -> dict[str, str]:
        """Those of Textual, and our colours."""
        palette = self.look.palette
        ours = {"ground": palette.ground, "ink": palette.text, "faint": palette.faint}
        return super().get_css_variables() | ours

    def compose(self) -> ComposeResult:
        """From the top: state, where the sound goes, the talk, troubles, a line to write, latency, keys."""
        yield Static(id="head")
        yield Static(id="path")
        with VerticalScroll(id="talk", can_focus=False) as talk:
            yield Static(id="said")
            talk.anchor()
        yield Static(id="troubles")
        yield Input(id="line")
        yield Static(id="latency")
        yield Static(id="keys")

    def on_mount(self) -> None:
        """Begin to draw."""
        self.animation_level = "none"
        self.draw()
        self.set_interval(EVERY_SECONDS, self.draw)
        self.began.set()

    def draw(self) -> None:
        """Draw what has changed."""
        watched, drawing = self.watched, self._drawing
        narrow = self.size.width < NARROW
        sign, view = watched.sign, watched.view
        second = -(-watched.now() // 1000) if view.holds else 0
        self._put(
            "head",
            (sign, watched.level, narrow),
            lambda: drawing.head(sign, watched.level, watched.wake, narrow=narrow),
        )
        measured = watched.told.measured
        self._put("path", measured, lambda: Text("\n".join(filter(None, (self.look.path, measured)))))
        self._put("said", (watched.changes, second), lambda: drawing.talk(view, watched.now()))
        self._put(
            "troubles",
            (watched.changes, self.notice),
            lambda: drawing.troubles(watched.told.troubles, self.notice),
        )
        self._put(
            "latency", tuple(watched.latency.took.items()), lambda: drawing.latency(watched.latency.took)
        )
        keys = shown_keys(watched)
        self._put("keys", tuple(keys), lambda: drawing.keys(keys))

    def _put(self, name: str, of: object, draw: Callable[[], Text]) -> None:
        if self._drawn.get(name) == of:
            return
        self._drawn[name] = of
        text = draw()
        static = self.query_one(f"#{name}", Static)
        static.display = bool(text.plain)
        static.update(text)

    def on_key(self, event: Key) -> None:
        """A key of the person."""
        if self.writing is not None:
            if event.key == "escape":
                self._write(None)
            return
        if event.key in END:
            self.action_end()
        elif event.key in SCROLLS:
            self._scroll(event.key)
        elif event.key == MUTE:
            self.watched.muted = not self.watched.muted
            self.acts.mute(self.watched.muted)
        else:
            self._do(event.key)
        event.stop()
        self.draw()

    def _scroll(self, key: str) -> None:
        talk = self.query_one("#talk", VerticalScroll)
        scroll: dict[str, Any] = {
            "up": talk.scroll_up, "down": talk.scroll_down, "pageup": talk.scroll_page_up,
            "pagedown": talk.scroll_page_down, "home": talk.scroll_home, "end": talk.scroll_end,
        }  # fmt: skip
        scroll[key](animate=False)

    def _do(self, key: str) -> None:
        done = act_on_key(key, self.watched)
        self.notice = done if isinstance(done, str) else ""
        if isinstance(done, Writing):
            self._write(done)
        elif done is not None and not isinstance(done, str):
            if isinstance(done, FloorTaken | FloorGiven):
                self.watched.talking = isinstance(done, FloorTaken)
            self.acts.act(done)

    def _write(self, why: Writing | None) -> None:
        """Open the line that is written at the keyboard, or close it."""
        line, hold = self.query_one("#line", Input), oldest(self.watched)
        self.writing = None if why is None else (why, hold.hold if hold else None)
        line.value = hold.text if why is Writing.EDIT and hold else ""
        self.notice = why.value if why else ""
        line.display = why is not None
        if why is not None:
            line.focus()
        else:
            self.set_focus(None)
        self.draw()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """The line is written. A yes goes to what was shown when the writing began, or to nothing."""
        if self.writing is None:
            return
        why, which = self.writing
        hold = next((one for one in self.watched.view.holds if one.hold == which), None)
        done = act_on_line(event.value, why, hold)
        self._write(None)
        if isinstance(done, str):
            self.notice = done
        else:
            self.acts.act(done)
        self.draw()

    def action_end(self) -> None:
        """The person wants to end."""
        self.acts.end()


# A session with its screen, in one event loop. The session owns the ending: the screen is there as long as it is, and no longer.
#
# Rule 1: a key, a signal and a screen that fails end the session in the same way: `TalkSession.end`.
# Rule 2: the terminal is given back before the session's last word is said, whatever happened.


async def held_on_screen(session: TalkSession, watched: WatchedTalk, acting: Acting, look: ScreenLook) -> str:
    """Hold the session to its end, with its screen. Raises what the session raises, and what the screen failed of."""
    screen = ListenScreen(watched, ScreenActs(acting.act, acting.mute, session.end), look)
    loop = asyncio.get_running_loop()
    with own_screen():
        async with asyncio.TaskGroup() as tasks:
            shown = tasks.create_task(_show_screen(screen, session.end), name="screen")
            loop.call_soon(partial(loop.set_task_factory, loop.get_task_factory()))  # Textual sets another
            try:
                return await session.hold()
            finally:
                await screen.began.wait()
                screen.exit()
                await shown


async def _show_screen(screen: ListenScreen, end: Callable[[], None]) -> None:
    """The screen, until it ends; the session with it."""
    try:
        await screen.run_async(mouse=False)
    finally:
        screen.began.set()
        end()
