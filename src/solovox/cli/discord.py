"""`solovox discord`: a bot with a voice in the channels of Discord.

Exit code 0: it was ended (Ctrl-C, SIGTERM). 2: it could not begin.
"""

import asyncio
import logging
import signal
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Final

import click

from solovox.app.process import Process
from solovox.cli.failing import mark_unprintable
from solovox.cli.logging import ServerLog, name_left
from solovox.cli.options import Limit, Logged, takes
from solovox.config.fields import setting
from solovox.config.load import environment
from solovox.config.schema import ConfigError, who
from solovox.discord.bot import BotProcess, ServedBot
from solovox.discord.options import options_of
from solovox.discord.rooms import owners_of
from solovox.parts.configured import configure
from solovox.parts.journals import remove_old_sessions, state_folder
from solovox.parts.registry import SURFACES, adapter_args, missing
from solovox.parts.stores import PersonsStore
from solovox.shell.clock import run
from solovox.shell.supervisor import Ended
from solovox.weights import Cache, default_root

NAME: Final = "discord"
ONLINE: Final = "online; in a voice channel, ask for /start_live_voice_discord"


class BotOptions(Logged, kw_only=True, frozen=True):
    """Those of this command."""

    profile: Annotated[str, setting(metavar="NAME")] = NAME
    limit: Limit = 4
    """Servers it talks in at a time."""


@click.command(epilog="Exit codes: 0 ended by you; 2 it could not begin.")
@takes(BotOptions)
def discord(asked: BotOptions) -> None:
    """Be a bot in Discord, and talk in voice channels. Its token is in DISCORD_BOT_TOKEN.

    People ask for it by slash commands: start_live_voice_discord, stop_live_voice_discord, join, leave, status.
    """
    log = ServerLog(sys.stderr, as_json=asked.log_json, words=asked.log_words, level=logging.INFO)
    with log.settle_logs():
        served = prepare_bot(asked, log)
        log.say("loading the engines")
        bot = BotProcess(served)
        bot.warm()
        run(until_told(bot, lambda: log.say(ONLINE)))
        log.say("ended")


def prepare_bot(asked: BotOptions, log: ServerLog) -> Callable[[Ended], ServedBot]:
    """What makes the bot that was asked for. Raises `ConfigError`: one line."""
    config = configure(asked.profile, (*asked.flags, f"surface.kind={NAME}"))
    own = adapter_args(config, SURFACES, NAME)
    if lacks := missing(SURFACES, NAME, own):
        raise ConfigError(f"solovox discord needs {lacks}")
    owners_of(config.owners, None)
    name_left(log.say)
    root: Path = asked.journal or state_folder(environment())
    remove_old_sessions(root, config)
    log.say(mark_unprintable(who(config)))

    def made(ended: Ended) -> ServedBot:
        return ServedBot(
            config=config,
            options=options_of(own),
            process=Process(Cache(default_root(environment())), asked.limit, ended),
            root=None if asked.no_journal else root,
            allowed=state_folder(environment()).parent / "allowed",
            store=PersonsStore(environment()),
            folds=log.folds,
        )

    return made


async def until_told(bot: BotProcess, online: Callable[[], None]) -> None:
    """Until SIGTERM or Ctrl-C."""
    told, loop = asyncio.Event(), asyncio.get_running_loop()
    for sign in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(sign, told.set)
    await bot.serve(told, online)
