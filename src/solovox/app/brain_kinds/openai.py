"""`brain.kind = openai`: OpenAI's models, over the Responses API."""

from typing import Final

from solovox.app.brain_kinds.options import adapter, key_of
from solovox.app.brain_kinds.vendors import options, ready, settings
from solovox.config.declaring import Words, declares, goes_by
from solovox.ports import AdapterArgs, Brain

MODEL: Final = "gpt-5.2"


@goes_by(lambda _: "OpenAI")
@declares(
    *options(MODEL, "openai.com", "OPENAI_API_KEY"),
    missing=ready("openai", "openai", "OPENAI_API_KEY"),
    pays=key_of,
    words=Words.ALWAYS,
)
def openai(given: AdapterArgs) -> Brain:
    """The brain. Raises `ConfigError`."""
    module = adapter("openai")
    made: Brain = module.OpenAIBrain(settings(given, module.HOME))
    return made
