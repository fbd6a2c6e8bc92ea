"""What each key does: pure."""

from enum import Enum
from typing import Final

from solovox.cli.screen.watched import WatchedTalk
from solovox.core.events import (
    ConsentDenied,
    ConsentGiven,
    FloorGiven,
    FloorTaken,
    SilenceAsked,
    StopAsked,
    SurfaceEvent,
    Typed,
)
from solovox.core.units import InputMeans
from solovox.surfaces.devices.surface import DeviceSurface
from solovox.view import ShownHold


class Acting:
    """Gives the person's acts to the surface, once there is one."""

    def __init__(self) -> None:
        self._surface: DeviceSurface | None = None

    def take_surface(self, surface: DeviceSurface) -> None:
        """The session has its surface."""
        self._surface = surface

    def act(self, event: SurfaceEvent) -> None:
        """The person did something."""
        if self._surface is not None:
            self._surface.act(event)

    def mute(self, muted: bool) -> None:
        """The microphone is off, or on."""
        if self._surface is not None:
            self._surface.mute(muted=muted)


BY: Final = InputMeans.KEY


class Writing(Enum):
    """What a line is written for; what stands before it."""

    TYPE = "type what you want, Enter sends it"
    EDIT = "put it right, Enter is your yes to it"
    CODE = "type its code, Enter is your yes"


NOTHING_WAITS: Final = "nothing waits for your yes"
NOT_EDITABLE: Final = "it is done as it stands, or not: y or n"
LINES: Final = "it has several lines: edit it at the page (solovox talk)"
NO_CODE: Final = "that is not its code: nothing was allowed"
TALK: Final = "space"
SILENCE: Final = ("s", "escape")
STOP: Final = ("x", "ctrl+full_stop")
GRANT, DENY, EDIT, TYPE, MUTE = "y", "n", "e", "t", "m"
END: Final = ("q", "ctrl+c")

Done = SurfaceEvent | Writing | str | None
"""What a key comes to: an event, a line to be written, or in one line why nothing."""


def act_on_key(key: str, watched: WatchedTalk) -> Done:
    """What the key comes to."""
    if key == TALK:
        return FloorGiven() if watched.talking else FloorTaken()
    if key in SILENCE:
        return SilenceAsked(BY)
    if key in STOP:
        return StopAsked(BY)
    if key == TYPE:
        return Writing.TYPE
    if key in (GRANT, DENY, EDIT):
        hold = oldest(watched)
        return NOTHING_WAITS if hold is None else _answer_hold(key, hold)
    return None


def oldest(watched: WatchedTalk) -> ShownHold | None:
    """What waits for a yes the longest."""
    return next(iter(watched.view.holds), None)


def _answer_hold(key: str, hold: ShownHold) -> Done:
    if key == DENY:
        return ConsentDenied(hold.hold, BY)
    if key == EDIT:
        return NOT_EDITABLE if not hold.editable else LINES if "\n" in hold.text else Writing.EDIT
    return Writing.CODE if hold.code else ConsentGiven(hold.hold, hold.text, BY)


def act_on_line(line: str, why: Writing, hold: ShownHold | None) -> SurfaceEvent | str:
    """What a written line comes to. `hold`: what waited when the writing began, and still does."""
    if why is Writing.TYPE:
        return Typed(line) if line.strip() else ""
    if hold is None:
        return NOTHING_WAITS
    if why is Writing.EDIT:
        return ConsentGiven(hold.hold, line, BY) if line.strip() else ""
    if "".join(line.split()).casefold() != "".join(hold.code.split()).casefold():
        return NO_CODE
    return ConsentGiven(hold.hold, hold.text, BY)


def shown_keys(watched: WatchedTalk) -> list[tuple[str, str]]:
    """The keys, and what they do now."""
    hold = oldest(watched)
    answers = (
        [("y", "yes"), ("n", "no"), *([("e", "edit")] if hold and hold.editable else [])] if hold else []
    )
    return [
        *answers,
        ("space", "done talking" if watched.talking else "talk"),
        ("m", "unmute" if watched.muted else "mute"),
        ("s", "silence"),
        ("x", "stop"),
        ("t", "type"),
        ("q", "end"),
    ]
