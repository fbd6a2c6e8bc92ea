"""Packets of sound: what opens, and that nothing from outside raises."""

import struct
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solovox.discord.voice.packets import (
    AES,
    MODES,
    SOUND,
    XCHACHA,
    Opener,
    SessionKey,
    SoundPacket,
    seal_packet,
)

SECRET = bytes(range(32))
BODY = b"\xf8\xff\xfe sound"


def packet(key, body=BODY, *, sources=0, extension=None, padding=0, marker=False, kind=SOUND):
    """A packet as Discord sends it. `extension`: words of its body."""
    first = 0x80 | sources | (0x10 if extension is not None else 0) | (0x20 if padding else 0)
    head = struct.pack(">BBHII", first, kind | (0x80 if marker else 0), 7, 960, 0xCAFE) + b"SRCX" * sources
    if extension is not None:
        head += struct.pack(">HH", 0xBEDE, extension)
        body = b"ext!" * extension + body
    if padding:
        body += bytes(padding - 1) + bytes([padding])
    return seal_packet(key, head, body, 1)


def opened(data, key):
    opener = Opener(lambda: key)
    return opener.open(data), dict(opener.refused)


@pytest.mark.parametrize("mode", MODES)
def test_each_form_of_a_packet_gives_its_sound(mode):
    key = SessionKey(mode, SECRET)
    forms = product((0, 1, 15), (None, 0, 1, 9), (0, 1, 4, 255), (False, True))
    for sources, extension, padding, marker in forms:
        data = packet(key, sources=sources, extension=extension, padding=padding, marker=marker)
        assert opened(data, key) == (SoundPacket(0xCAFE, 7, 960, marker, BODY), {}), (
            sources,
            extension,
            padding,
        )


def test_the_two_modes_and_a_packet_of_each_are_as_they_were_specified():
    """Made with the primitives alone: nonces of 24 and of 12 bytes that begin with the packet's last four."""
    from cryptography.hazmat.primitives.ciphers.aead import AESGCM
    from nacl.bindings import crypto_aead_xchacha20poly1305_ietf_encrypt as xchacha

    head, nonce = struct.pack(">BBHII", 0x80, SOUND, 1, 2, 3), b"\0\0\0\5"
    by_hand = {
        "aead_xchacha20_poly1305_rtpsize": xchacha(BODY, head, nonce + bytes(20), SECRET),
        "aead_aes256_gcm_rtpsize": AESGCM(SECRET).encrypt(nonce + bytes(8), BODY, head),
    }
    for mode, hidden in by_hand.items():
        assert opened(head + hidden + nonce, SessionKey(mode, SECRET))[0] == SoundPacket(3, 1, 2, False, BODY)
        assert seal_packet(SessionKey(mode, SECRET), head, BODY, 5) == head + hidden + nonce


KEY = SessionKey(XCHACHA, SECRET)
GOOD = packet(KEY, extension=1)


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (b"", "short"),
        (GOOD[:11], "short"),
        (GOOD[:15], "short"),
        (b"\x40" + GOOD[1:], "version"),
        (packet(KEY, kind=0x7A), "kind"),
        (b"\x81\xc9" + GOOD[2:], "kind"),  # RTCP
        (GOOD[:-1], "not decrypted"),
        (GOOD[:3] + b"!" + GOOD[4:], "not decrypted"),
        (packet(SessionKey(XCHACHA, bytes(32))), "not decrypted"),
        (packet(SessionKey(AES, SECRET)), "not decrypted"),
        (packet(KEY, b"", extension=2), "empty"),
        (packet(KEY, b""), "empty"),
        (seal_packet(KEY, b"\xa0" + packet(KEY)[1:12], b"", 1), "padding"),
        (seal_packet(KEY, b"\xa0" + packet(KEY)[1:12], b"ab\0", 1), "padding"),
        (seal_packet(KEY, b"\xa0" + packet(KEY)[1:12], b"ab\x09", 1), "padding"),
        (seal_packet(KEY, b"\x90" + packet(KEY)[1:12] + b"\xbe\xde\0\x09", b"abcd", 1), "extension"),
    ],
)
def test_what_cannot_be_opened_is_counted_by_its_reason(data, why):
    assert opened(data, KEY) == (None, {why: 1})


@pytest.mark.parametrize(
    "key",
    [None, SessionKey("xsalsa20_poly1305", SECRET), SessionKey(XCHACHA, b""), SessionKey(AES, b"short")],
)
def test_without_a_key_that_fits_nothing_is_opened(key):
    none, refused = opened(GOOD, key)
    assert none is None
    assert refused in ({"no key": 1}, {"not decrypted": 1})


def test_the_key_is_that_of_the_moment():
    keys = [SessionKey(AES, SECRET), KEY]
    opener = Opener(lambda: keys[-1])
    assert opener.open(GOOD)
    keys.append(SessionKey(XCHACHA, bytes(32)))
    assert opener.open(GOOD) is None
    assert opener.open(packet(keys[-1]))


@given(st.binary(max_size=200), st.sampled_from(MODES))
def test_no_bytes_make_it_raise(data, mode):
    none, refused = opened(data, SessionKey(mode, SECRET))
    assert none is None
    assert sum(refused.values()) == 1


@given(st.binary(max_size=60), st.integers(0, 255), st.sampled_from(MODES))
def test_no_content_under_the_right_key_makes_it_raise(plain, first, mode):
    """Whoever has the key may send anything."""
    key, first = SessionKey(mode, SECRET), 0x80 | first & 0x3F
    head = (
        bytes([first, SOUND])
        + bytes(10)
        + bytes(4 * (first & 15))
        + (b"\xbe\xde\0\2" if first & 0x10 else b"")
    )
    found, refused = opened(seal_packet(key, head, plain, 3), key)
    assert (found is None) == bool(refused)
    assert found is None or found.body in plain


def test_a_mode_that_is_not_known_is_refused_where_we_send():
    with pytest.raises(ValueError, match="no mode of encryption"):
        seal_packet(SessionKey("xsalsa20_poly1305", SECRET), bytes(12), b"", 0)
