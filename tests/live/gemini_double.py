"""A server that speaks the wire of Gemini Live on a loopback socket, and misbehaves in one named way.

It hears: a word is a burst of microphone sound whose loudness names it (`speech`), so that what a reconnection
loses or doubles is seen in its transcripts. An utterance is over after `PAUSE_MS` of silence.
Its own voice is a tone that nobody else makes (`TONE`), so that one sample of it in an output is found; what it
answers for itself has a tone for each answer (`Double.answers`). With detection disabled it takes sound only
between `activityStart` and `activityEnd`, and closes with 1007 when it gets other sound.

How it behaves is a `Way` in a `Variant` (`gemini_ways.py`); `faults` are those of our server, in the words of `--fault`.
"""

import asyncio
import contextlib
import random
from dataclasses import dataclass, field

from websockets.asyncio.server import serve
from websockets.exceptions import ConnectionClosed

from live.gemini_ears import Ears
from live.gemini_voice import Voice, content
from live.gemini_ways import (
    Abort,
    Call,
    Cancel,
    Chatter,
    Close,
    End,
    Frame,
    Freeze,
    GoAway,
    Hear,
    Message,
    Recite,
    Say,
    Twice,
    Variant,
    Wait,
    Way,
)
from server.lines import Line
from solovox.live.setup import ALOUD
from solovox.server.faults.injector import FaultPlan
from solovox.server.faulty_socket import FaultySocket
from solovox.shell.clock import LoopClock
from solovox.wire.gemini_live import server_frames as s
from solovox.wire.gemini_live.client_frames import ClientContent, RealtimeInput, Setup, ToolResponse
from solovox.wire.gemini_live.codec import decode_client, encode_server
from solovox.wire.gemini_live.parts import Content, Duration, FunctionCall, Part


@dataclass
class Talk:
    """One connection as the double sees it."""

    number: int
    setup: Setup
    messages: list = field(default_factory=list)
    """Everything after the setup but sound."""
    samples: int = 0
    unanswered: set = field(default_factory=set)
    in_call: int = 0
    """Samples that came while a call was not answered."""
    words: list = field(default_factory=list)
    transcripts: list = field(default_factory=list)
    loud: list = field(default_factory=list)
    """How many loud samples each of these had."""
    texts: list = field(default_factory=list)
    """What it was to read aloud."""


@dataclass
class Dice:
    """What is left to chance."""

    pauses: random.Random
    faults: FaultPlan


class Double:
    """The server. `async with Double(way, vocabulary) as double: double.url`."""

    def __init__(self, way=None, vocabulary=(), variant=None, seed=0, faults=()):
        self.way = way or Way()
        self.variant = variant or Variant()
        self.vocabulary = list(vocabulary)
        self.dice = Dice(random.Random(seed), FaultPlan(faults, seed))
        self.talks = []
        self.requests = []
        self.open = 0
        self.most_open = 0
        self.reading = asyncio.Event()
        self.answers = {}
        """Tone → samples, for what it answers for itself."""
        self.spoken = 0
        """Samples of what else it said."""
        self._meddled = False

    @property
    def texts(self):
        return [text for talk in self.talks for text in talk.texts]

    async def __aenter__(self):
        self._server = await serve(
            self._serve, "127.0.0.1", 0, process_request=self._look, compression=None, close_timeout=1
        )
        port = self._server.sockets[0].getsockname()[1]
        self.url = f"ws://127.0.0.1:{port}"
        return self

    async def __aexit__(self, *_):
        self._server.close()
        await self._server.wait_closed()

    def _look(self, connection, request):
        self.requests.append(request)
        number = len(self.requests)
        if number in self.way.refused and isinstance(self.way.refusal, int):
            return connection.respond(self.way.refusal, "no\n")
        return None

    async def _serve(self, ws):
        self.open += 1
        self.most_open = max(self.most_open, self.open)
        number = len(self.requests)
        with contextlib.suppress(ConnectionClosed):
            try:
                await self._talk(ws, number)
            except* ConnectionClosed:
                pass
        self.open -= 1

    async def _talk(self, ws, number):
        socket = FaultySocket(Line(ws), self.dice.faults.injector(), LoopClock().now)
        setup = decode_client(await socket.receive())
        talk = Talk(number, setup)
        self.talks.append(talk)
        if self.way.silent or number in self.way.mute:
            await ws.wait_closed()
            return
        if number in self.way.refused:
            await ws.close(self.way.refusal.code, self.way.refusal.reason)
            return
        session = _Session(self, ws, talk, socket)
        await session.send(s.ServerMessage(setup_complete=s.SetupComplete()))
        async with asyncio.TaskGroup() as tasks:
            helpers = [tasks.create_task(work) for work in (session.act(), session.meddle(), session.last())]
            try:
                await session.hear()
            finally:
                for helper in helpers:
                    helper.cancel()


