"""What goes into a text channel: messages in order, and that something is being written.

Rule 1: `WRITTEN` texts may wait for the channel; beyond that the oldest is left out.
Rule 2: a channel that takes nothing ends no talk: it is a line of the log.
"""

import asyncio
import logging
from collections import deque
from contextlib import suppress
from typing import Final, Protocol

WRITTEN: Final = 32
TYPING_S: Final = 8.0
"""Discord shows for 10 s that something is being written."""
log = logging.getLogger(__name__)


def waits(text: str, code: str) -> str:
    """What waits for a yes, and how it is answered in writing. `code`: without it a yes is not enough; empty: it is."""
    how = f'"confirm {code}"' if code else '"yes"'
    return f'Waits for a yes: {text}\nAnswer me with {how} or "no".'


class TextChannel(Protocol):
    """Where the messages go."""

    async def write(self, text: str) -> None:
        """Put a text there, in as many messages as it takes."""
        ...

    async def show_typing(self) -> None:
        """Have it shown that something is being written."""
        ...


class OutgoingTexts:
    """The texts of one surface on their way into its channel."""

    def __init__(self, channel: TextChannel) -> None:
        self._channel = channel
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
                    await self._channel.write(text)
                except Exception as error:  # noqa: BLE001 - rule 2
                    log.warning("not written into the text channel: %s", error)
                finally:
                    self._writing = False


class TypingShown:
    """Whether it is shown that something is being written."""

    def __init__(self, channel: TextChannel) -> None:
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
