"""`brain.kind = anthropic`: Anthropic's models, over the Messages API."""

from typing import Final

from solovox.app.brain_kinds.options import adapter, key_of
from solovox.app.brain_kinds.vendors import MAX_TOKENS, options, ready, settings
from solovox.config.declaring import Words, declares, goes_by
from solovox.ports import AdapterArgs, Brain

MODEL: Final = "claude-sonnet-5-5"


@goes_by(lambda _: "Anthropic")
@declares(
    *options(MODEL, "anthropic.com", "ANTHROPIC_API_KEY"),
    MAX_TOKENS,
    missing=ready("anthropic", "anthropic", "ANTHROPIC_API_KEY"),
    pays=key_of,
    words=Words.ALWAYS,
)
def anthropic(given: AdapterArgs) -> Brain:
    """The brain. Raises `ConfigError`."""
    module = adapter("anthropic")
    made: Brain = module.AnthropicBrain(settings(given, module.HOME))
    return made
