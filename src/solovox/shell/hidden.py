"""Where a session takes secrets out, and puts them in again (law R2).

Rule 1: an event is decided, journalled and shown with names for its secrets: so a replay decides the same.
Rule 2: brains, tools and live models are given the secrets themselves, as they were before: they were said to them, or by them. What a
live model is told of the rest of the talk has their names: what a brain on this machine wrote is no matter of its service.
"""

from collections.abc import Callable
from dataclasses import fields, is_dataclass, replace
from typing import Final, TypeVar, cast

from solovox.core.commands import GiveContext
from solovox.core.events import EarAudio, PolicyChanged, ReadSounded, SoundCaptured, SourceCaptured
from solovox.shell.dispatch import Asked, To
from solovox.text.secrets import Secrets

T = TypeVar("T")
KNOW: Final = (To.BRAIN, To.TOOLS, To.EAR)
WORDLESS: Final = (SoundCaptured, SourceCaptured, ReadSounded, EarAudio, PolicyChanged)


class HiddenSecrets:
    """Of one session."""

    def __init__(self, secrets: Secrets | None = None) -> None:
        self.secrets = secrets or Secrets()

    def event(self, event: T) -> T:
        """As it is decided."""
        return event if isinstance(event, WORDLESS) else _map_texts(event, self.secrets.hide)

    def command(self, to: To, command: Asked) -> Asked:
        """As its link gets it."""
        told = isinstance(command, GiveContext)
        return _map_texts(command, self.secrets.reveal) if to in KNOW and not told else command


def _map_texts(value: T, change: Callable[[str], str]) -> T:
    """The same value where no text of it changes; else a new one."""
    if isinstance(value, str):
        found = change(value)
        return cast("T", found if found != value else value)
    if isinstance(value, tuple):
        new = tuple(_map_texts(one, change) for one in value)
        return value if all(a is b for a, b in zip(new, value, strict=True)) else cast("T", new)
    if is_dataclass(value) and not isinstance(value, type):
        changed = {
            one.name: new
            for one in fields(value)
            if one.init and (new := _map_texts(old := getattr(value, one.name), change)) is not old
        }
        return replace(value, **changed) if changed else value
    return value
