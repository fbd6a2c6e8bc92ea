"""Any server of Chat Completions, such as Ollama, llama.cpp and vLLM."""

from dataclasses import replace

from solovox.app.brain_kinds.options import FIRST_SECONDS, IDLE_SECONDS, PROMPT, key_of
from solovox.brains.openai_compatible import ModelSettings, OpenAICompatible
from solovox.brains.rounds import SPOKEN
from solovox.config.declaring import Option, OptionKind, Words, declares
from solovox.config.schema import ConfigError
from solovox.ports import AdapterArgs, Brain


def missing(given: AdapterArgs) -> str:
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
    missing=missing,
    pays=key_of,
    words=Words.ALWAYS,
)
def openai_compatible(given: AdapterArgs) -> Brain:
    """A server of Chat Completions: `settings` are `url` and `model`, `secrets` may hold `api_key`."""
    said, url, model = given.settings, given.settings.get("url"), given.settings.get("model")
    if lacks := missing(given):
        raise ConfigError(f"brain.kind = openai_compatible needs {lacks}")
    try:
        return OpenAICompatible(
            ModelSettings(
                url=str(url),
                model=str(model),
                api_key=given.secrets.get("api_key"),
                policy="\n\n".join(part for part in (SPOKEN, str(said.get("prompt") or "")) if part),
                first_seconds=float(said.get("first_seconds") or 30),
                idle_seconds=float(said.get("idle_seconds") or 20),
            )
        )
    except ValueError as error:
        raise ConfigError(str(error)) from None
