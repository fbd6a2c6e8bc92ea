"""What is written to the bot: which messages are for it, and what is asked in them.

Rule 1: a message is for it that mentions it, that comes directly, that replies to what it wrote, or that has the wake phrase
(`wake.by`). No message of a bot is, nor one of the program's own kinds ("Ann joined").
Rule 2: what mentions it and what comes directly is given whole by Discord. Of other messages it is given the words only with the
message content intent: without that, it is told of a reply, and not what it says.
"""

import re
from collections.abc import Iterable
from enum import Enum
from typing import Final

import discord
from solovox.core.phrases import unaddressed, within

KINDS: Final = (discord.MessageType.default, discord.MessageType.reply)
MENTION: Final = re.compile(r"<@!?(\d+)>")


class MessageFor(Enum):
    """Whom a message is for."""

    OTHERS = "others"
    BOT = "bot"
    UNREAD = "unread"
    """It is for the bot, which is not given its words."""


def heard(message: discord.Message, bot: int, wake: str) -> MessageFor:
    """Whom a message is for. `bot`: the number of ours."""
    if message.author.bot or message.webhook_id is not None or message.type not in KINDS:
        return MessageFor.OTHERS
    direct = message.guild is None
    if direct or any(one.id == bot for one in message.mentions):
        return MessageFor.BOT
    if _replies(message, bot):
        return MessageFor.BOT if message.content or _has_more(message) else MessageFor.UNREAD
    return MessageFor.BOT if wake and within(wake, message.content) else MessageFor.OTHERS


def asked(message: discord.Message, bot: int, wake: str) -> str:
    """The words of a message, without what addresses the bot; people are named as they are shown there."""
    return told(message.content, bot, wake, ((one.id, one.display_name) for one in message.mentions))


def told(content: str, bot: int, wake: str, names: Iterable[tuple[int, str]]) -> str:
    """The same of a text. `names`: by number, those whom it mentions."""
    known = dict(names)

    def shown(found: re.Match[str]) -> str:
        number = int(found[1])
        return "" if number == bot else f"@{known.get(number, 'someone')}"

    text = " ".join(MENTION.sub(shown, content).split(" ")).strip(" ,:")
    return unaddressed(text, wake).strip(" ,:") if wake else text


def _replies(message: discord.Message, bot: int) -> bool:
    before = message.reference.resolved if message.reference is not None else None
    return isinstance(before, discord.Message) and before.author.id == bot


def _has_more(message: discord.Message) -> bool:
    """Whether it has something beside words, which is given with the same intent."""
    return bool(message.attachments or message.embeds or message.stickers)
