"""What the kinds over vendors' SDKs have in common: an address, a model and a key; ready with a key, or the address of another."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from solovox.brains.vendor import RemoteSettings
from solovox.config.declaring import Option, OptionKind, Words, declares, goes_by
from solovox.config.schema import ConfigError
from solovox.parts.brains.options import FIRST_SECONDS, IDLE_SECONDS, PROMPT, adapter, installed, key_of
from solovox.ports import AdapterArgs, Brain

MAX_TOKENS: Final = Option(
    name="max_tokens",
    kind=OptionKind.NUMBER,
    default=8192,
    about="How many tokens one response may have at most.",
)


def options(model: str, host: str, *variables: str) -> tuple[Option, ...]:
    """The settings of a vendor's kind. What is in `variables` goes to `host` only."""
    return (
        Option(name="url", kind=OptionKind.ADDRESS, about="Where it is; its vendor's service, if not given."),
        Option(name="model", default=model, about="Which model it is."),
        Option(name="api_key", kind=OptionKind.SECRET, about="A key for it.", variables=variables, host=host),
        PROMPT,
        FIRST_SECONDS,
        IDLE_SECONDS,
    )


def ready(package: str, extra: str, variable: str) -> Callable[[AdapterArgs], str]:
    """What is missing: the package, and a key (or the address of another, who may want none)."""

    def missing(given: AdapterArgs) -> str:
        if lacks := installed(package, extra):
            return lacks
        if given.secrets.get("api_key") or given.settings.get("url"):
            return ""
        return f"a key: {variable} or brain.api_key (or brain.url, the address of another)"

    return missing


def settings(given: AdapterArgs, home: str = "") -> RemoteSettings:
    """How a brain behind an address is set. `home`: its address, if none is given. Raises `ConfigError`."""
    said = given.settings
    try:
        made = RemoteSettings(
            url=str(said.get("url") or home),
            model=str(said.get("model") or ""),
            api_key=given.secrets.get("api_key"),
            prompt=str(said.get("prompt") or ""),
            first_seconds=float(said.get("first_seconds", FIRST_SECONDS.default)),
            idle_seconds=float(said.get("idle_seconds", IDLE_SECONDS.default)),
            most_tokens=int(said.get("max_tokens") or MAX_TOKENS.default or 0),
        )
    except ValueError as error:
        raise ConfigError(str(error)) from None
    if home and made.address.query:
        raise ConfigError("brain.url must not have anything behind a question mark; use brain.api_key")
    return made


@dataclass(frozen=True, slots=True, kw_only=True)
class Vendor:
    """`brain.kind = KIND`. `module`: of its SDK; `brain`: the class in `solovox.brains.KIND`; `service`: who gets the words."""

    kind: str
    module: str
    brain: str
    service: str
    model: str
    host: str
    variables: tuple[str, ...]
    more: tuple[Option, ...] = ()


def of_vendor(one: Vendor) -> Callable[[AdapterArgs], Brain]:
    """The factory of its kind."""

    @goes_by(lambda _: one.service)
    @declares(
        *options(one.model, one.host, *one.variables),
        *one.more,
        missing=ready(one.module, one.kind, one.variables[0]),
        pays=key_of,
        words=Words.ALWAYS,
    )
    def make(given: AdapterArgs) -> Brain:
        there = adapter(one.kind)
        try:
            made: Brain = getattr(there, one.brain)(settings(given, there.HOME))
        except (
            ImportError
        ) as error:  # an HTTP client that a variable of the vendor's names, and that is not there
            raise ConfigError(f"brain.kind = {one.kind}: {error}") from None
        return made

    return make


anthropic = of_vendor(
    Vendor(
        kind="anthropic", module="anthropic", brain="AnthropicBrain", service="Anthropic", model="claude-sonnet-5-5",
        host="anthropic.com", variables=("ANTHROPIC_API_KEY",), more=(MAX_TOKENS,),
    )
)  # fmt: skip
openai = of_vendor(
    Vendor(
        kind="openai", module="openai", brain="OpenAIBrain", service="OpenAI", model="gpt-5.2",
        host="openai.com", variables=("OPENAI_API_KEY",),
    )
)  # fmt: skip
gemini = of_vendor(
    Vendor(
        kind="gemini", module="google.genai", brain="GeminiBrain", service="Google", model="gemini-3.8-flash",
        host="googleapis.com", variables=("GEMINI_API_KEY", "GOOGLE_API_KEY"),
    )
)  # fmt: skip
