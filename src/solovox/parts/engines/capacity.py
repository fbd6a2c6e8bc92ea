"""How many sessions a machine holds: the arithmetic. What is measured for it is in `measuring.py`.

Rule 1: the limit is what is held without loss. `ROOM` of the machine is given away; what is left takes the moments in which many speak at once.
Rule 2: three things can run out: all cores together, the one core of the event loop, and a voice that has one caller at a time.
Rule 3: one session is always allowed. Where the machine does not hold it, the line says so.
Rule 4: where there is a lighter voice, the good one has only as many sessions as it can speak to at once without a gap; what is left of
the machine can go to sessions of the lighter one.
"""

import asyncio
import os
from collections.abc import AsyncGenerator
from contextlib import aclosing, suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Final

from solovox.core.conversation import Conversation
from solovox.core.events import SoundCaptured, SurfaceJoined
from solovox.core.policy import Policy
from solovox.core.units import MIC, MIC_RATE, VOICE_RATE, AudioSpan, Instant, SurfaceCaps
from solovox.narrators.shared_voice import SharedVoice
from solovox.narrators.voice import ChangingVoice, Voice
from solovox.ports import Recogniser, Spoken
from solovox.recordings import codec
from solovox.shell.clock import LoopClock, read_processor_time
from solovox.shell.sound import SoundStore
from solovox.speech.resample import Resampler

ROOM: Final = 0.7
"""Of the machine; the rest is for peaks."""
PERSON: Final = 0.3
"""Of a session's time in which the person speaks."""
AGENT: Final = 0.4
"""Of a session's time in which the agent does."""
AT_ONCE: Final = 0.8
"""Of a core, for the good voice when all who have it are spoken to at once. It may use more than one; what it gets beside others is less."""
DRAFTS: Final = 2.0
"""How much more words cost that are shown as they are spoken, and understood once more at the end."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Costs:
    """Seconds of one core's work for one second of a session's sound; 0: nothing of this kind runs here."""

    hearing: float
    """What listens to the microphone all the time. In the event loop."""
    moving: float
    """Sound through socket, core and journal, both ways. In the event loop."""
    understanding: float
    """Words, for a second of speech."""
    speaking: float
    """Voice, for a second of it."""
    rendering: float
    """How long a voice with one caller at a time is busy, for a second of it."""

    @property
    def of_loop(self) -> float:
        """What the event loop does for a session, all the time."""
        return self.hearing + self.moving

    @property
    def of_words(self) -> float:
        """What words cost, spread over a session."""
        return PERSON * DRAFTS * self.understanding

    @property
    def of_voice(self) -> float:
        """What the voice costs, spread over a session."""
        return AGENT * self.speaking

    @property
    def whole(self) -> float:
        """All of it."""
        return self.of_loop + self.of_words + self.of_voice


@dataclass(frozen=True, slots=True)
class Capacity:
    """What follows."""

    sessions: int
    line: str
    """For the person who starts the server."""
    lighter: int = 0
    """How many of them have to have the lighter voice."""


def capacity(costs: Costs, cores: float, light: Costs | None = None) -> Capacity:
    """The sessions that this many cores hold; with `light`, the costs of a lighter voice, also those that hold only with that."""
    each = {
        f"{cores:g} core{'' if cores == 1 else 's'}": costs.whole / cores,
        "one core for all sockets": costs.of_loop,
        "a voice that says one thing at a time": AGENT * costs.rendering,
    }
    what, share = max(each.items(), key=lambda one: one[1])
    held = int(ROOM / share + 1e-9) if share > 0 else 1
    sessions = max(1, held)
    if light is not None and costs.speaking > 0:
        sessions = max(1, min(sessions, int(AT_ONCE / costs.speaking + 1e-9)))
    took = (
        f"one takes {costs.whole:.2f} of a core (sound {costs.moving:.2f}, listening {costs.hearing:.2f},"
        f" words {costs.of_words:.2f}, voice {costs.of_voice:.2f})"
    )
    more = 0 if light is None else _more(costs, sessions, light, cores)
    slow = (
        "" if held or more else "; that is more than this machine has: expect gaps, or choose lighter engines"
    )
    many = f"{sessions + more} session{'' if sessions + more == 1 else 's'}"
    beside = f"; from the {_th(sessions + 1)} on with a lighter voice" if more else ""
    return Capacity(
        sessions + more, f"holds {many}{beside}: {took}; the limit is {what}{slow}; another by --limit", more
    )


def _more(costs: Costs, sessions: int, light: Costs, cores: float) -> int:
    """The sessions with a lighter voice that are held beside those."""
    room = (
        (ROOM * cores - sessions * costs.whole, light.whole),
        (ROOM - sessions * costs.of_loop, light.of_loop),
        (ROOM, AGENT * light.rendering),
    )
    return max(0, min((int(left / one + 1e-9) for left, one in room if one > 0), default=0))


def _th(number: int) -> str:
    return {1: "first", 2: "second", 3: "third"}.get(number, f"{number}th")


# What one live session costs of this machine, measured when the engines are warm. Once, at the start; it is stored nowhere.
#
# Rule 1: the processor's time counts, not the clock's: what else runs on the machine does not change the answer much.
# Rule 2: it takes `SECONDS` at most. What has not answered by then is counted as if it had just answered.

SECONDS: Final = 2.0
SENTENCE: Final = "Half past nine."
PIECE: Final = MIC_RATE // 25
"""40 ms."""
LISTENED: Final = 2
"""Seconds of a quiet room."""
LEAST: Final = 0.25
"""Seconds of voice that a sentence has at least."""
OF_SOUND: Final = 70.0
"""How many times as much a session's sound costs with sockets, journal and voice as in the core, the store and the codec, as measured here
(benches/results/serve.md): the piece is small, and gives the pace of this machine."""
_WIDTH: Final = 2


@dataclass(slots=True)
class _Work:
    """Work that goes on, and for how much sound."""

    seconds: float
    began: float = field(default_factory=read_processor_time)
    clock: LoopClock = field(default_factory=LoopClock)
    cost: float | None = None
    took: float = 0.0

    def over(self) -> None:
        """It has answered, or is waited for no longer."""
        if self.cost is None:
            self.cost = (read_processor_time() - self.began) / self.seconds
            self.took = self.clock.now() / 1000 / self.seconds


async def measure_capacity(
    recogniser: Recogniser | None, voice: Voice | None, light: Voice | None = None, seconds: float = SECONDS
) -> Capacity:
    """What this machine holds of sessions with a recogniser and a voice like these; and, with `light`, of sessions with that one."""
    costs = await _costs(recogniser, voice, seconds)
    if light is None:
        return capacity(costs, cores())
    other = await _costs(None, light, seconds)
    return capacity(costs, cores(), replace(costs, speaking=other.speaking, rendering=other.rendering))


async def _costs(recogniser: Recogniser | None, voice: Voice | None, seconds: float) -> Costs:
    done: dict[str, _Work] = {}
    with suppress(Exception):  # also what an engine raises: the first session will say it better
        async with asyncio.timeout(seconds):
            clip = b"" if voice is None else await _measure_speaking(voice, done)
            if recogniser is not None:
                await _measure_hearing(recogniser, clip, done)
    for work in done.values():
        work.over()

    def cost(name: str) -> float:
        return (done[name].cost or 0.0) if name in done else 0.0

    hearing = cost("hearing")
    return Costs(
        moving=OF_SOUND * _measure_moving(),
        hearing=hearing,
        understanding=max(0.0, cost("understanding") - hearing),
        speaking=cost("speaking"),
        # Another program may have taken the processor meanwhile; alone it takes no longer than it works.
        rendering=min(cost("speaking"), done["speaking"].took) if "speaking" in done else 0.0,
    )


def cores() -> float:
    """How many this process may use: also in a container that has a share of them."""
    had = float(len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1)
    with suppress(OSError, ValueError):
        quota, period = Path("/sys/fs/cgroup/cpu.max").read_text(encoding="ascii").split()
        had = min(had, int(quota) / int(period))
    return had


def _measure_moving() -> float:
    """Seconds of work for a second of microphone sound, from the store through the core to a journal's lines."""
    conversation, sound, pcm = Conversation(Policy()), SoundStore(), bytes(PIECE * _WIDTH)
    conversation.handle(Instant(0), SurfaceJoined(SurfaceCaps()))
    pieces = MIC_RATE // PIECE
    _move(conversation, sound, pcm, range(pieces))
    began = read_processor_time()
    _move(conversation, sound, pcm, range(pieces, 11 * pieces))
    return (read_processor_time() - began) / 10


