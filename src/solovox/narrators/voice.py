"""The narrator `voice`: a text-to-speech engine behind the narrator's link. Exact.

Rule 1: one mouth: reads are rendered one after another (law N1).
Rule 2: the engine computes in a worker thread, piece by piece; a cancelled read ends between pieces. Other sessions
may have the same voice (`shared_voice.py`).
Rule 3: its sound is stream `voice/<read>`; samples 0, 1, 2… of the read.
Rule 4: words that give no audible sound count as not read: the engine has no sounds for them (law T5). Where others beside them
sound, it is told, once, that some did not.
"""

import asyncio
from collections import deque
from collections.abc import AsyncGenerator, Awaitable, Callable, Iterator
from contextlib import aclosing
from typing import Final, assert_never

from solovox.core.commands import CancelRead, NarratorCommand, Read, SetPace
from solovox.core.errors import Misuse
from solovox.core.events import NarratorEvent, ReadFailed, ReadRendered, ReadSounded
from solovox.core.units import ReadId, StreamId
from solovox.narrators.shared_voice import SharedVoice
from solovox.ports import Sound, Spoken, Tts
from solovox.text.spoken.forms import UnitKind
from solovox.text.spoken.spoken_units import units

# A voice that may be another from one text to the next: a `SharedTts` in front of others.


class ChangingVoice:
    """A `SharedTts`. A text that is being said is said to its end by the voice that began it."""

    def __init__(self, voice: SharedVoice) -> None:
        self._voice = voice

    def change(self, voice: SharedVoice) -> None:
        """What is said from now on is said by this one."""
        self._voice = voice

    def speak(self, text: str, pace: float = 1.0) -> AsyncGenerator[Spoken, None]:
        """The sound of `text`."""
        return self._voice.speak(text, pace)

    def close(self) -> None:
        """The voices belong to their makers."""


class LaterVoice:
    """A `Tts` that is loaded when it first speaks, in the thread in which it does."""

    def __init__(self, load: Callable[[], Tts]) -> None:
        self._load = load
        self._voice: Tts | None = None

    def speak(self, text: str, pace: float = 1.0) -> Iterator[Spoken]:
        """The sound of `text`."""
        self._voice = self._voice or self._load()
        yield from self._voice.speak(text, pace)


READS: Final = 64
"""Reads that may wait. The core gives one at a time, so more are an error of the core."""
NO_SOUNDS: Final = "this voice has no sounds for these letters; what is written in them is only shown"
SOME_UNSAID: Final = "Words in letters that this voice has no sounds for are only shown."
Tell = Callable[[NarratorEvent], Awaitable[None]]
"""Waits where too much is to be decided; so does rendering."""


Voice = SharedVoice | ChangingVoice | Tts
"""What can read: one that many share, one that may become another, or one of its own."""


class VoiceNarrator:
    """The narrator link over a voice: one that is shared, or a `Tts` of its own. `pace`: percent of its usual speed."""

    def __init__(
        self,
        voice: Voice,
        sound: Sound,
        pace: int = 100,
        note: Callable[[str], None] | None = None,
    ) -> None:
        """`note`: what is done with a line for the person."""
        self._shared = isinstance(voice, SharedVoice | ChangingVoice)
        self._voice = voice if isinstance(voice, SharedVoice | ChangingVoice) else SharedVoice(voice)
        self._sound = sound
        self._waiting: deque[Read] = deque()
        self._wanted: set[ReadId] = set()
        self._something = asyncio.Event()
        self._pace = pace / 100
        self._note = note
        self._rendering: tuple[ReadId, asyncio.Task[None]] | None = None
        """The newest that was begun. A cancelled one leaves the line for a shared voice at once."""
        self._tell: Tell

    async def run(self, tell: Tell) -> None:
        """Render read after read, and tell its sound."""
        self._tell = tell
        while True:
            while not self._waiting:
                self._something.clear()
                await self._something.wait()
            read = self._waiting.popleft()
            if read.read in self._wanted:
                async with asyncio.TaskGroup() as tasks:
                    self._rendering = read.read, tasks.create_task(self._render(read))

    async def perform(self, command: NarratorCommand) -> None:
        """Take a read, or give it up."""
        match command:
            case Read(read=read):
                if len(self._waiting) >= READS or read in self._wanted:
                    raise Misuse(f"read {read} cannot be taken: {len(self._waiting)} wait")
                self._wanted.add(read)
                self._waiting.append(command)
                self._something.set()
            case CancelRead(read=read):
                self._wanted.discard(read)
                if self._rendering is not None and self._rendering[0] == read:
                    self._rendering[1].cancel()
            case SetPace(percent=percent):
                self._pace = percent / 100
            case _:
                assert_never(command)

    async def aclose(self) -> None:
        """A shared voice belongs to its maker, and so does the engine."""
        self._wanted.clear()
        self._waiting.clear()
        if not self._shared:
            self._voice.close()

    async def _render(self, read: Read) -> None:
        heard = False
        try:
            async with aclosing(self._voice.speak(read.said, self._pace)) as pieces:
                async for piece in pieces:
                    heard = heard or any(piece.pcm)
                    if piece.pcm:
                        span = self._sound.put(StreamId(f"voice/{read.read}"), piece.pcm)
                        await self._say(read.read, ReadSounded(read.read, span, piece.said_to))
            silent = not heard and any(map(str.isalnum, read.said))
            if heard and self._note is not None and _leaves_out(read.said):
                self._note(SOME_UNSAID)
                self._note = None
            await self._say(
                read.read, ReadFailed(read.read, NO_SOUNDS) if silent else ReadRendered(read.read)
            )
        except Misuse:
            raise
        except Exception as error:  # noqa: BLE001 - an engine may raise anything
            reason = " ".join(str(error).split()) or type(error).__name__
            await self._say(read.read, ReadFailed(read.read, reason))
        finally:
            self._wanted.discard(read.read)

    async def _say(self, read: ReadId, event: NarratorEvent) -> None:
        if read in self._wanted:
            await self._tell(event)


def _leaves_out(text: str) -> bool:
    """Whether it has words, or letters that stand for words, which a voice of ours has no way to say."""
    words = (UnitKind.WORD, UnitKind.LETTER)
    return not text.isascii() and any(one.kind in words and not one.aloud for one in units(text))
