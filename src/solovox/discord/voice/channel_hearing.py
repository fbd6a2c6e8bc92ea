"""From packets of a voice channel to one microphone. The reader's thread hands over; all else is the loop's.

Rule 1: what comes is opened, decrypted, ordered and decoded here, in the loop, in the order in which it came.
Rule 2: `PACKETS` may wait for the loop: more than a second of twenty speakers. Then the oldest go.
Rule 3: `DEAD` keeps nothing. `ASLEEP` keeps nothing until someone speaks; then it is `AWAKE`, and the first word is kept
for the session that is made. `AWAKE` keeps what the floor keeps.
Rule 4: whose sound is not known yet is no one's: it is dropped, until a key or Discord names them.
"""

from collections import deque
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from enum import Enum
from typing import Final

import davey

from solovox.core.units import SourceId
from solovox.discord.voice.floor import MicrophoneFrame, OneFloor
from solovox.discord.voice.order import SentFrame
from solovox.discord.voice.packets import SILENCE, FrameOpener, Opener, SessionKey, SoundPacket
from solovox.discord.voice.speaker_sound import SaidSound, SpeakerSounds
from solovox.discord.voice.speakers import Hearing, Speakers

PACKETS: Final = 1_024


class Attention(Enum):
    """What becomes of what people say."""

    DEAD = "dead"
    ASLEEP = "asleep"
    AWAKE = "awake"


@dataclass(frozen=True, slots=True)
class RawPacket:
    """A packet as it came, with what opens it at that moment."""

    data: bytes
    key: SessionKey
    dave: davey.DaveSession | None


class ChannelHearing:
    """`members` are the users in the channel; `source` is as whom a session knows one. Milliseconds are of the caller's clock.
    `on_packet` is called by the reader's thread, all else by the loop's; none may wait.
    """

    def __init__(
        self,
        members: Callable[[], Iterable[int]],
        source: Callable[[int], SourceId],
    ) -> None:
        self._members = members
        self._source = source
        self._came: deque[RawPacket] = deque(maxlen=PACKETS)
        """What the thread has put and the loop has not taken: each is one step, which nothing divides."""
        self._now: RawPacket | None = None
        """The packet that is being opened."""
        self._opener = Opener(lambda: None if self._now is None else self._now.key)
        self.frames = FrameOpener(self._session)
        self._speakers = Speakers()
        self._sounds = SpeakerSounds()
        self._hearing = Hearing()
        self._floor = OneFloor()
        self.attention = Attention.DEAD
        self.spoken_at = 0
        """When someone spoke last."""

    # In the reader's thread.

    def on_packet(self, packet: bytes, key: bytes, mode: str, dave: davey.DaveSession | None) -> None:
        """An RTP packet as it came, with the key (32 bytes), the name of the mode and the end-to-end session of this moment."""
        self._came.append(RawPacket(packet, SessionKey(mode, key), dave))

    # In the loop.

    def on_speaking(self, ssrc: int, user: int) -> None:
        """Discord says whose SSRC it is: once in a session, and at times never."""
        self._speakers.speaking(user, ssrc)

    def on_gone(self, user: int) -> None:
        """A person left the channel; their SSRC is free again."""
        for ssrc in self._speakers.remove_user(user):
            self._sounds.forget(ssrc)
        self.frames.forget(user)

    def attend(self, now: int) -> None:
        """A session listens, from millisecond `now` on."""
        self._floor = OneFloor(now)
        self.attention = Attention.AWAKE
        self.spoken_at = now

    def take_in(self, now: int) -> None:
        """Hear what came until now."""
        for _ in range(len(self._came)):
            self._now = raw = self._came.popleft()
            if (packet := self._opener.open(raw.data)) is not None:
                self._hear_packet(now, packet)
        for ssrc, said in self._sounds.release(now).items():
            self._say(ssrc, said)

    def take(self, now: int) -> list[MicrophoneFrame]:
        """The microphone from where it was taken last to millisecond `now`."""
        self.take_in(now)
        return self._floor.take(now)

    def deaf(self, now: int) -> bool:
        """Whether packets come and nothing of them can be heard, for so long that the bot should recover."""
        return self.frames.asks_for_recovery() or self._hearing.deaf(now)

    def close(self) -> None:
        """Nothing more is taken in."""
        self._came = deque(maxlen=0)

    def _hear_packet(self, now: int, packet: SoundPacket) -> None:
        silence = packet.body == SILENCE
        if not silence:
            self._hearing.note_packet(now)
        user = self._speakers.user(packet.ssrc)
        if user is not None:
            opus = self.frames.open(user, packet.body)
        elif silence:
            return
        else:
            opus = self._speakers.infer(packet.ssrc, packet.body, self._members(), self.frames.try_open)
        if opus is None:
            return
        if not silence:
            self._hearing.note_decoded()
            self.spoken_at = now
            if self.attention is Attention.ASLEEP:
                self.attend(now)
        if self.attention is Attention.AWAKE:
            sent = SentFrame(packet.number, packet.timestamp, opus)
            self._say(packet.ssrc, self._sounds.packet(now, packet.ssrc, sent))

    def _say(self, ssrc: int, said: list[SaidSound]) -> None:
        user = self._speakers.user(ssrc)
        if user is not None:
            for one in said:
                self._floor.hear(self._source(user), one.at, one.pcm)

    def _session(self) -> davey.DaveSession | None:
        """The end-to-end session of the packet that is being opened."""
        return None if self._now is None else self._now.dave
