"""What the kinds of vendors have in common: an address, a model and a key; ready with a key, or the address of another."""

from collections.abc import Callable
from typing import Annotated

from solovox.brains.vendor import RemoteSettings
from solovox.config.declaring import Declaration, Destination, Words, read, setting
from solovox.config.errors import ConfigError
from solovox.config.fields import Address, Secret, options_of
from solovox.config.keys import Prompted
from solovox.parts.brains.options import adapter, key_of
from solovox.ports import AdapterArgs, Brain


class RemoteKeys(Prompted, frozen=True, kw_only=True):
    """A model or an agent behind an address."""

    url: Address = ""
    """Where it is; its vendor's service, if not given. The path is kept; where there is none the vendor's own is added."""
    model: str = ""
    """Which model answers."""
    api_key: Secret | None = None
    """Its key, if it wants one."""


class MeteredKeys(RemoteKeys, frozen=True, kw_only=True):
    """One that must be told how long a response may be."""

    max_tokens: int = 8192
    """How many tokens one response may have at most."""


class OpenAIKeys(RemoteKeys, frozen=True, kw_only=True):
    """OpenAI's."""

    model: str = "gpt-5.2"
    api_key: Annotated[Secret | None, setting("OPENAI_API_KEY", host="openai.com")] = None


class AnthropicKeys(MeteredKeys, frozen=True, kw_only=True):
    """Anthropic's."""

    model: str = "claude-sonnet-5-5"
    api_key: Annotated[Secret | None, setting("ANTHROPIC_API_KEY", host="anthropic.com")] = None


class GeminiKeys(RemoteKeys, frozen=True, kw_only=True):
    """Google's."""

    model: str = "gemini-3.8-flash"
    api_key: Annotated[Secret | None, setting("GEMINI_API_KEY", "GOOGLE_API_KEY", host="googleapis.com")] = (
        None
    )


def ready(variable: str) -> Callable[[AdapterArgs], str]:
    """What is missing: a key (or the address of another, who may want none)."""

    def missing(given: AdapterArgs) -> str:
        if given.secrets.get("api_key") or given.settings.get("url"):
            return ""
        return f"a key: {variable} or brain.api_key (or brain.url, the address of another)"

    return missing


def settings(given: AdapterArgs, home: str = "") -> RemoteSettings:
    """How a brain behind an address is set. `home`: its address, if none is given. Raises `ConfigError`."""
    said = read(given, MeteredKeys)
    try:
        made = RemoteSettings(
            url=said.url or home,
            model=said.model,
            api_key=said.api_key.reveal() if said.api_key else None,
            prompt=said.prompt,
            first_seconds=said.first_seconds,
            idle_seconds=said.idle_seconds,
            most_tokens=said.max_tokens,
        )
    except ValueError as error:
        raise ConfigError(str(error)) from None
    if home and made.address.query:
        raise ConfigError("brain.url must not have anything behind a question mark; use brain.api_key")
    return made


def of_vendor(
    kind: str, declared: type[RemoteKeys], brain: str, service: str
) -> Callable[[AdapterArgs], Brain]:
    """The factory of a kind. `brain`: the class in `solovox.brains.KIND`; `service`: who gets the words."""

    @Declaration(
        declared,
        missing=ready(options_of(declared)["api_key"].variables[0]),
        pays=key_of,
        way=Destination(service=lambda _: service),
        words=Words.ALWAYS,
    )
    def make(given: AdapterArgs) -> Brain:
        there = adapter(kind)
        made: Brain = getattr(there, brain)(settings(given, there.HOME))
        return made

    return make


anthropic = of_vendor("anthropic", AnthropicKeys, "AnthropicBrain", "Anthropic")
openai = of_vendor("openai", OpenAIKeys, "OpenAIBrain", "OpenAI")
gemini = of_vendor("gemini", GeminiKeys, "GeminiBrain", "Google")
