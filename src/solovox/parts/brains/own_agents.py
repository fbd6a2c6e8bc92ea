"""`brain.kind = python`: a function of the person's own."""

from typing import Annotated, Final

from msgspec import Struct

from solovox.brains.guest import IDLE_SECONDS as STILL_SECONDS
from solovox.brains.guest import GuestBrain
from solovox.brains.openai_compatible import OpenAICompatible
from solovox.brains.python import PythonBrain
from solovox.brains.sse import SseBrain
from solovox.config.declaring import Declaration, Destination, Words, read, setting
from solovox.config.fields import Address, Secret
from solovox.config.keys import Seconds, Waiting
from solovox.config.schema import ConfigError
from solovox.parts.brains.options import key_of, lacks_package
from solovox.parts.brains.vendors import RemoteKeys, settings
from solovox.parts.tools.own import load_named, places
from solovox.ports import AdapterArgs, Brain

KEY: Final = "brain.python.agent"
WRITE: Final = "write module:function, such as my_agent:agent"


class PythonKeys(Struct, frozen=True, kw_only=True):
    """Its settings."""

    agent: str | None = None
    """Its module and function, such as my_agent:agent, in this folder or the workspace."""


def no_agent(given: AdapterArgs) -> str:
    """The agent. What is in it is not looked at here: that would run it."""
    return "" if given.settings.get("agent") else f"{KEY}: {WRITE}"


@Declaration(
    PythonKeys, missing=no_agent, words=Words.NAMED, way=Destination(service=lambda _: "your own program")
)
def python(given: AdapterArgs) -> Brain:
    """The function that `agent` names, or is: `solovox.run` hands it over itself."""
    agent = given.settings["agent"]
    if isinstance(agent, str):
        agent = load_named(KEY, agent, places(given.workspace), WRITE)
    try:
        return PythonBrain(agent)
    except ValueError as error:
        raise ConfigError(f"{KEY}: {error}") from None


# `brain.kind = sse`: an agent behind an address of the person's own.


class SseKeys(Waiting, frozen=True, kw_only=True):
    """Its settings."""

    url: Address = ""
    """Where it is, such as http://localhost:8000/ask."""
    api_key: Secret | None = None
    """Its key, if it wants one: it is sent as `Authorization: Bearer`."""


def no_address(given: AdapterArgs) -> str:
    """Its address. Nothing is asked whether it answers there."""
    return "" if given.settings.get("url") else "brain.url, such as http://localhost:8000/ask"


@Declaration(SseKeys, missing=no_address)
def sse(given: AdapterArgs) -> Brain:
    """The endpoint."""
    return SseBrain(settings(given))


# `brain.kind = mcp`: an agent that is open elsewhere. It comes in over MCP, at `/mcp` of `solovox serve` or by `solovox mcp`.


def no_package(given: AdapterArgs) -> str:
    """The protocol's package. Whether an agent comes is not known."""
    return lacks_package("mcp", "talk")


class GuestKeys(Struct, frozen=True, kw_only=True):
    """Its settings."""

    idle_seconds: Seconds = STILL_SECONDS
    """How long an agent may be still that has taken an instruction."""


@Declaration(GuestKeys, missing=no_package)
def mcp(given: AdapterArgs) -> Brain:
    """What an agent finds when it comes."""
    seconds = read(given, GuestKeys).idle_seconds
    if not seconds > 0:
        raise ConfigError("brain.idle_seconds must be more than 0 seconds")
    return GuestBrain(seconds)


# Any server of Chat Completions, such as Ollama, llama.cpp and vLLM.


def no_model(given: AdapterArgs) -> str:
    """An address and a model."""
    return next((f"brain.{name}" for name in ("url", "model") if not given.settings.get(name)), "")


class CompatibleKeys(RemoteKeys, frozen=True, kw_only=True):
    """Its settings."""

    url: Address = ""
    """Where the server is, such as http://localhost:11434/v1."""
    api_key: Annotated[Secret | None, setting("OPENAI_API_KEY", host="openai.com")] = None
    first_seconds: Seconds = 30  # a local model may have to be loaded
    idle_seconds: Seconds = 20


@Declaration(CompatibleKeys, missing=no_model, pays=key_of, words=Words.ALWAYS)
def openai_compatible(given: AdapterArgs) -> Brain:
    """A server of Chat Completions: `settings` are `url` and `model`, `secrets` may hold `api_key`."""
    if lacks := no_model(given):
        raise ConfigError(f"brain.kind = openai_compatible needs {lacks}")
    return OpenAICompatible(settings(given))
