"""What a person does at a page, as the event that it is: pure."""

from solovox.core import events as ev
from solovox.core.events import SurfaceEvent
from solovox.core.units import HoldId, InputMeans
from solovox.wire.browser import up


def event_of(frame: up.UpFrame) -> SurfaceEvent | str:
    """The event of a frame, or in one line why it is none. A yes is to the text that the page shows (law A3)."""
    match frame:
        case up.TypedTextFrame(text=text):
            return ev.Typed(text) if text.strip() else "nothing was typed"
        case up.StopFrame():
            return ev.StopAsked(InputMeans.CLICK)
        case up.SilenceFrame():
            return ev.SilenceAsked(InputMeans.CLICK)
        case (
            up.AcceptFrame(hold=hold, text=text, heard=heard)
            | up.EditFrame(hold=hold, text=text, heard=heard)
        ):
            if not text.strip():
                return "a yes needs the text that it is to"
            return ev.ConsentGiven(HoldId(hold), text, InputMeans.CLICK, heard=heard)
        case up.UnmendFrame(heard=heard, meant=meant):
            return ev.MendRefused(heard, meant)
        case up.RefuseFrame(hold=hold):
            return ev.ConsentDenied(HoldId(hold), InputMeans.CLICK)
        case up.StartFrame() | up.ResumeFrame():
            return "start and resume are first frames: dial again"
        case _:
            return f"{type(frame).__name__} is not for a session"
