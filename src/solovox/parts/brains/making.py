"""What a brain is made from, and who it is to be; and the brain that words held instructions anew."""

import re
from collections.abc import Callable
from dataclasses import replace
from typing import Final

from solovox.config.schema import Config, ConfigError
from solovox.parts.addition import Addition
from solovox.parts.personas import SessionPersona, persona_for
from solovox.parts.registry import BRAINS, CORRECTOR, adapter_args, declaration, make, missing
from solovox.parts.tools.selection import describe_server
from solovox.ports import AdapterArgs, Brain

NOT_INSIDE: Final = (
    "in a server nothing of this machine is looked into: name a folder by surface.discord.workspace"
)


def brain_given(config: Config, added: Addition | None = None) -> AdapterArgs:
    """What a brain is made from. Raises `ConfigError`: strangers are there, and it has hands of its own."""
    if not config.inside and declaration(BRAINS, config.brain.kind).looks_inside:
        raise ConfigError(f"brain.kind = {config.brain.kind} works in a folder: {NOT_INSIDE}")
    mcp = [describe_server(one, config) for one in config.mcp.values()] or None
    made = adapter_args(config, BRAINS, config.brain.kind, agent=config.agent, added=added, mcp=mcp)
    if (persona := who(config, added)) is None:
        return made
    prompt = "\n\n".join(filter(None, (persona.condense(speaks="").text, made.settings.get("prompt"))))
    return replace(made, settings={**made.settings, "prompt": prompt, "persona": persona})


def who(config: Config, added: Addition | None) -> SessionPersona | None:
    """Who the model is to be. None: nothing says it."""
    return persona_for(config) if added is None else added.persona


def corrector(config: Config) -> Callable[[], Brain] | None:
    """Makes the brain that words held instructions anew. None: there is none. Raises `ConfigError`."""
    kind = config.corrector
    if not kind:
        return None
    given_to_it = adapter_args(config, BRAINS, kind, place=CORRECTOR)
    if lacks := missing(BRAINS, kind, given_to_it):
        there = re.sub(rf"\bbrain\.(?:{kind}\.)?", f"{CORRECTOR}.{kind}.", lacks)
        raise ConfigError(f"{CORRECTOR}.kind = {kind} needs {there}")

    def made() -> Brain:
        brain: Brain = make(BRAINS, kind, given_to_it)
        return brain

    return made
