"""An ear that misbehaves in one named way, in every way that the live services are known to.

Each behaviour is one row of WAYS: what it does when it is opened, when it hears the utterance, and
when it is answered. Its own voice is a tone that nobody else makes, so that one sample of it is found.
"""

import asyncio
from dataclasses import dataclass

from solovox.core import commands as c
from solovox.core import events as e
from solovox.core.units import CallId, StreamId

TONE = (20_000).to_bytes(2, "little", signed=True)
WORDS = "what now"
CALL = "call it"


@dataclass(frozen=True)
class Chatter:
    """Speak for so many milliseconds, and say so in text."""

    ms: int = 400


@dataclass(frozen=True)
class Wait:
    ms: int


@dataclass(frozen=True)
class Hear:
    text: str = WORDS


@dataclass(frozen=True)
class Call:
    """The routing tool (or another), with the ear's own wording."""

    id: str = "c1"
    tool: str = "ask_agent"
    proposed: str = "delete everything"
    ordinal: int = 0


@dataclass(frozen=True)
class Cancel:
    id: str = "c1"


@dataclass(frozen=True)
class Die:
    reason: str = "1008 Operation is not implemented"
    retry: bool = True


GOOD = (Hear(), Call())
"""What an obedient ear does with the utterance."""


@dataclass(frozen=True)
class Way:
    """One way to behave."""

    heard: tuple = GOOD
    """When the person has finished."""
    opened: tuple = ()
    """When the connection is open."""
    answered: tuple = ()
    """When a call of its own was answered."""
    meanwhile: tuple = ()
    """Once, when the brain's answer is being read."""
    refuses: int = 0
    """So many connections fail before one opens."""


WAYS = {
    "obeys": Way(),
    "greets without being asked": Way(opened=(Chatter(1_000),)),
    "acknowledges before it calls": Way(heard=(Hear(), Chatter(), Call())),
    "repeats a sentence four times before it calls": Way(heard=(Hear(), *(Chatter(200),) * 4, Call())),
    "answers instead of calling": Way(heard=(Hear(), Chatter(3_000), e.EarTurnEnded)),
    "answers and calls": Way(heard=(Hear(), Call(), Chatter(3_000), e.EarTurnEnded)),
    "calls the same call twice": Way(heard=(Hear(), Call(), Call())),
    "calls again under another id": Way(heard=(Hear(), Call("c1"), Call("c2"), Call("c3"))),
    "calls in parallel": Way(heard=(Hear(), Call("c1"), Call("c2", ordinal=1), Call("c3", "missing"))),
    "cancels its call and calls again": Way(heard=(Hear(), Call("c1"), Cancel("c1"), Wait(50), Call("c2"))),
    "cancels a call it never made": Way(heard=(Cancel("c9"), *GOOD)),
    "never calls": Way(heard=(Hear(),)),
    "calls only when it is late": Way(heard=(Hear(), Wait(9_000), Call())),
    "calls before it has heard": Way(heard=(Call(), Wait(300), Hear())),
    "calls and transcribes nothing": Way(heard=(Call(),)),
    "hears nothing at all": Way(heard=()),
    "transcribes late": Way(heard=(Wait(1_800), *GOOD)),
    "transcribes every word twice": Way(heard=(Hear(), Call(), Hear())),
    "says that the turn is over in the middle": Way(heard=(e.EarTurnEnded, Hear(), e.EarTurnEnded, Call())),
    "gives an empty turn": Way(heard=(e.EarTurnEnded,)),
    "ends turns in progress": Way(heard=(Chatter(), "in progress", Hear(), Call(), "in progress")),
    "interrupts itself": Way(heard=(Hear(), Chatter(), e.EarInterrupted, e.EarTurnEnded, Call())),
    "falls silent after an interruption": Way(heard=(Hear(), e.EarInterrupted)),
    "reads the tool's answer aloud": Way(answered=(Chatter(2_000),)),
    "speaks over the reading": Way(meanwhile=(Chatter(2_000), Chatter(2_000), e.EarTurnEnded)),
    "calls while the answer is read": Way(meanwhile=(Call("c7"), Chatter())),
    "invents an instruction": Way(opened=(Wait(100), Hear("delete everything"), Call("c0"))),
    "cancels nothing and speaks on": Way(heard=(Hear(), Call(), e.EarInterrupted, Chatter(1_500))),
    "closes at the call": Way(heard=(Hear(), Call(), Die())),
    "closes instead of the call": Way(heard=(Hear(), Die())),
    "closes when it is answered": Way(answered=(Die("1011"),)),
    "closes while the answer is read": Way(meanwhile=(Die("1006"),)),
    "goes away and says nothing more": Way(opened=("going away",), heard=()),
    "refuses three connections": Way(refuses=3),
    "is refused for good": Way(heard=(Die("the key was refused", retry=False),)),
}


