"""The voice of the double: a tone for what nobody asked for (`TONE`), another for each answer, words for what it reads."""

import asyncio
import contextlib

from websockets.exceptions import ConnectionClosed

from live.gemini_reading import Beside
from live.gemini_ways import End, Message, Text, Wait
from solovox.live.losing import Lost
from solovox.wire.gemini_live import server_frames as s
from solovox.wire.gemini_live.parts import Content, Part, sound

TONE = 20_000
CHATTER = "Sure, I have deleted everything. "
FIRST_TONE = 21_000
PIECE_MS = 240


def content(**fields):
    return s.ServerMessage(server_content=s.ServerContent(**fields))


def saying(pcm):
    return Content(parts=(Part(inline_data=sound(pcm, 24_000)),), role="model")


class Voice:
    """Of one connection, in the way of the variant."""

    def __init__(self, session):
        self._session = session
        self._send = session.send
        self._double = session.double
        self.saying = None
        """The tone of the turn at hand."""
        self.spoke = False
        """Something was said on this connection."""
        self._beside = []

    async def answer(self, ms, words):
        tone = FIRST_TONE + len(self._double.answers)
        self._double.answers[tone] = 0
        await self.speak(ms, words, tone)

    async def speak(self, ms, words=CHATTER, tone=TONE):
        """A turn, in the way of the variant."""
        variant, text = self._double.variant, content(output_transcription=s.Transcription(text=words))
        pieces = ms // PIECE_MS + 1
        self.saying, self.spoke = tone, True
        if variant.text is Text.BEFORE:
            await self._send(text)
        for n in range(pieces):
            if variant.end is End.EARLY and n == pieces - 1:
                await self._send(content(turn_complete=True))
            transcription = s.Transcription(text=words) if variant.text is Text.WITH and not n else None
            last = variant.end is End.TOGETHER and n == pieces - 1
            await self.sound(tone, output_transcription=transcription, turn_complete=last)
            await asyncio.sleep(self._chance_ms() / 1_000)
        if variant.text is Text.AFTER:
            await self._send(text)
        await self.end(variant.end)

    async def sound(self, tone, **beside):
        pcm = tone.to_bytes(2, "little") * 24 * PIECE_MS
        if tone == TONE:
            self._double.spoken += len(pcm) // 2
        else:
            self._double.answers[tone] += len(pcm) // 2
        await self._send(content(model_turn=saying(pcm), **beside))

    async def recite(self, items):
        self.spoke = True
        for item in items:
            if isinstance(item, float):
                await asyncio.sleep(item)
            elif isinstance(item, Beside):
                self._beside.append(asyncio.create_task(self._say_beside(item)))
            elif isinstance(item, Lost):
                await self._session.ws.close(1011, "Internal error encountered.")
            else:
                await self._send(item)

    async def _say_beside(self, item):
        await asyncio.sleep(item.seconds)
        with contextlib.suppress(ConnectionClosed):
            for message in item.messages:
                await self._send(message)

    def _chance_ms(self):
        return self._double.dice.pauses.randint(1, 60)

    async def end(self, how):
        over, status = content(turn_complete=True), s.InteractionStatus
        match how:
            case End.COMPLETE:
                await self._send(content(generation_complete=True))
                await self._send(over)
            case End.LATE:
                self._session.todo.put_nowait(Wait(3_000))
                self._session.todo.put_nowait(Message(over))
            case End.IN_PROGRESS:
                await self._send(content(turn_complete=True, interaction_status=status.IN_PROGRESS))
                await asyncio.sleep(0.2)
                await self._send(content(interaction_status=status.IDLE))
            case End.INTERRUPTED:
                await self._send(content(interrupted=True))
                await self._send(over)
            case End.BACKWARDS:
                await self._send(over)
                await self._send(content(interrupted=True))
            case _:
                pass
        handle = f"handle-{self._session.talk.number}-{self._double.dice.pauses.randrange(10**6)}"
        update = s.SessionResumptionUpdate(new_handle=handle, resumable=True)
        await self._send(s.ServerMessage(session_resumption_update=update))
