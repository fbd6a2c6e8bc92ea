"""`brain.kind = gemini`: Google's Gemini models: text in, text out."""

from typing import Final

from solovox.app.brain_kinds.options import adapter, key_of
from solovox.app.brain_kinds.vendors import options, ready, settings
from solovox.config.declaring import Words, declares, goes_by
from solovox.config.schema import ConfigError
from solovox.ports import AdapterArgs, Brain

MODEL: Final = "gemini-3.8-flash"


@goes_by(lambda _: "Google")
@declares(
    *options(MODEL, "googleapis.com", "GEMINI_API_KEY", "GOOGLE_API_KEY"),
    missing=ready("google.genai", "gemini", "GEMINI_API_KEY"),
    pays=key_of,
    words=Words.ALWAYS,
)
def gemini(given: AdapterArgs) -> Brain:
    """The brain. Raises `ConfigError`."""
    module = adapter("gemini")
    try:
        made: Brain = module.GeminiBrain(settings(given, module.HOME))
    except ImportError as error:  # an HTTP client that a variable of Google's names, and that is not there
        raise ConfigError(f"brain.kind = gemini: {error}") from None
    return made
