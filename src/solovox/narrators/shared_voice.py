"""One voice for many sessions: a `Tts` behind a turnstile.

Rule 1: one caller at a time is in the engine, in one worker thread, in the order in which they came.
Rule 2: a turn lasts for `TURN_SECONDS` of sound. So no session waits for the whole text of another, and its own sound
does not run out between two words that were rendered together.
Rule 3: sound is handed over as it is rendered. Who does not take it gets no further turn.
Rule 4: who stops reading while they wait is not rendered at all; while they are rendered, the turn ends with the piece.
"""

import asyncio
from collections import deque
from collections.abc import AsyncGenerator, Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Final

from solovox.core.units import VOICE_RATE
from solovox.ports import Spoken, Tts

TURN_SECONDS: Final = 1
_WIDTH: Final = 2
"""Bytes of a sample."""


class _Text:
    """A text that is being rendered: its pieces on their way from the worker thread to the loop."""

    def __init__(self, speak: Callable[[], Iterator[Spoken]]) -> None:
        self._speak = speak
        self._pieces: Iterator[Spoken] | None = None
        self._loop = asyncio.get_running_loop()
        self._ready: deque[Spoken] = deque()
        self._changed = asyncio.Event()
        self._wanted = True

    def render(self) -> bool:
        """One turn, in the worker thread. Returns whether there is more."""
        left = TURN_SECONDS * VOICE_RATE * _WIDTH
        while self._wanted and left > 0:
            if self._pieces is None:
                self._pieces = iter(self._speak())
            piece = next(self._pieces, None)
            if piece is None:
                return False
            left -= len(piece.pcm)
            self._loop.call_soon_threadsafe(self._arrived, piece)
        return self._wanted

    async def next(self, turn: asyncio.Future[bool]) -> Spoken | None:
        """The next piece of a turn, as soon as it is there; None: the turn has no more."""
        while not self._ready and not turn.done():
            self._changed.clear()
            await self._changed.wait()
        return self._ready.popleft() if self._ready else None

    def begin(self, worker: ThreadPoolExecutor) -> asyncio.Future[bool]:
        """Get in line for a turn."""
        turn = self._loop.run_in_executor(worker, self.render)
        turn.add_done_callback(lambda _: self._changed.set())
        return turn

    def end(self, turn: asyncio.Future[bool]) -> None:
        """Nothing more is wanted."""
        self._wanted = False
        if not turn.cancel() and not turn.cancelled():
            turn.exception()  # it was raised to the reader, or there is no reader any more

    def _arrived(self, piece: Spoken) -> None:
        self._ready.append(piece)
        self._changed.set()


class SharedVoice:
    """A `SharedTts`. Its maker closes it."""

    def __init__(self, tts: Tts) -> None:
        self._tts = tts
        self._worker = ThreadPoolExecutor(1, thread_name_prefix="voice")

    async def speak(self, text: str, pace: float = 1.0) -> AsyncGenerator[Spoken, None]:
        """The sound of `text`. Raises what the engine raises."""
        spoken = _Text(partial(self._tts.speak, text, pace) if pace != 1 else partial(self._tts.speak, text))
        turn, more = spoken.begin(self._worker), True
        try:
            while more:
                while (piece := await spoken.next(turn)) is not None:
                    yield piece
                if more := await turn:
                    turn = spoken.begin(self._worker)
        finally:
            spoken.end(turn)

    def close(self) -> None:
        """Nothing more is rendered. Never waits."""
        self._worker.shutdown(wait=False, cancel_futures=True)
