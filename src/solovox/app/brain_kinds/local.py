"""The brain that is built in. Without a Studio nothing of the Studio is loaded: the live server begins in a third less time."""

from importlib import import_module
from typing import TYPE_CHECKING

from solovox.app.personas import SessionPersona
from solovox.brains.local import LocalBrain, LocalPersona
from solovox.ports import AdapterArgs, Brain

if TYPE_CHECKING:
    from solovox.app.studio.session import StudioSession


def local_brain(given: AdapterArgs) -> Brain:
    """What answers without any network. `settings`: `persona`, who it is; `studio`, the session's, if it is there."""
    who: SessionPersona | None = given.settings.get("persona")
    local = LocalBrain(None if who is None else LocalPersona(who.name, who.feels))
    studio: StudioSession | None = given.settings.get("studio")
    if studio is None:
        return local
    made: Brain = import_module("solovox.brains.studio").StudioBrain(local, studio.sight)
    return made
