"""A person in a voice channel: speaks sound to the bot, and hears what the bot plays."""

import asyncio

import davey
import numpy as np

from discord import opus

from .packets import Frame
from .world import BOT

FRAME = 960
"""Samples of 20 ms at 48 kHz, of each of the two channels."""
SILENCE = b"\xf8\xff\xfe"


class Human:
    def __init__(self, double, user_id):
        self.double = double
        self.id = user_id
        self.channel = None
        self.ssrc = double.world.new_id()
        self.frames = []
        """What was heard, decoded: 20 ms of 48 kHz stereo each."""
        self.undecoded = 0
        self._announced = None
        self._encoder = opus.Encoder()
        self._decoder = opus.Decoder()
        self._sent = 0

    async def join(self, channel):
        self.channel = channel
        await self.double.person_moves(self, channel)

    async def leave(self):
        left, self.channel = self.channel, None
        await self.double.person_leaves(self, left)

    async def say(self, sound, *, paced=False):
        """Speak: 48 kHz stereo, 16 bit. It is sent as fast as it can be: a frame's time is in its packet; `paced`: as a client sends it."""
        await self._announce()
        frames = sound[: len(sound) // FRAME * FRAME].reshape(-1, FRAME, 2)
        packets = [self._packet(one.tobytes()) for one in frames]
        packets += [self._next(SILENCE) for _ in range(5)]
        began = asyncio.get_running_loop().time()
        for n, packet in enumerate(packets):
            if paced:
                await asyncio.sleep(max(0, began + 0.02 * n - asyncio.get_running_loop().time()))
            if (seat := self.seat) is not None:
                seat.play(packet)
            await asyncio.sleep(0)

    async def _announce(self):
        seat = self.seat
        if seat is not None and self._announced is not seat:
            self._announced = seat
            await seat.tell(5, {"user_id": str(self.id), "ssrc": self.ssrc, "speaking": 1})

    def _packet(self, pcm):
        coded = self._encoder.encode(pcm, FRAME)
        session = self.session
        if session is not None and session.ready:
            coded = session.encrypt_opus(coded)
        return self._next(coded)

    def _next(self, body):
        self._sent += 1
        return Frame(self._sent, self._sent * FRAME, self.ssrc, body)

    @property
    def seat(self):
        """That of the bot, if it is in the same channel."""
        return self.channel and self.double.world_of(self.channel).seat_in(self.channel)

    @property
    def session(self):
        if not self.double.dave or self.channel is None:
            return None
        return self.double.group(self.channel).people.get(self.id)

    def hear(self, frame):
        """One frame of the bot, already out of its transport."""
        body, session = frame.body, self.session
        if session is not None and session.ready and body != SILENCE:
            try:
                body = session.decrypt(BOT, davey.MediaType.audio, body)
            except ValueError as problem:
                self.undecoded += 1
                self.double.happenings.write("not decrypted", why=str(problem))
                return
        if body != SILENCE:
            self.frames.append(np.frombuffer(self._decoder.decode(body, fec=False), np.int16).reshape(-1, 2))
            self.double.happenings.write("heard", by=self.id)

    def heard(self):
        """All that was heard so far, one channel."""
        return np.concatenate([f[:, 0] for f in self.frames]) if self.frames else np.zeros(0, np.int16)
