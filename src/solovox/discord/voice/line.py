"""One guild's voice as a line: presence, hearing, voice, and the silence that keeps the channel.

Rule 1: the line outlives connections and sessions; presence brings it back.
Rule 2: frames are read by discord.py's thread while there is something to play, else by no one. Every `KEEPALIVE_MS`
without a frame, one of silence is sent.
Rule 3: a bot that hears nothing of what comes tells presence, which recovers.
Rule 4: the line's clock is that of its guild. A session's begins later: what was said meanwhile comes with its first sound.
"""

import asyncio
import logging
from typing import Final

import discord
from solovox.core.units import SourceId
from solovox.discord.voice.channel_hearing import Attention, ChannelHearing
from solovox.discord.voice.floor import MicrophoneFrame
from solovox.discord.voice.packets import SILENCE
from solovox.discord.voice.playing import FRAME_MS, Keepalive, VoiceFrames
from solovox.discord.voice.presence import Channel, ChannelPresence, VoicePatience
from solovox.discord.voice.speakers import Participants
from solovox.ports import Clock

log = logging.getLogger(__name__)
LOOK_MS: Final = FRAME_MS


class FrameSource(discord.AudioSource):
    """The voice, as discord.py's player reads it. It is never over by itself while the voice has more."""

    def __init__(self, voice: VoiceFrames) -> None:
        self._voice = voice

    def read(self) -> bytes:
        """The next 20 ms, or the end."""
        return self._voice.read()


class VoiceChannelLine:
    """Whatever becomes of the connection, one line. `run` does the work until it is cancelled; then the bot has left."""

    def __init__(
        self, client: discord.Client, guild: int, clock: Clock, patience: VoicePatience | None = None
    ) -> None:
        self._client = client
        self.guild = guild
        """Its id."""
        self._clock = clock
        self.people = Participants()
        """Who the people are to sessions."""
        self._hearing = ChannelHearing(lambda: self.humans, self.source)
        self.presence = ChannelPresence(client, self._hearing, patience)
        self.voice = VoiceFrames()
        self._sounded_at = 0
        """When the bot's voice was heard last."""
        self._ahead: int | None = None
        """Milliseconds from the session's clock to the line's. None: no session has asked."""

    @property
    def connected(self) -> bool:
        """Whether the bot is in the channel now."""
        voice = self.presence.voice
        return voice is not None and voice.is_connected()

    @property
    def channel(self) -> Channel | None:
        """Where the bot is; while it is nowhere, where it is meant to be."""
        voice = self.presence.voice
        return voice.channel if voice is not None and voice.is_connected() else self.presence.intended

    @property
    def humans(self) -> list[int]:
        """Which users are in the channel and are no bots. One of whom nothing is known yet is taken for a human."""
        channel = self.channel
        if channel is None:
            return []
        known = {one.id: one.bot for one in channel.members}
        return [user for user in channel.voice_states if not known.get(user, False)]

    def join(self, channel: Channel) -> None:
        """Be in this channel from now on."""
        self.presence.join(channel)

    def leave(self) -> None:
        """Be in no channel; nothing sounds any longer."""
        self.voice.clear()
        self.presence.leave()

    def attend(self) -> None:
        """A session listens from now on."""
        self._hearing.attend(self._clock.now())
        self._ahead = None

    def sleep(self) -> None:
        """No session listens until someone speaks."""
        self._hearing.attention = Attention.ASLEEP

    def ignore(self) -> None:
        """No session listens, whoever speaks."""
        self._hearing.attention = Attention.DEAD

    @property
    def attention(self) -> Attention:
        """What becomes of what people say."""
        return self._hearing.attention

    @property
    def quiet_ms(self) -> int:
        """How long no one has spoken, neither the people nor the bot, since a session listens."""
        return self._clock.now() - max(self._hearing.spoken_at, self._sounded_at)

    def hear(self, now: int) -> list[MicrophoneFrame]:
        """The microphone from where it was taken last to millisecond `now` of a session, without holes; first what came before
        the session.
        """
        if self._ahead is None:
            self._ahead = self._clock.now() - now
        return self._hearing.take(now + self._ahead)

    async def run(self) -> None:
        """Be where the bot is meant to be, and play, until cancelled."""
        try:
            async with asyncio.TaskGroup() as tasks:
                tasks.create_task(self.presence.run(), name="presence")
                tasks.create_task(self._play(), name="player")
        finally:
            self._hearing.close()

    async def _play(self) -> None:
        """Take in what came; have the player read while there is something to hear."""
        keepalive = Keepalive(self._clock.now())
        while True:
            await asyncio.sleep(LOOK_MS / 1000)
            now, voice = self._clock.now(), self.presence.voice
            self._hearing.take_in(now)
            if self.voice.ready:
                self._sounded_at = now
            if self._hearing.deaf(now):
                self.presence.deaf()
            if voice is None or not voice.is_connected() or voice.is_playing():
                keepalive.note_sent(now)
            elif self.voice.ready:
                self._begin(voice)
            elif keepalive.due(now):
                voice.send_audio_packet(SILENCE, encode=False)

    def _begin(self, voice: discord.VoiceClient) -> None:
        try:
            voice.play(FrameSource(self.voice), application="voip", signal_type="voice")
        except discord.ClientException as problem:  # it was lost in this step: presence knows, or will
            log.info("not played yet: %s", problem)

    def source(self, user: int) -> SourceId:
        """As whom a session knows a user."""
        guild = self._client.get_guild(self.guild)
        member = None if guild is None else guild.get_member(user)
        return self.people.source(user, "" if member is None else member.display_name)
