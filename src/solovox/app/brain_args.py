"""What a brain is made from, and who it is to be."""

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from solovox.app.mcp_sets import served
from solovox.app.personas import SessionPersona, persona_for
from solovox.app.registry import BRAINS, declaration, given
from solovox.config.schema import Config, ConfigError
from solovox.ports import AdapterArgs

if TYPE_CHECKING:
    from solovox.app.studio.session import StudioSession

NOT_INSIDE: Final = (
    "in a server nothing of this machine is looked into: name a folder by surface.discord.workspace"
)


def brain_given(config: Config, studio: "StudioSession | None" = None) -> AdapterArgs:
    """What a brain is made from. Raises `ConfigError`: strangers are there, and it has hands of its own."""
    if not config.inside and declaration(BRAINS, config.brain.kind).looks_inside:
        raise ConfigError(f"brain.kind = {config.brain.kind} works in a folder: {NOT_INSIDE}")
    mcp = [served(one, config) for one in config.mcp.values()] or None
    made = given(config, BRAINS, config.brain.kind, agent=config.agent, studio=studio, mcp=mcp)
    if (persona := who(config, studio)) is None:
        return made
    prompt = "\n\n".join(filter(None, (persona.condensed(speaks="").text, made.settings.get("prompt"))))
    return replace(made, settings={**made.settings, "prompt": prompt, "persona": persona})


def who(config: Config, studio: "StudioSession | None") -> SessionPersona | None:
    """Who the model is to be. None: nothing says it."""
    return persona_for(config) if studio is None else studio.persona
