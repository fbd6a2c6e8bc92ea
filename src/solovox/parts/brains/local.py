"""The brain that is built in."""

from solovox.brains.local import LocalBrain, LocalPersona
from solovox.parts.addition import Addition
from solovox.parts.personas import SessionPersona
from solovox.ports import AdapterArgs, Brain


def local_brain(given: AdapterArgs) -> Brain:
    """What answers without any network. `settings`: `persona`, who it is; `added`, what the session's host adds."""
    who: SessionPersona | None = given.settings.get("persona")
    local = LocalBrain(None if who is None else LocalPersona(who.name, who.feels))
    added: Addition | None = given.settings.get("added")
    return local if added is None else added.knowing(local)
