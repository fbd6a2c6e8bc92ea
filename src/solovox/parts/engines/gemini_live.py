"""The ear over Gemini Live, as it is chosen: the settings of its own."""

from typing import Final

from solovox.config.declaring import EarTraits, Option, OptionKind, declares, goes_by, over
from solovox.live.gemini import DEFAULT_MODEL, GEMINI
from solovox.parts.engines.live import LIMIT, live_ear, missing
from solovox.parts.registry import EarOf
from solovox.ports import AdapterArgs
from solovox.wire.gemini_live.families import family_of
from solovox.wire.gemini_live.parts import Behavior

NOWHERE: Final = "ear.api_key (a key of Google's) or ear.url (the address of another)"
KEY: Final = Option(
    name="api_key",
    kind=OptionKind.SECRET,
    about="A key for Google's service, or a token that begins with auth_tokens/.",
    variables=("GEMINI_API_KEY", "GOOGLE_API_KEY"),
    host="googleapis.com",
)
MODEL: Final = Option(
    name="model", default=DEFAULT_MODEL, about="Which model it is. Its family is told from its name."
)
URL: Final = Option(
    name="url",
    kind=OptionKind.ADDRESS,
    about="Where it is; Google's service, if not given.",
    variables=("GOOGLE_GEMINI_BASE_URL",),
)


def lacks(given: AdapterArgs) -> str:
    """An address or a key that can be used, and a model that converses."""
    if not given.settings.get("url") and not given.secrets.get("api_key"):
        return NOWHERE
    return missing(GEMINI, given)


def traits(model: str | None) -> EarTraits:
    """What the model's family does with tools (C2)."""
    functions = family_of(model or DEFAULT_MODEL).functions
    return EarTraits(schedules=functions.scheduling, freezes=Behavior.NON_BLOCKING not in functions.behaviors)


@over(GEMINI)
@goes_by(lambda _: "Google’s Gemini Live")
@declares(URL, MODEL, KEY, LIMIT, missing=lacks, traits=traits)
def gemini(given: AdapterArgs) -> EarOf:
    """An ear over Gemini Live."""
    return live_ear(GEMINI, given)
