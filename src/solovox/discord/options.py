"""`surface.kind = discord`: what the bot is told by the configuration, and what it needs."""

from dataclasses import dataclass
from pathlib import Path
from typing import Final, NoReturn

from solovox.config.declaring import Option, OptionKind, declares
from solovox.config.schema import ConfigError, Secret
from solovox.discord.voice.libopus import lacking
from solovox.parts.brains.options import installed
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


def missing(given: AdapterArgs) -> str:
    """Its packages, libopus, and the token."""
    for package in ("discord", "davey", "nacl"):
        if lacks := installed(package, EXTRA):
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


@declares(
    Option(
        name="token", kind=OptionKind.SECRET, variables=(TOKEN,), host="discord.com", about="The bot's token."
    ),
    Option(
        name="idle_minutes",
        kind=OptionKind.NUMBER,
        default=5,
        about="After so much silence the ear is closed; the bot stays, and listens again when someone speaks.",
    ),
    Option(
        name="hours_a_day",
        kind=OptionKind.NUMBER,
        default=8,
        about="How long the ear may be open a day in each guild; 0: always.",
    ),
    Option(
        name="guild",
        about="A guild's id: its members see the commands at once. All guilds do in an hour, if not given.",
    ),
    Option(
        name="workspace",
        about="A folder that owners may have looked into in servers, where all read it. None, if not given.",
    ),
    missing=missing,
)
def discord(_given: AdapterArgs) -> NoReturn:
    """No session of its own: the bot makes one for each guild. Raises `ConfigError`."""
    raise ConfigError(ALONE)


def options_of(given: AdapterArgs) -> DiscordOptions:
    """What was set. Raises `ConfigError`."""
    settings = given.settings
    token, guild = given.secrets.get("token"), str(settings.get("guild") or "")
    idle, hours = float(settings.get("idle_minutes", 5)), float(settings.get("hours_a_day", 8))
    if not token:
        raise ConfigError(NO_TOKEN)
    if not 0.1 <= idle <= 24 * 60:
        raise ConfigError(f"surface.discord.idle_minutes cannot be {idle:g}: write 0.1 to 1440")
    if not 0 <= hours <= 24:
        raise ConfigError(f"surface.discord.hours_a_day cannot be {hours:g}: write 0 to 24")
    if guild and not guild.isdecimal():
        raise ConfigError("surface.discord.guild is a number: copy the id of the guild in Discord")
    workspace = str(settings.get("workspace") or "") or None
    if workspace is not None and not Path(workspace).expanduser().is_dir():
        raise ConfigError(f"surface.discord.workspace = {workspace} is not a folder: name one that exists")
    return DiscordOptions(Secret(token), idle, hours, int(guild) if guild else None, workspace)
