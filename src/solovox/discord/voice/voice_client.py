"""The bot's voice in one channel: discord.py's client, which also hears."""

from collections.abc import Callable
from typing import Any, Final

from discord.voice_client import VoiceClient

import discord
from solovox.discord.voice.channel_hearing import ChannelHearing
from solovox.discord.voice.connection import Said, VoiceConnection
from solovox.discord.voice.packets import AES, MODES, SOUND, SessionKey, seal_packet

SPEAKING: Final = 5
GONE: Final = 13


class ChannelVoice(VoiceClient):
    """`on_ended(kicked)` is called once, when the connection has ended for good; by the loop."""

    def __init__(
        self,
        client: discord.Client,
        channel: discord.abc.Connectable,
        receiver: ChannelHearing,
        on_ended: Callable[[bool], None] | None = None,
    ) -> None:
        self._receiver = receiver
        self._on_ended = on_ended
        super().__init__(client, channel)
        self._connection.add_socket_listener(self._take)

    _connection: VoiceConnection  # pyrefly: ignore[bad-override-mutable-attribute]
    supported_modes: tuple[Any, ...] = MODES  # the library's type has no AES

    def create_connection_state(self) -> VoiceConnection:
        """The connection that discord.py drives."""
        return VoiceConnection(self, self._take_message)

    def _encrypt_aead_aes256_gcm_rtpsize(self, header: bytes, data: bytes) -> bytes:
        # The library finds it by this name. The counter is its own, too.
        count = self._incr_nonce
        self.checked_add("_incr_nonce", 1, 2**32 - 1)
        return seal_packet(SessionKey(AES, bytes(self.secret_key)), bytes(header), bytes(data), count)

    def cleanup(self) -> None:
        """discord.py forgets this client: it has left, was kicked, or gave up."""
        super().cleanup()
        ended, self._on_ended = self._on_ended, None
        if ended is not None:
            ended(self._connection.kicked)

    async def recover(self) -> None:
        """Begin the end-to-end session anew (op 31), when for long nothing could be decrypted."""
        await self._connection.begin_dave_again()

    def _take(self, packet: bytes) -> None:
        now = self._connection
        if len(packet) > 12 and packet[1] & 0x7F == SOUND and now.secret_key:
            self._receiver.on_packet(packet, bytes(now.secret_key), now.mode, now.dave_session)

    def _take_message(self, said: Said) -> None:
        data = said["d"]
        if said["op"] == SPEAKING:
            self._receiver.on_speaking(int(data["ssrc"]), int(data["user_id"]))
        elif said["op"] == GONE:
            self._receiver.on_gone(int(data["user_id"]))
