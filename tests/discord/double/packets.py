"""RTP as Discord sends it: the header in the clear, the rest sealed in one of the two modes."""

import struct
from dataclasses import dataclass

from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from nacl import bindings

XCHACHA = "aead_xchacha20_poly1305_rtpsize"
GCM = "aead_aes256_gcm_rtpsize"


@dataclass(frozen=True)
class Frame:
    """One packet of voice, open."""

    sequence: int
    timestamp: int
    ssrc: int
    body: bytes


def seal(mode, key, header, body, counter):
    tail = struct.pack(">I", counter)
    if mode == GCM:
        return header + AESGCM(key).encrypt(tail + bytes(8), body, header) + tail
    sealed = bindings.crypto_aead_xchacha20poly1305_ietf_encrypt(body, header, tail + bytes(20), key)
    return header + sealed + tail


def open_sealed(mode, key, packet):
    """The frame of a packet. Raises what the cipher raises when it was sealed otherwise."""
    first, _, sequence, timestamp, ssrc = struct.unpack_from(">BBHII", packet)
    size = 12 + 4 * (first & 15)
    extended = bool(first & 16)
    words = struct.unpack_from(">H", packet, size + 2)[0] if extended else 0
    size += 4 * extended
    header, sealed, tail = packet[:size], packet[size:-4], packet[-4:]
    if mode == GCM:
        body = AESGCM(key).decrypt(tail + bytes(8), sealed, header)
    else:
        body = bindings.crypto_aead_xchacha20poly1305_ietf_decrypt(sealed, header, tail + bytes(20), key)
    body = body[4 * words :]
    if first & 32:
        body = body[: -body[-1]]
    return Frame(sequence, timestamp, ssrc, body)


def write(frame, *, extension=b"", padding=0):
    """The header and the body of a frame, not yet sealed. The extension's size is a multiple of 4."""
    first = 0x80 | (0x20 if padding else 0) | (0x10 if extension else 0)
    header = struct.pack(
        ">BBHII", first, 0x78, frame.sequence & 0xFFFF, frame.timestamp & 0xFFFFFFFF, frame.ssrc
    )
    if extension:
        header += struct.pack(">HH", 0xBEDE, len(extension) // 4)
    tail = bytes(padding - 1) + bytes([padding]) if padding else b""
    return header, extension + frame.body + tail
