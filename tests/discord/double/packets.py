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
    _, _, sequence, timestamp, ssrc = struct.unpack_from(">BBHII", packet)
    header, sealed, tail = packet[:12], packet[12:-4], packet[-4:]
    if mode == GCM:
        body = AESGCM(key).decrypt(tail + bytes(8), sealed, header)
    else:
        body = bindings.crypto_aead_xchacha20poly1305_ietf_decrypt(sealed, header, tail + bytes(20), key)
    return Frame(sequence, timestamp, ssrc, body)


def write(frame):
    """The header and the body of a frame, not yet sealed."""
    counts = frame.sequence & 0xFFFF, frame.timestamp & 0xFFFFFFFF
    return struct.pack(">BBHII", 0x80, 0x78, *counts, frame.ssrc), frame.body