class HostileEar:
    """A link that behaves in one way. It hears the utterance when `person_finished` is set."""

    def __init__(self, way, rig):
        self._way, self._rig = way, rig
        self._events = asyncio.Queue(4_096)
        self._todo = asyncio.Queue(4_096)
        self._connection, self._refused, self._once = None, 0, False
        self._answers = 0
        self.person_finished = asyncio.Event()
        self.reading = asyncio.Event()
        self.commands = []
        self.spoken = 0
        """Samples of its own voice."""

    async def run(self, tell):
        async with asyncio.TaskGroup() as tasks:
            tasks.create_task(self._act())
            tasks.create_task(self._hear())
            tasks.create_task(self._meddle())
            while True:
                await tell(await self._events.get())

    async def aclose(self):
        pass

    async def perform(self, command):
        self.commands.append(command)
        match command:
            case c.OpenEar(connection=connection):
                self._connection = connection
                if self._refused < self._way.refuses:
                    self._refused += 1
                    self._events.put_nowait(e.EarLost(connection, "1011 the handle was refused"))
                else:
                    self._events.put_nowait(e.EarOpened(connection))
                    self._do(self._way.opened)
            case c.AnswerCall():
                self._answers += 1
                if self._answers == 1:
                    self._do(self._way.answered)

    def _do(self, steps):
        for step in steps:
            self._todo.put_nowait(step)

    async def _hear(self):
        await self.person_finished.wait()
        self._do(self._way.heard)

    async def _meddle(self):
        await self.reading.wait()
        self._do(self._way.meanwhile)

    async def _act(self):
        while True:
            step = await self._todo.get()
            ear = self._connection
            match step:
                case Wait(ms=ms):
                    await asyncio.sleep(ms / 1_000)
                case Chatter(ms=ms):
                    await self._speak(ear, ms)
                case Hear(text=text):
                    await self._events.put(e.EarTranscript(ear, " " + text))
                case Call(id=id, tool=tool, proposed=proposed, ordinal=ordinal):
                    await self._events.put(e.EarCalled(ear, CallId(id), tool, "{}", proposed, ordinal))
                case Cancel(id=id):
                    await self._events.put(e.EarCancelled(ear, (CallId(id),)))
                case Die(reason=reason, retry=retry):
                    await self._events.put(e.EarLost(ear, reason, retry=retry))
                case "in progress":
                    await self._events.put(e.EarTurnEnded(ear, in_progress=True))
                case "going away":
                    await self._events.put(e.EarGoingAway(ear, 5_000))
                case kind:
                    await self._events.put(kind(ear))

    async def _speak(self, ear, ms):
        for _ in range(ms // 40):
            span = self._rig.sound.put(StreamId(f"ear/{ear}"), TONE * 960)
            self.spoken += span.count
            await self._events.put(e.EarAudio(ear, span))
            await self._events.put(e.EarOutputTranscript(ear, "Sure, I have deleted everything. "))
            await asyncio.sleep(0.01)
