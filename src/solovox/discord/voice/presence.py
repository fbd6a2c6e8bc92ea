"""Being in the voice channel where the bot is meant to be, whatever happens to the connection.

P1  The intended channel is cleared by `leave` and by a kick, and by nothing else. A move by others changes it.
P2  Whoever is taken out is told so by Discord (the bot's voice state), before or after the connection ends (4014). Without that
    it is a connection that was lost. A connection that is lost is dropped, and the channel is joined by a new one. discord.py's own reconnecting, whose
    back-off grows without bound, is not used.
P3  Between tries that fail the waits double from `first_s`, and none is longer than `longest_s`.
P4  Who can decrypt nothing says `deaf`. Then the end-to-end session is begun anew; if the same connection stays deaf,
    the connection is.
"""

import asyncio
import contextlib
import logging
from dataclasses import dataclass
from typing import Final

import aiohttp

import discord
from solovox.discord.voice.channel_hearing import ChannelHearing
from solovox.discord.voice.voice_client import ChannelVoice

log = logging.getLogger(__name__)

Channel = discord.VoiceChannel | discord.StageChannel

FAILURES: Final = (TimeoutError, OSError, aiohttp.ClientError, discord.DiscordException)


@dataclass(frozen=True, slots=True)
class VoicePatience:
    """How long a try may take, and the waits between tries that fail, in seconds."""

    connect_s: float = 20.0
    leave_s: float = 5.0
    first_s: float = 1.0
    longest_s: float = 15.0

    def after(self, failures: int) -> float:
        """How long to wait after one more try that failed, `failures` having failed before it (P3)."""
        return min(self.first_s * 2.0 ** min(failures, 30), self.longest_s)


class ChannelPresence:
    """One guild's voice. `run` does the work, the other methods say what is wanted; all in one loop."""

    def __init__(
        self, client: discord.Client, receiver: ChannelHearing, patience: VoicePatience | None = None
    ) -> None:
        self._client = client
        self._receiver = receiver
        self._patience = patience or VoicePatience()
        self._changed = asyncio.Event()
        self._deaf = False
        self._begun_anew: ChannelVoice | None = None
        self.intended: Channel | None = None
        """Where the bot is meant to be."""
        self.voice: ChannelVoice | None = None
        """The connection, while there is one. Another takes its place when it is lost."""

    def join(self, channel: Channel) -> None:
        """Be in this channel from now on."""
        self.intended = channel
        self._changed.set()

    def leave(self) -> None:
        """Be in no channel."""
        self.intended = None
        self._changed.set()

    def deaf(self) -> None:
        """Nothing that came could be decrypted, and for too long."""
        self._deaf = True
        self._changed.set()

    async def run(self) -> None:
        """Be where the bot is meant to be until cancelled; then leave."""
        failures, task = 0, asyncio.current_task()
        try:
            while True:
                self._changed.clear()
                settled = await self._settle()
                if task is not None and task.cancelling():
                    raise asyncio.CancelledError  # discord.py's way out of a channel swallows it
                if settled:
                    failures = 0
                    await self._changed.wait()
                else:
                    wait = self._patience.after(failures)
                    failures += 1
                    with contextlib.suppress(TimeoutError):
                        async with asyncio.timeout(wait):
                            await self._changed.wait()
        finally:
            self.intended = None
            await self._drop()

    async def _settle(self) -> bool:
        """Make it so. Returns whether it is."""
        channel = self.intended
        try:
            if channel is None:
                await self._drop()
                return True
            if self._deaf:
                await self._hear_again()
            if self.voice is None or not self.voice.is_connected():
                await self._drop()
                await self._connect(channel)
            elif self.voice.channel.id != channel.id:
                await self.voice.move_to(channel, timeout=self._patience.connect_s)
        except FAILURES as problem:
            log.warning("not in the voice channel: %s", problem or type(problem).__name__)
            return False
        return self.intended is None or (self.voice is not None and self.voice.is_connected())

    async def _connect(self, channel: Channel) -> None:
        await self._out(channel.guild)
        self.voice = await channel.connect(
            timeout=self._patience.connect_s, reconnect=False, cls=self._new_voice
        )

    def _new_voice(self, client: discord.Client, channel: discord.abc.Connectable) -> ChannelVoice:
        return ChannelVoice(client, channel, self._receiver, self._take_end)

    async def _out(self, guild: discord.Guild) -> None:
        """Wait until Discord has said that the bot has left: a new connection would take that for its own end."""
        if guild.me.voice is None:
            return
        await guild.change_voice_state(channel=None)
        with contextlib.suppress(TimeoutError):
            await self._client.wait_for(
                "voice_state_update",
                check=lambda member, _, after: member.id == guild.me.id and after.channel is None,
                timeout=self._patience.leave_s,
            )

    async def _drop(self) -> None:
        voice, self.voice = self.voice, None
        if voice is not None:
            with contextlib.suppress(*FAILURES):
                await voice.disconnect(force=True)

    async def _hear_again(self) -> None:
        self._deaf = False
        if self.voice is None:
            return
        if self._begun_anew is self.voice:
            log.warning("still deaf: the connection is made anew")
            await self._drop()
        else:
            log.warning("deaf: the end-to-end session is begun anew")
            self._begun_anew = self.voice
            await self.voice.recover()

    def _take_end(self, kicked: bool) -> None:
        lost, self.voice = self.voice, None
        if kicked:
            log.info("taken out of the voice channel by others: I do not come back by myself")
            self.intended = None
        elif lost is not None and self.intended is not None and not self._changed.is_set():
            log.warning(
                "the voice connection has ended, and no one took me out: I join %s anew", lost.channel
            )
            self.intended = lost.channel
        self._changed.set()
