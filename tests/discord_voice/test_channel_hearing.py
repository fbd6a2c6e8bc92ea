"""Packets of a whole channel in, one microphone out: what is lost, who is not known, and what no session hears; two who speak at once."""

import struct

import numpy as np
import pytest

from discord import opus as codec
from solovox.core.units import SEVERAL, SourceId
from solovox.discord.voice.channel_hearing import Attention, ChannelHearing
from solovox.discord.voice.packets import AES, MARK, MODES, SOUND, SessionKey, seal_packet
from solovox.discord.voice.rates import stereo

pytestmark = pytest.mark.slow

ANN, BEN = 11, 22
HERTZ = {ANN: 440, BEN: 880}
KEY = bytes(32)
LOUD = 2_000


class Group:
    """End-to-end encryption that anyone can see through."""

    ready = True

    def decrypt(self, user, _kind, frame):
        if frame[-3:] != bytes([user]) + MARK:
            raise ValueError("Failed to decrypt: NoValidCryptorFound")
        return frame[:-3]


def packets(user, frames, mode=AES, *, end_to_end=False):
    """A sine, as a client sends it: `frames` of 20 ms."""
    encoder = codec.Encoder(application="voip", bitrate=64)
    sound = (8_000 * np.sin(2 * np.pi * HERTZ[user] * np.arange(960 * frames) / 48_000)).astype("<i2")
    pcm = stereo(sound.tobytes())
    for n in range(frames):
        head = struct.pack(">BBHII", 0x80, SOUND, (65_500 + n) % 65_536, 960 * n, 1_000 + user)
        frame = encoder.encode(pcm[3_840 * n : 3_840 * (n + 1)], 960)
        yield seal_packet(SessionKey(mode, KEY), head, frame + (bytes([user]) + MARK) * end_to_end, n)


def made(*known):
    hearing = ChannelHearing(lambda: [ANN, BEN], lambda user: SourceId(str(user)))
    for user in known:
        hearing.on_speaking(1_000 + user, user)
    return hearing


def heard(hearing, sent, until, mode=AES, dave=None):
    """The microphone, tick by tick, by source, up to millisecond `until`."""
    found, sent = {}, sorted(sent)
    for now in range(20, until + 1, 20):
        while sent and sent[0][0] <= now:
            hearing.on_packet(sent.pop(0)[1], KEY, mode, dave)
        for frame in hearing.take(now):
            found.setdefault(frame.source, []).append(frame.pcm)
    return {source: np.frombuffer(b"".join(parts), "<i2") for source, parts in found.items()}


def loud_part(sound):
    loud = np.flatnonzero(abs(sound) > LOUD)
    return sound[loud[0] : loud[-1] + 1]


@pytest.mark.parametrize("count", range(1, 6))
def test_packets_lost_in_a_row_are_concealed_in_their_place_and_the_rest_comes_when_it_was_said(count):
    hearing = made(ANN)
    hearing.attend(0)
    lost = range(40, 40 + count)
    sent = [(20 * n, one) for n, one in enumerate(packets(ANN, 100)) if n not in lost]
    sound = loud_part(heard(hearing, sent, 4_000)[SourceId(str(ANN))])
    assert len(sound) / 16 == pytest.approx(2_000, abs=5)
    level = abs(sound[: len(sound) // 80 * 80]).reshape(-1, 80).max(axis=1)
    assert 5 * np.count_nonzero(level < LOUD) <= 20 * count  # concealment fades
    assert level.min() > 200  # and is no silence


def test_who_is_not_known_yet_is_not_heard():
    hearing = made()
    hearing.attend(0)
    sent = [(20 * n, one) for n, one in enumerate(packets(ANN, 20))]
    assert not any(heard(hearing, sent, 1_000)[SEVERAL])


@pytest.mark.parametrize("attention", [Attention.DEAD, Attention.ASLEEP])
def test_only_who_sleeps_is_woken_and_then_hears_from_the_first_packet_on(attention):
    hearing = made(ANN)
    hearing.attention = attention
    for n, one in enumerate(packets(ANN, 50)):
        hearing.on_packet(one, KEY, AES, None)
        hearing.take_in(1_000 + 20 * n)
    if attention is Attention.DEAD:
        assert hearing.attention is Attention.DEAD
        return
    assert hearing.attention is Attention.AWAKE
    sound = np.frombuffer(b"".join(one.pcm for one in hearing.take(4_000)), "<i2")
    assert len(loud_part(sound)) / 16 == pytest.approx(1_000, abs=20)


def test_the_loop_that_is_late_loses_the_oldest_packets_and_no_more():
    hearing = made(ANN)
    hearing.attend(0)
    (one,) = packets(ANN, 1)
    for _ in range(3_000):
        hearing.on_packet(one, KEY, AES, None)
    assert len(hearing._came) == 1_024


@pytest.mark.parametrize(
    ("mode", "lost", "first"),
    [(MODES[0], (), ANN), (MODES[1], (20,), BEN), (MODES[0], (31, 32, 33), BEN), (MODES[1], (10, 25, 40, 41, 60), ANN)],
)  # fmt: skip
def test_two_who_speak_at_once_are_found_by_their_keys_and_heard_one_after_another_at_their_pitch(
    mode, lost, first
):
    second, hearing = BEN if first == ANN else ANN, made()
    hearing.attend(0)
    sent = [
        (20 * n, one) for n, one in enumerate(packets(first, 100, mode, end_to_end=True)) if n not in lost
    ]
    sent += [(205 + 20 * n, one) for n, one in enumerate(packets(second, 100, mode, end_to_end=True))]
    found = heard(hearing, sent, 12_000, mode, Group())
    assert [one for one in found if one != SEVERAL] == [str(first), str(second)]
    for user in (first, second):
        loud = loud_part(found[str(user)])[: 1_900 * 16].astype(float)
        pitch = np.argmax(abs(np.fft.rfft(loud * np.hanning(len(loud))))) * 16_000 / len(loud)
        assert pitch == pytest.approx(HERTZ[user], abs=2)
        assert np.sqrt(2 * np.mean(loud[1_000:] ** 2)) == pytest.approx(8_000, rel=0.1)
        quiet_ms = 5 * np.count_nonzero(abs(loud[: len(loud) // 80 * 80]).reshape(-1, 80).max(axis=1) < LOUD)
        assert quiet_ms == 0 or len(lost) > 1  # concealment fades
