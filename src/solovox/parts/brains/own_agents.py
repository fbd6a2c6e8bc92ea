"""`brain.kind = python`: a function of the person's own."""

from dataclasses import replace
from typing import Final

from solovox.brains.guest import IDLE_SECONDS as STILL_SECONDS
from solovox.brains.guest import GuestBrain
from solovox.brains.openai_compatible import OpenAICompatible
from solovox.brains.python import PythonBrain
from solovox.brains.sse import SseBrain
from solovox.config.declaring import Option, OptionKind, Words, declares, goes_by
from solovox.config.schema import ConfigError
from solovox.parts.brains.options import FIRST_SECONDS, IDLE_SECONDS, PROMPT, installed, key_of
from solovox.parts.brains.vendors import settings
from solovox.parts.tools.own import loaded, places
from solovox.ports import AdapterArgs, Brain

KEY: Final = "brain.python.agent"
WRITE: Final = "write module:function, such as my_agent:agent"


def no_agent(given: AdapterArgs) -> str:
    """The agent. What is in it is not looked at here: that would run it."""
    return "" if given.settings.get("agent") else f"{KEY}: {WRITE}"


@goes_by(lambda _: "your own program")
@declares(
    Option(
        name="agent",
        about="Its module and function, such as my_agent:agent, in this folder or the workspace.",
    ),
    missing=no_agent,
    words=Words.NAMED,
)
def python(given: AdapterArgs) -> Brain:
    """The function that `agent` names, or is: `solovox.run` hands it over itself."""
    agent = given.settings["agent"]
    if isinstance(agent, str):
        agent = loaded(KEY, agent, places(given.workspace), WRITE)
    try:
        return PythonBrain(agent)
    except ValueError as error:
        raise ConfigError(f"{KEY}: {error}") from None


# `brain.kind = sse`: an agent behind an address of the person's own.


def no_address(given: AdapterArgs) -> str:
    """Its address. Nothing is asked whether it answers there."""
    return "" if given.settings.get("url") else "brain.url, such as http://localhost:8000/ask"


@declares(
    Option(name="url", kind=OptionKind.ADDRESS, about="Where it is, such as http://localhost:8000/ask."),
    Option(name="api_key", kind=OptionKind.SECRET, about="Its key, if it wants one: Authorization: Bearer."),
    replace(FIRST_SECONDS, about="How many seconds its first text or step may take."),
    IDLE_SECONDS,
    missing=no_address,
)
def sse(given: AdapterArgs) -> Brain:
    """The endpoint."""
    return SseBrain(settings(given))


# `brain.kind = mcp`: an agent that is open elsewhere. It comes in over MCP, at `/mcp` of `solovox serve` or by `solovox mcp`.


def no_package(given: AdapterArgs) -> str:
    """The protocol's package. Whether an agent comes is not known."""
    return installed("mcp", "talk")


@declares(
    replace(
        IDLE_SECONDS,
        default=int(STILL_SECONDS),
        about="How many seconds an agent may be still that has taken an instruction.",
    ),
    missing=no_package,
)
def mcp(given: AdapterArgs) -> Brain:
    """What an agent finds when it comes."""
    seconds = float(given.settings.get("idle_seconds") or STILL_SECONDS)
    if not seconds > 0:
        raise ConfigError("brain.idle_seconds must be more than 0 seconds")
    return GuestBrain(seconds)


# Any server of Chat Completions, such as Ollama, llama.cpp and vLLM.


def no_model(given: AdapterArgs) -> str:
    """An address and a model."""
    return next((f"brain.{name}" for name in ("url", "model") if not given.settings.get(name)), "")


@declares(
    Option(
        name="url", kind=OptionKind.ADDRESS, about="Where the server is, such as http://localhost:11434/v1."
    ),
    Option(name="model", about="Which of its models answers."),
    Option(
        name="api_key",
        kind=OptionKind.SECRET,
        about="Its key, if it wants one.",
        variables=("OPENAI_API_KEY",),
        host="openai.com",
    ),
    PROMPT,
    replace(FIRST_SECONDS, default=30),  # a local model may have to be loaded
    replace(IDLE_SECONDS, default=20),
    missing=no_model,
    pays=key_of,
    words=Words.ALWAYS,
)
def openai_compatible(given: AdapterArgs) -> Brain:
    """A server of Chat Completions: `settings` are `url` and `model`, `secrets` may hold `api_key`."""
    if lacks := no_model(given):
        raise ConfigError(f"brain.kind = openai_compatible needs {lacks}")
    return OpenAICompatible(settings(given))