def _move(conversation: Conversation, sound: SoundStore, pcm: bytes, pieces: range) -> None:
    for n in pieces:
        span = sound.put(MIC, pcm)
        event = SoundCaptured(span)
        commands = conversation.handle(Instant(40 * n), event)
        codec.line(n, 40 * n, "SoundCaptured", codec.encode(event))
        for one in commands:
            codec.canonical(one)
        sound.get(span)
        sound.forget(MIC, span.first)


async def _measure_speaking(voice: Voice, done: dict[str, _Work]) -> bytes:
    """A sentence, at 16 kHz."""
    work, pcm = done.setdefault("speaking", _Work(LEAST)), bytearray()
    async with aclosing(_pieces(voice, SENTENCE)) as pieces:
        async for piece in pieces:
            pcm += piece.pcm
            work.seconds = max(LEAST, len(pcm) / _WIDTH / VOICE_RATE)
    work.over()
    line = Resampler(VOICE_RATE, MIC_RATE)
    return line.feed(bytes(pcm)) + line.finish()


async def _pieces(voice: Voice, text: str) -> AsyncGenerator[Spoken, None]:
    if isinstance(voice, SharedVoice | ChangingVoice):
        async with aclosing(voice.speak(text)) as pieces:
            async for each in pieces:
                yield each
        return
    made = iter(voice.speak(text))

    def following() -> Spoken | None:
        return next(made, None)

    while (piece := await asyncio.to_thread(following)) is not None:
        yield piece


async def _measure_hearing(recogniser: Recogniser, clip: bytes, done: dict[str, _Work]) -> None:
    """A quiet room, then speech."""
    async with asyncio.TaskGroup() as tasks:
        beside = [tasks.create_task(one) for one in (recogniser.run(), _read(recogniser))]
        work = done.setdefault("hearing", _Work(LISTENED))
        await _feed_sound(recogniser, 0, bytes(LISTENED * MIC_RATE * _WIDTH))
        work.over()
        if clip:
            work = done.setdefault("understanding", _Work(len(clip) / _WIDTH / MIC_RATE))
            await _feed_sound(recogniser, LISTENED * MIC_RATE, clip)
            await recogniser.finish()
            work.over()
        for task in beside:
            task.cancel()


async def _read(recogniser: Recogniser) -> None:
    async for _ in recogniser.events():
        pass


async def _feed_sound(recogniser: Recogniser, first: int, pcm: bytes) -> None:
    for at in range(0, len(pcm), PIECE * _WIDTH):
        piece = pcm[at : at + PIECE * _WIDTH]
        await recogniser.feed(AudioSpan(MIC, first + at // _WIDTH, len(piece) // _WIDTH), piece)
