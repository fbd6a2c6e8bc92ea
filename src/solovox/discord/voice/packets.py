"""Discord's sound packets: RTP, encrypted with AEAD in one of two modes of "rtpsize".

Rule 1: the header is authenticated and not encrypted: 12 bytes, 4 for each contributing source, 4 of the extension if
there is one. The last 4 bytes are the nonce, filled up with zeros.
Rule 2: the extension's body is encrypted with the sound and taken off after; so is RTP's padding.
Rule 3: the key is that of the moment, asked for at each packet: a new session has a new one.
Rule 4: nothing that comes from outside raises. What cannot be opened is counted by its reason, and is None.
"""

import struct
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

import davey
from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from nacl.bindings import (
    crypto_aead_xchacha20poly1305_ietf_decrypt,
    crypto_aead_xchacha20poly1305_ietf_encrypt,
)
from nacl.exceptions import CryptoError

XCHACHA: Final = "aead_xchacha20_poly1305_rtpsize"
AES: Final = "aead_aes256_gcm_rtpsize"
MODES: Final = (AES, XCHACHA)
"""The one that is preferred first."""
SOUND: Final = 0x78
"""RTP's payload type of Opus at Discord."""
_HEAD: Final = struct.Struct(">BBHII")
_NONCE: Final = 4
_VERSION: Final = 2


@dataclass(frozen=True, slots=True)
class SoundPacket:
    """One packet that was opened. `body`: Opus, or what end-to-end encryption made of it."""

    ssrc: int
    number: int
    timestamp: int
    marker: bool
    body: bytes


@dataclass(frozen=True, slots=True)
class SessionKey:
    """What packets are encrypted with: 32 bytes, in one of `MODES`."""

    mode: str
    secret: bytes


class Opener:
    """Packets of the socket in, sound out."""

    def __init__(self, key: Callable[[], SessionKey | None]) -> None:
        self._key = key
        self.refused: Counter[str] = Counter()
        """How many packets were not opened, by reason."""

    def open(self, data: bytes) -> SoundPacket | None:
        """The packet, unless it is no sound or cannot be opened."""
        why = _no_sound(data)
        if not why:
            opened = self._decrypt_packet(data)
            if isinstance(opened, SoundPacket):
                return opened
            why = opened
        self.refused[why] += 1
        return None

    def _decrypt_packet(self, data: bytes) -> SoundPacket | str:
        first, kind, number, timestamp, ssrc = _HEAD.unpack_from(data)
        head = _HEAD.size + 4 * (first & 0x0F)
        words = 0
        if first & 0x10:
            head += 4
            if len(data) < head:
                return "short"
            (words,) = struct.unpack_from(">H", data, head - 2)
        if len(data) < head + _NONCE:
            return "short"
        key = self._key()
        if key is None:
            return "no key"
        plain = _decrypt_body(key, data[:head], data[head:-_NONCE], data[-_NONCE:])
        if plain is None:
            return "not decrypted"
        if first & 0x20:
            padding = plain[-1] if plain else 0
            if not 0 < padding <= len(plain):
                return "padding"
            plain = plain[:-padding]
        if len(plain) < 4 * words:
            return "extension"
        body = plain[4 * words :]
        return SoundPacket(ssrc, number, timestamp, bool(kind & 0x80), body) if body else "empty"


def _no_sound(data: bytes) -> str:
    """Why this is no packet of sound, if it is none."""
    if len(data) < _HEAD.size:
        return "short"
    if data[0] >> 6 != _VERSION:
        return "version"
    return "" if data[1] & 0x7F == SOUND else "kind"


def _decrypt_body(key: SessionKey, head: bytes, body: bytes, nonce: bytes) -> bytes | None:
    try:
        if key.mode == AES:
            return AESGCM(key.secret).decrypt(nonce.ljust(12, b"\0"), body, head)
        if key.mode == XCHACHA:
            return crypto_aead_xchacha20poly1305_ietf_decrypt(body, head, nonce.ljust(24, b"\0"), key.secret)
    except (InvalidTag, CryptoError, ValueError, TypeError):
        pass
    return None


def seal_packet(key: SessionKey, head: bytes, body: bytes, count: int) -> bytes:
    """A packet as it is sent: `head` as rule 1 has it, `body` encrypted under nonce number `count`.

    Raises `ValueError` for a mode that is none of `MODES`.
    """
    nonce = struct.pack(">I", count % 2**32)
    if key.mode == AES:
        hidden = AESGCM(key.secret).encrypt(nonce.ljust(12, b"\0"), body, head)
    elif key.mode == XCHACHA:
        hidden = crypto_aead_xchacha20poly1305_ietf_encrypt(body, head, nonce.ljust(24, b"\0"), key.secret)
    else:
        raise ValueError(f"{key.mode} is no mode of encryption that is known here: {', '.join(MODES)}")
    return head + hidden + nonce


# Discord's end-to-end encryption (DAVE), one frame at a time.
#
# Rule 1: what cannot be decrypted is dropped and counted. Opus is never given what is still encrypted.
# Rule 2: Discord's own silence passes untouched. So does a frame that was never encrypted: before a group is formed, and
# the few that clients send so while it changes.
# Rule 3: `LOST` failures of one user, one after another, ask for recovery; `LOST` more ask again.
# Rule 4: the session is that of the moment: a new connection has a new one.


SILENCE: Final = b"\xf8\xff\xfe"
MARK: Final = b"\xfa\xfa"
"""At the end of each encrypted frame."""
CLEAR: Final = "UnencryptedWhenPassthroughDisabled"
"""In what davey says of a frame that was never encrypted."""
LOST: Final = 36
"""0.7 s of sound."""


class FrameOpener:
    """Frames of users in, Opus out."""

    def __init__(self, session: Callable[[], davey.DaveSession | None]) -> None:
        self._session = session
        self._failed: Counter[int] = Counter()
        """By user, one after another."""
        self._asks = False
        self.dropped = 0
        self.passed = 0
        """Frames that were never encrypted, but for silence."""

    def open(self, user: int, frame: bytes) -> bytes | None:
        """The frame as Opus; None: it was dropped."""
        if frame == SILENCE:
            return frame
        session = self._session()
        if session is None or not session.ready:
            return self._pass_unencrypted(user, frame)
        try:
            opus = session.decrypt(user, davey.MediaType.audio, frame)
        except ValueError as error:
            if CLEAR in str(error):
                return self._pass_unencrypted(user, frame)
            self._drop(user)
            return None
        self._failed.pop(user, None)
        return opus

    def try_open(self, user: int, frame: bytes) -> bytes | None:
        """The frame as Opus, if it is encrypted and by this user. Nothing is counted."""
        session = self._session()
        if session is None or not session.ready or not frame.endswith(MARK):
            return None
        try:
            return session.decrypt(user, davey.MediaType.audio, frame)
        except ValueError:
            return None

    def asks_for_recovery(self) -> bool:
        """Whether the session should be made anew (rule 3). Asked once, it is answered once."""
        asks, self._asks = self._asks, False
        return asks

    def forget(self, user: int) -> None:
        """They are gone."""
        self._failed.pop(user, None)

    def _pass_unencrypted(self, user: int, frame: bytes) -> bytes | None:
        if frame.endswith(MARK):  # it says that it is encrypted
            self._drop(user)
            return None
        self._failed.pop(user, None)
        self.passed += 1
        return frame

    def _drop(self, user: int) -> None:
        self.dropped += 1
        self._failed[user] += 1
        self._asks |= self._failed[user] % LOST == 0
