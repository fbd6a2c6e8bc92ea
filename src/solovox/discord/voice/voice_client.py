"""The bot's voice in one channel: discord.py's client, which also hears."""

import struct
from typing import TYPE_CHECKING, Any, Final, Protocol

from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from discord.voice_client import VoiceClient

import discord
from solovox.discord.voice.connection import Said, VoiceConnection

if TYPE_CHECKING:
    from collections.abc import Callable

    from davey import DaveSession

AES: Final = "aead_aes256_gcm_rtpsize"
XCHACHA: Final = "aead_xchacha20_poly1305_rtpsize"
"""The modes of the transport's encryption, as Discord names them. It prefers the first; the second is always there."""

SPEAKING: Final = 5
GONE: Final = 13
OPUS: Final = 0x78
"""RTP's payload type of voice. Everything else on the socket is not."""


class VoiceReceiver(Protocol):
    """Who is handed what comes from a voice channel. `on_packet` is called by the reader's thread, the others by the
    loop's; none may wait.
    """

    def on_packet(self, packet: bytes, key: bytes, mode: str, dave: "DaveSession | None") -> None:
        """An RTP packet as it came, with the key (32 bytes), the name of the mode and the end-to-end session of this
        moment.
        """
        ...

    def on_speaking(self, ssrc: int, user: int) -> None:
        """Whose SSRC it is. Discord says it once in a session, and at times never."""
        ...

    def on_gone(self, user: int) -> None:
        """A person left the channel; their SSRC is free again."""
        ...


class ChannelVoice(VoiceClient):
    """`on_ended(kicked)` is called once, when the connection has ended for good; by the loop."""

    def __init__(
        self,
        client: discord.Client,
        channel: discord.abc.Connectable,
        receiver: VoiceReceiver,
        on_ended: "Callable[[bool], None] | None" = None,
    ) -> None:
        self._receiver = receiver
        self._on_ended = on_ended
        super().__init__(client, channel)
        self._connection.add_socket_listener(self._take)

    _connection: VoiceConnection  # pyrefly: ignore[bad-override-mutable-attribute]
    supported_modes: tuple[Any, ...] = (AES, XCHACHA)  # the library's type has no AES

    def create_connection_state(self) -> VoiceConnection:
        """The connection that discord.py drives."""
        return VoiceConnection(self, self._told)

    def _encrypt_aead_aes256_gcm_rtpsize(self, header: bytes, data: bytes) -> bytes:
        # The library finds it by this name. The counter is its own, too.
        counter = struct.pack(">I", self._incr_nonce)
        self.checked_add("_incr_nonce", 1, 2**32 - 1)
        sealed = AESGCM(bytes(self.secret_key)).encrypt(counter + bytes(8), bytes(data), bytes(header))
        return bytes(header) + sealed + counter

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
        if len(packet) > 12 and packet[1] & 0x7F == OPUS and now.secret_key:
            self._receiver.on_packet(packet, bytes(now.secret_key), now.mode, now.dave_session)

    def _told(self, said: Said) -> None:
        data = said["d"]
        if said["op"] == SPEAKING:
            self._receiver.on_speaking(int(data["ssrc"]), int(data["user_id"]))
        elif said["op"] == GONE:
            self._receiver.on_gone(int(data["user_id"]))
