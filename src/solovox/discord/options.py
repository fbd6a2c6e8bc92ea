"""`surface.kind = discord`: what the bot is told by the configuration, and what it needs."""

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Final, NoReturn

from msgspec import Struct

from solovox.config.declaring import Declaration, read, setting
from solovox.config.errors import ConfigError
from solovox.config.fields import Folder, Secret
from solovox.discord.voice.libopus import lacking
from solovox.parts.brains.options import lacks_package
from solovox.ports import AdapterArgs

EXTRA: Final = "discord"
TOKEN: Final = "DISCORD_BOT_TOKEN"  # noqa: S105  # a variable's name
NO_TOKEN: Final = (
    f"its token in {TOKEN}: make a bot at Discord's developer portal and copy it (docs/howto/discord.md)"
)
ALONE: Final = "a voice in Discord is a bot of its own: run solovox discord"


@dataclass(frozen=True, slots=True)
class DiscordOptions:
    """What the bot is told."""

    token: Secret
    idle_minutes: float
    hours_a_day: float
    guild: int | None
    """Where its commands are at once; None: everywhere, which may take Discord an hour."""
    workspace: str | None = None
    """The folder that may be looked into in servers. None: nothing of this machine is."""


class DiscordKeys(Struct, frozen=True, kw_only=True):
    """Its settings."""

    token: Annotated[Secret | None, setting(TOKEN, host="discord.com")] = None
    """The bot's token."""
    idle_minutes: Annotated[float, setting(write="0.1 to 1440", ge=0.1, le=1440)] = 5
    """After this silence the ear is closed; the bot stays, and whoever speaks next is heard from the first word. In
    writing: after this time a session ends, and the next goes on from it."""
    hours_a_day: Annotated[float, setting(write="0 to 24", ge=0, le=24)] = 8
    """How long the ear may be open a day in each server; 0: always."""
    guild: Annotated[int | None, setting(write="a number: the id of the server, copied in Discord")] = None
    """A server whose members see the commands at once. In all of them it may take an hour, if not given."""
    workspace: Folder | None = None
    """A folder that owners may have looked into in servers, where all read it. None, if not given."""


def missing(given: AdapterArgs) -> str:
    """Its packages, libopus, and the token."""
    for package in ("discord", "davey", "nacl"):
        if lacks := lacks_package(package, EXTRA):
            return lacks
    if lacks := lacking():
        return lacks
    if not given.secrets.get("token"):
        return NO_TOKEN
    try:
        options_of(given)
    except ConfigError as error:
        return f"another setting: {error}"
    return ""


@Declaration(DiscordKeys, missing=missing)
def discord(_given: AdapterArgs) -> NoReturn:
    """No session of its own: the bot makes one for each guild. Raises `ConfigError`."""
    raise ConfigError(ALONE)


def options_of(given: AdapterArgs) -> DiscordOptions:
    """What was set. Raises `ConfigError`."""
    said = read(given, DiscordKeys)
    if said.token is None:
        raise ConfigError(NO_TOKEN)
    workspace = said.workspace
    if workspace is not None and not Path(workspace).expanduser().is_dir():
        raise ConfigError(f"surface.discord.workspace = {workspace} is not a folder: name one that exists")
    return DiscordOptions(said.token, said.idle_minutes, said.hours_a_day, said.guild, workspace)
