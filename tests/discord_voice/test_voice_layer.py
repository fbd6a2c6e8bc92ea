"""The parts together: encrypted packets of two people in, one microphone stream out."""

import struct

import numpy as np
import pytest

from discord import opus as codec
from solovox.core.units import SourceId
from solovox.discord.voice.end_to_end import MARK, FrameOpener
from solovox.discord.voice.floor import LEAD_MS, PER_MS, OneFloor
from solovox.discord.voice.opus import OpusFrames
from solovox.discord.voice.order import SentFrame
from solovox.discord.voice.packets import MODES, SOUND, Opener, SessionKey, sealed
from solovox.discord.voice.rates import stereo
from solovox.discord.voice.speaker_sound import SpeakerSounds
from solovox.discord.voice.speakers import Speakers

pytestmark = pytest.mark.slow

ANN, BOB = 11, 22
HERTZ = {ANN: 440, BOB: 880}


class Group:
    """End-to-end encryption that anyone can see through."""

    ready = True

    def decrypt(self, user, frame):
        if frame[-3:] != bytes([user]) + MARK:
            raise ValueError("Failed to decrypt: NoValidCryptorFound")
        return frame[:-3]


def packets(user, mode, frames):
    """A sine of a user, as their client sends it."""
    encoder = codec.Encoder(application="voip", bitrate=64)
    sound = (8_000 * np.sin(2 * np.pi * HERTZ[user] * np.arange(960 * frames) / 48_000)).astype("<i2")
    pcm = stereo(sound.tobytes())
    for n in range(frames):
        head = struct.pack(">BBHII", 0x80, SOUND, (65_500 + n) % 65_536, 960 * n, 1_000 + user)
        frame = encoder.encode(pcm[3_840 * n : 3_840 * (n + 1)], 960) + bytes([user]) + MARK
        yield sealed(SessionKey(mode, bytes(32)), head, frame, n)


def heard(floor, user, said):
    for one in said:
        floor.hear(SourceId(str(user)), one.at, one.pcm)


def hear(sent, mode):
    """The microphone, second by second: who, and what. No one was ever named: they are found by their keys."""
    opener, frames, speakers = Opener(lambda: SessionKey(mode, bytes(32))), FrameOpener(Group), Speakers()
    sounds, floor, now, out = SpeakerSounds(OpusFrames), OneFloor(), 0, []
    for at, data in sorted(sent):
        while now < at:
            now += 20
            for ssrc, said in sounds.release(now).items():
                heard(floor, speakers.user(ssrc), said)
            out += floor.take(now)
        packet = opener.open(data)
        user = speakers.user(packet.ssrc)
        if user is None:
            opus = speakers.infer(packet.ssrc, packet.body, [ANN, BOB], frames.try_open)
        else:
            opus = frames.open(user, packet.body)
        sent_ = SentFrame(packet.number, packet.timestamp, opus)
        heard(floor, speakers.user(packet.ssrc), sounds.packet(at, packet.ssrc, sent_))
    out += floor.take(now + 10_000)
    return [
        (one.source, np.frombuffer(one.pcm, "<i2").astype(float)) for one in out if len(one.pcm) > 2 * LEAD_MS
    ]


def pitch(sound):
    return np.argmax(abs(np.fft.rfft(sound * np.hanning(len(sound))))) * 16_000 / len(sound)


@pytest.mark.parametrize(
    ("mode", "lost", "first"),
    [
        (MODES[0], (), ANN),
        (MODES[1], (20,), BOB),
        (MODES[0], (31, 32, 33), BOB),
        (MODES[1], (10, 25, 40, 41, 60), ANN),
    ],
)
def test_two_people_who_speak_at_once_are_heard_one_after_another_each_at_their_pitch(mode, lost, first):
    second = BOB if first == ANN else ANN
    sent = [(20 * n, one) for n, one in enumerate(packets(first, mode, 100)) if n not in lost]
    sent += [(205 + 20 * n, one) for n, one in enumerate(packets(second, mode, 100))]
    heard = {}
    for source, sound in hear(sent, mode):
        heard[source] = np.concatenate([heard.get(source, np.zeros(0)), sound])
    assert [source for source in heard if source != "several"] == [str(first), str(second)]
    for user in (first, second):
        loud = heard[str(user)]
        loud = loud[np.flatnonzero(abs(loud) > 500)[0] :][: 1_900 * PER_MS]
        assert pitch(loud) == pytest.approx(HERTZ[user], abs=2)
        assert np.sqrt(2 * np.mean(loud[1_000:] ** 2)) == pytest.approx(8_000, rel=0.1)
        quiet_ms = 5 * np.count_nonzero(abs(loud).reshape(-1, 80).max(axis=1) < 2_000)
        assert quiet_ms == 0 or len(lost) > 1  # concealment fades
