"""The ear over Gemini Live, as it is chosen: the settings of its own."""

from typing import Annotated, Final

from msgspec import Struct

from solovox.config.declaring import Declaration, Destination, EarTraits, setting
from solovox.config.fields import Address, Limit, Secret
from solovox.live.gemini import DEFAULT_MODEL, GEMINI
from solovox.parts.engines.live import live_ear, missing
from solovox.parts.registry import EarOf
from solovox.ports import AdapterArgs
from solovox.wire.gemini_live.families import family_of
from solovox.wire.gemini_live.parts import Behavior

NOWHERE: Final = "ear.api_key (a key of Google's) or ear.url (the address of another)"


class GeminiLiveKeys(Struct, frozen=True, kw_only=True):
    """Its settings."""

    url: Annotated[Address | None, setting("GOOGLE_GEMINI_BASE_URL")] = None
    """Where it is; Google's service, if not given."""
    model: str = DEFAULT_MODEL
    """Which model it is. Its family is told from its name."""
    api_key: Annotated[Secret | None, setting("GEMINI_API_KEY", "GOOGLE_API_KEY", host="googleapis.com")] = (
        None
    )
    """A key for Google's service, or a token that begins with auth_tokens/."""
    limit: Limit = "15m"
    """How long a connection may last, 1m at least, or none. It is left in a pause before."""


def lacks(given: AdapterArgs) -> str:
    """An address or a key that can be used, and a model that converses."""
    if not given.settings.get("url") and not given.secrets.get("api_key"):
        return NOWHERE
    return missing(GEMINI, given)


def traits(model: str | None) -> EarTraits:
    """What the model's family does with tools (C2)."""
    functions = family_of(model or DEFAULT_MODEL).functions
    return EarTraits(schedules=functions.scheduling, freezes=Behavior.NON_BLOCKING not in functions.behaviors)


@Declaration(
    GeminiLiveKeys,
    missing=lacks,
    traits=traits,
    way=Destination(service=lambda _: "Google’s Gemini Live"),
    live=GEMINI,
)
def gemini(given: AdapterArgs) -> EarOf:
    """An ear over Gemini Live."""
    return live_ear(GEMINI, given)