class _Session:
    """One connection."""

    def __init__(self, double, ws, talk, socket):
        self.double, self.ws, self.talk, self.socket = double, ws, talk, socket
        self.todo = asyncio.Queue(4_096)
        self._ears = Ears(double.vocabulary)
        config = talk.setup.realtime_input_config
        self._manual = bool(config and config.automatic_activity_detection.disabled)
        self._active = False
        self._doing = None
        self._voice = Voice(self)
        for step in double.way.opened if self._first else ():
            self.todo.put_nowait(step)

    @property
    def _first(self):
        return self.talk is next(t for t in self.double.talks if t.number not in self.double.way.refused)

    async def send(self, message):
        await self.socket.send(encode_server(message))

    async def hear(self):
        while True:
            message = decode_client(await self.socket.receive())
            if isinstance(message, RealtimeInput) and message.audio is not None:
                if self._manual and not self._active:
                    await self.ws.close(1007, "Request contains an invalid argument.")
                self._listen(message.audio.data)
                continue
            self.talk.messages.append(message)
            if isinstance(message, RealtimeInput) and message.activity_start is not None:
                assert self._manual, "detection is not disabled"
                assert not self._active, "two activities at a time"
                await self._interrupted()
            if isinstance(message, RealtimeInput) and message.activity_end is not None:
                assert self._active, "no activity has begun"
                self._active = False
                self._listen(bytes(640))
                self._utterance_over()
            if isinstance(message, RealtimeInput) and message.text:
                await self._typed(message.text)
            if isinstance(message, ToolResponse):
                self.talk.unanswered -= {one.id for one in message.function_responses}
                if (
                    sum(isinstance(one, ToolResponse) for talk in self.double.talks for one in talk.messages)
                    == 1
                ):
                    self._do(self.double.way.answered)
            if isinstance(message, ClientContent) and message.turn_complete:
                await self._typed(message.turns[0].parts[0].text)

    async def _typed(self, text):
        """It is content: what is being said ends. Something to read is read; everything else is answered."""
        way, aloud = self.double.way, text.removeprefix(ALOUD)
        if self._doing is not None or not self.todo.empty():
            await self._stopped()
            await self._voice.end(End.INTERRUPTED)
        reader = not self.talk.setup.tools
        if way.reads is not None and (aloud != text or reader):
            self.talk.texts.append(aloud.strip())
            self._do((Recite(tuple(way.reads(aloud.split(), len(self.double.texts)))),))
        else:
            self._do(way.typed)

    async def _interrupted(self):
        """The person speaks: whatever is being said ends, though some of it is on its way."""
        self._active = True
        await self._stopped()
        if self._voice.spoke:
            for end in self.double.variant.told:
                await self._voice.end(end)

    async def _stopped(self):
        while not self.todo.empty():
            self.todo.get_nowait()
        if self._voice.saying is not None:
            for _ in range(self.double.variant.in_flight):
                await self._voice.sound(self._voice.saying)
        if self._doing is not None:
            self._doing.cancel()

    def _utterance_over(self):
        if self._ears.said:
            self.talk.loud.append(self._ears.loud)
            self.talk.transcripts.append(self._ears.utterance())
            self._do(self._heard)

    def _listen(self, pcm):
        self.talk.samples += len(pcm) // 2
        self.talk.in_call += len(pcm) // 2 if self.talk.unanswered else 0
        while True:
            self.talk.words += self._ears.hear(pcm)
            if self._manual or not self._ears.paused:
                return
            self._utterance_over()
            pcm = b""

    @property
    def _heard(self):
        way = self.double.way
        utterances = sum(len(talk.transcripts) for talk in self.double.talks)
        if utterances <= len(way.turns):
            return way.turns[utterances - 1]
        return way.heard if self._first or way.later is None else way.later

    def _do(self, steps):
        if self.double.variant.late_transcript and Hear() in steps and Call() in steps:
            steps = (*[x for x in steps if x != Hear()], Wait(120), Hear())
        for step in steps:
            self.todo.put_nowait(step)

    async def last(self):
        """What this connection does in its own time, beside all else."""
        on = self.double.way.on
        for step in on.get(self.talk.number, on.get(0, ())):
            await self._step(step)

    async def meddle(self):
        await self.double.reading.wait()
        if not self.double._meddled:
            self.double._meddled = True
            self._do(self.double.way.meanwhile)

    async def act(self):
        while True:
            step = await self.todo.get()
            self._doing = asyncio.create_task(self._step(step))
            try:
                await asyncio.wait([self._doing])
            except asyncio.CancelledError:
                self._doing.cancel()
                raise
            self._voice.saying, doing, self._doing = None, self._doing, None
            if not doing.cancelled():
                doing.result()

    async def _step(self, step):
        match step:
            case Wait(ms=ms):
                await asyncio.sleep(ms / 1_000)
            case Chatter(ms=ms):
                await self._voice.speak(ms)
            case Say(text=text, ms=ms):
                await self._voice.answer(ms, text)
            case Recite(items=items):
                await self._voice.recite(items)
            case Hear(text=text):
                await self._transcribe(text)
            case Call():
                await self._call(step)
            case Cancel(id=id):
                await self.send(s.ServerMessage(tool_call_cancellation=s.ToolCallCancellation(ids=(id,))))
            case Close(code=code, reason=reason):
                await self.ws.close(code, reason)
            case Abort():
                self.ws.transport.abort()
            case Freeze():
                self.ws.transport.pause_reading()
                await asyncio.sleep(1e6)
            case GoAway(ms=ms):
                await self.send(s.ServerMessage(go_away=s.GoAway(time_left=Duration.of(ms))))
            case Frame(data=data):
                await self.ws.send(data)
            case Message(message=message):
                await self.send(message)
            case End():
                await self._voice.end(step)

    async def _transcribe(self, text):
        text = (self.talk.transcripts or [""])[-1] if text is None else text
        pieces = [" " + text] if self.double.variant.whole else [" " + word for word in text.split()]
        for piece in pieces:
            await self.send(content(input_transcription=s.Transcription(text=piece)))

    async def _call(self, call):
        self.talk.unanswered.add(call.id)
        args = {call.argument: call.proposed} if call.argument else {}
        function = FunctionCall(name=call.tool, args=args, id=call.id)
        in_content = content(model_turn=Content(parts=(Part(function_call=function),), role="model"))
        in_call = s.ServerMessage(tool_call=s.ToolCall(function_calls=(function,)))
        for message in {
            Twice.ONCE: (in_call,),
            Twice.CONTENT: (in_content, in_call),
            Twice.SAME: (in_call, in_call),
            Twice.CONTENT_ONLY: (in_content,),
        }[self.double.variant.twice]:
            await self.send(message)
