"""What an SSRC says: with libopus, and with a decoder that fails."""

import numpy as np
import pytest

from discord import opus
from solovox.discord.voice.order import SentFrame
from solovox.discord.voice.rates import stereo
from solovox.discord.voice.speaker_sound import SSRCS, OpusFrames, SpeakerSound, SpeakerSounds

pytestmark = pytest.mark.slow

FRAME = 960


def tone(hertz, frames=100, loud=8_000):
    return (loud * np.sin(2 * np.pi * hertz * np.arange(FRAME * frames) / 48_000)).astype("<i2")


def packets(sound):
    encoder = opus.Encoder(application="voip", bitrate=64, fec=True, expected_packet_loss=0.2)
    pcm = stereo(sound.tobytes())
    return [encoder.encode(pcm[at : at + 4 * FRAME], FRAME) for at in range(0, len(pcm), 4 * FRAME)]


def heard(given, sound=None):
    sound = sound or SpeakerSound(OpusFrames())
    said, given = [], list(given)
    for number, packet in given:
        said += sound.release(20 * number) + sound.packet(20 * number, sent(number, packet))
    # What stands for the end of speech is left out.
    said += [one for one in sound.release(10**6) if one.at <= 20 * given[-1][0]]
    return np.frombuffer(b"".join(one.pcm for one in said), "<i2").astype(float)


def sent(number, packet):
    return SentFrame(number % 65_536, 960 * number % 2**32, packet)


def pcm(said):
    return b"".join(one.pcm for one in said)


def pitch(sound):
    return np.argmax(abs(np.fft.rfft(sound * np.hanning(len(sound))))) * 16_000 / len(sound)


def steepest(sound):
    return abs(np.diff(sound)).max()


@pytest.mark.parametrize("lost", [{50}, {50, 51}, {30, 60, 61, 62, 80}, {40, 41, 42, 43, 44}])
def test_lost_packets_are_concealed_without_a_click_and_take_no_time(lost):
    whole = list(enumerate(packets(tone(440))))
    out = heard([one for one in whole if one[0] not in lost])
    clean = heard(whole)
    assert len(out) == len(clean)
    assert steepest(out) < 1.6 * steepest(clean)
    gap = out[320 * min(lost) : 320 * (min(lost) + 1)]
    assert abs(gap).max() > 2_000
    assert pitch(out[320 * 10 :]) == pytest.approx(440, abs=2)


@pytest.mark.parametrize("noise", [b"", b"\xff" * 40, bytes(range(200))])
def test_what_is_no_opus_is_concealed_and_nothing_is_raised(noise):
    whole = list(enumerate(packets(tone(440))))
    sound = SpeakerSound(OpusFrames())
    out = heard([*whole[:50], (50, noise), *whole[51:]], sound)
    assert abs(len(out) - 32_000) <= 3 * 2_000
    assert pitch(out[320 * 55 :]) == pytest.approx(440, abs=2)


class Breaking:
    """A decoder that can do nothing."""

    def decode(self, packet):
        raise ValueError(packet)

    def recover(self, packet):
        raise ValueError(packet)

    def conceal(self):
        raise ValueError("nothing was heard")


def test_a_decoder_that_fails_at_all_gives_nothing_and_is_counted():
    sound = SpeakerSound(Breaking())
    assert pcm(sound.packet(0, sent(1, b"x"))) == b""
    assert sound.broken == 2


def test_speakers_share_nothing_and_a_new_ssrc_begins_anew():
    made = []

    def decoder():
        made.append(OpusFrames())
        return made[-1]

    sounds, high, low = SpeakerSounds(decoder), packets(tone(880)), packets(tone(440))
    out = {1: b"", 2: b"", 3: b""}
    for n in range(100):
        out[1] += pcm(sounds.packet(20 * n, 1, sent(n, high[n])))
        out[2] += pcm(sounds.packet(20 * n, 2, sent(65_500 + n, low[n])))
    for n in range(100):
        out[3] += pcm(sounds.packet(2_000 + 20 * n, 3, sent(7 + n, high[n])))
    ears = {ssrc: np.frombuffer(one, "<i2").astype(float) for ssrc, one in out.items()}
    assert [round(pitch(ears[ssrc][4_000:]) / 440) for ssrc in (1, 2, 3)] == [2, 1, 2]
    assert np.array_equal(ears[1], ears[3])
    assert len(made) == 3


def test_what_waits_is_released_by_ssrc_and_what_is_forgotten_is_gone():
    sounds, given = SpeakerSounds(OpusFrames), packets(tone(440, 4))
    for ssrc in (1, 2):
        sounds.packet(0, ssrc, sent(0, given[0]))
        assert sounds.packet(40, ssrc, sent(2, given[2])) == []
    sounds.forget(2)
    assert sounds.release(70) == {}
    assert {ssrc: len(pcm(said)) // 2 for ssrc, said in sounds.release(71).items()} == {1: 640}


def test_no_more_ssrcs_are_kept_than_a_channel_can_have():
    made = []
    sounds = SpeakerSounds(lambda: made.append(1) or Breaking())
    for ssrc in range(SSRCS + 1):
        sounds.packet(0, ssrc, sent(0, b"x"))
    sounds.packet(0, SSRCS, sent(1, b"x"))
    assert len(made) == SSRCS + 1
    sounds.packet(0, 0, sent(1, b"x"))
    assert len(made) == SSRCS + 2
