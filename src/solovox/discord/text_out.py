"""What goes into a text channel: messages in order, and that something is being written.

Rule 1: `WRITTEN` texts may wait for the channel; beyond that the oldest is left out.
Rule 2: a channel that takes nothing ends no talk: it is a line of the log.
"""

import asyncio
import logging
import re
from collections import deque
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Final

import discord

WRITTEN: Final = 32
TYPING_S: Final = 8.0
"""Discord shows for 10 s that something is being written."""
Write = Callable[[str], Awaitable[None]]
"""Puts a text into the text channel."""
log = logging.getLogger(__name__)


def waits(text: str, code: str) -> str:
    """What waits for a yes, and how it is answered in writing. `code`: without it a yes is not enough; empty: it is."""
    how = f'"confirm {code}"' if code else '"yes"'
    return f'Waits for a yes: {text}\nAnswer me with {how} or "no".'


async def write_if_possible(write: Write, text: str) -> None:
    """Rule 2."""
    try:
        await write(text)
    except Exception as error:  # noqa: BLE001 - the channel may be gone
        log.warning("not written into the text channel: %s", error)


class OutgoingTexts:
    """The texts of one surface on their way into its channel."""

    def __init__(self, write: Write) -> None:
        self._write = write
        self._texts: deque[str] = deque(maxlen=WRITTEN)
        self._writing = False
        self._news = asyncio.Event()

    @property
    def done(self) -> bool:
        """Whether all of it is there."""
        return not (self._texts or self._writing)

    def put(self, text: str) -> None:
        """Have a text written after the earlier ones. Never waits."""
        self._texts.append(text)
        self._news.set()

    async def run(self) -> None:
        """Write, until cancelled."""
        while True:
            await self._news.wait()
            self._news.clear()
            while self._texts:
                text, self._writing = self._texts.popleft(), True
                try:
                    await write_if_possible(self._write, text)
                finally:
                    self._writing = False


class TypingShown:
    """Whether it is shown that something is being written."""

    def __init__(self, channel: "ChannelMessages") -> None:
        self._channel = channel
        self._on, self._off = asyncio.Event(), asyncio.Event()

    def show(self, *, on: bool) -> None:
        """From now on it is, or not."""
        (self._on if on else self._off).set()
        (self._off if on else self._on).clear()

    async def run(self) -> None:
        """Show it, until cancelled."""
        while True:
            await self._on.wait()
            try:
                await self._channel.show_typing()
            except Exception as error:  # noqa: BLE001 - rule 2
                log.info("not shown as typing: %s", error)
            with suppress(TimeoutError):
                async with asyncio.timeout(TYPING_S):
                    await self._off.wait()


# A long answer as several messages: where it is divided, and what of it is left out.
#
# Rule 1: no message is empty or longer than it may be; together they are the text, but for the spaces where it was divided.
# Rule 2: it is divided at the end of a paragraph; else of a line, of a sentence, of a word; else anywhere.
# Rule 3: a block of code that is divided is closed, and opened again in the next message.
# Rule 4: of what takes more than `most` messages the rest is left out, and the last one says how much.


MOST: Final = 10
"""Messages of one answer."""
ENDS: Final = (
    re.compile(r"\n\s*\n"),
    re.compile(r"\n"),
    re.compile(r"(?<=[.!?…])\s"),
    re.compile(r"\s"),
)
"""Where it may be divided, the best first."""
SHORTEST: Final = 2
"""A message is at least this part of the longest (one in two), where it is divided well."""
FENCE: Final = re.compile(r"^ {0,3}(`{3,})([^\s`]{0,30})[^`\n]*$", re.MULTILINE)
LEFT_OUT: Final = "… and {} characters more, which are left out here."
RESERVE: Final = 64
"""Characters kept for closing and opening a block of code, and for what is left out."""


def in_messages(text: str, longest: int, most: int = MOST) -> list[str]:
    """The messages, in order. None where there is nothing to be seen in the text. `longest`: characters of one."""
    left, made, opened = text.strip(), list[str](), ""
    while left:
        room = longest - len(opened)
        if len(left) <= room:
            made.append(opened + left)
            return made
        if len(made) + 1 >= most:
            part, rest = _divide_text(left, room - RESERVE)
            part, _ = _close_fence(opened + part)
            return [*made, f"{part}\n{LEFT_OUT.format(len(rest))}"]
        part, left = _divide_text(left, room - RESERVE)
        part, opened = _close_fence(opened + part)
        made.append(part)
    return made


def _divide_text(text: str, room: int) -> tuple[str, str]:
    """As much as there is room for, and the rest."""
    for end in ENDS:
        places = [one for one in end.finditer(text, 0, room + 1) if one.start() >= room // SHORTEST]
        if places:
            at = places[-1]
            return text[: at.start()].rstrip(), text[at.end() :].lstrip("\n")
    return text[:room], text[room:]


def _close_fence(part: str) -> tuple[str, str]:
    """A message without a block of code that stays open, and how the next one opens it again."""
    fence = ""
    for line in FENCE.finditer(part):
        ticks = line[1]
        if not fence:
            fence = f"{ticks}{line[2]}"
        elif len(ticks) >= fence.count("`") and not line[2]:
            fence = ""
    if not fence:
        return part, ""
    return f"{part}\n{'`' * fence.count('`')}", f"{fence}\n"


LONGEST: Final = 2_000
"""Characters of a message."""


class ChannelMessages:
    """A text channel, as what is written there sees it."""

    def __init__(self, channel: discord.abc.Messageable) -> None:
        self._channel = channel

    async def write(self, text: str) -> None:
        """Put a text there. No one is called by it (`allowed_mentions` of the client)."""
        for part in in_messages(text, LONGEST):
            await self._channel.send(part)

    async def show_typing(self) -> None:
        """Shown for ten seconds."""
        await self._channel.typing()
