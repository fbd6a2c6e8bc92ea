"""One voice for many sessions: a `Tts` behind a turnstile.

Rule 1: one caller at a time is in the engine, in one worker thread. First goes the one whose sound runs out first; a text of
which nothing sounds yet can wait `START_SECONDS` (earliest deadline first).
Rule 2: a turn lasts for `TURN_SECONDS` of sound. So no session waits for the whole text of another, and its own sound
does not run out between two words that were rendered together.
Rule 3: sound is handed over as it is rendered. Who does not take it gets no further turn.
Rule 4: who stops reading while they wait is not rendered at all; while they are rendered, the turn ends with the piece.
"""

import asyncio
from collections import deque
from collections.abc import AsyncGenerator, Callable, Iterator
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from itertools import count
from queue import Empty, PriorityQueue
from typing import Final

from solovox.core.units import VOICE_RATE
from solovox.ports import Spoken, Tts

TURN_SECONDS: Final = 1
START_SECONDS: Final = 0.5
"""To begin half a second later is better than a gap in what another says."""
_WIDTH: Final = 2
"""Bytes of a sample."""


@dataclass(order=True, frozen=True, slots=True)
class _Turn:
    """A text's turn, and when its sound runs out. It gives whether there is more."""

    due: float
    number: int
    render: Callable[[], bool] = field(compare=False)

    def __call__(self) -> bool:
        """In the worker thread."""
        return self.render()


class _Line(Executor):
    """One worker thread, and who waits for it. May be used from the threads of several loops."""

    def __init__(self) -> None:
        self._waiting: PriorityQueue[tuple[_Turn, Future[bool]]] = PriorityQueue()
        self._worker = ThreadPoolExecutor(1, thread_name_prefix="voice")

    def submit(self, turn: _Turn) -> Future[bool]:  # type: ignore[override]
        """Raises `RuntimeError` when it is closed."""
        given: Future[bool] = Future()
        self._waiting.put((turn, given))
        self._worker.submit(self._first)
        return given

    def close(self) -> None:
        """Who waits is cancelled. Never waits."""
        self._worker.shutdown(wait=False, cancel_futures=True)
        with suppress(Empty):
            while True:
                self._waiting.get_nowait()[1].cancel()

    def _first(self) -> None:
        turn, given = self._waiting.get_nowait()
        if given.set_running_or_notify_cancel():
            try:
                given.set_result(turn())
            except BaseException as error:  # noqa: BLE001 - the reader gets it
                given.set_exception(error)


class _Text:
    """A text that is being rendered: its pieces on their way from the worker thread to the loop."""

    _numbers = count()

    def __init__(self, speak: Callable[[], Iterator[Spoken]], now: Callable[[], float]) -> None:
        self._speak = speak
        self._now = now
        self._pieces: Iterator[Spoken] | None = None
        self._loop = asyncio.get_running_loop()
        self._ready: deque[Spoken] = deque()
        self._changed = asyncio.Event()
        self._wanted = True
        self._due = self._now() + START_SECONDS
        """When what was handed over has sounded."""
        self._sounds = False

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
            self._loop.call_soon_threadsafe(self._take_piece, piece)
        return self._wanted

    async def next(self, turn: asyncio.Future[bool]) -> Spoken | None:
        """The next piece of a turn, as soon as it is there; None: the turn has no more."""
        while not self._ready and not turn.done():
            self._changed.clear()
            await self._changed.wait()
        return self._ready.popleft() if self._ready else None

    def begin(self, line: _Line) -> asyncio.Future[bool]:
        """Get in line for a turn."""
        turn: asyncio.Future[bool] = self._loop.run_in_executor(
            line, _Turn(self._due, next(self._numbers), self.render)
        )
        turn.add_done_callback(lambda _: self._changed.set())
        return turn

    def end(self, turn: asyncio.Future[bool]) -> None:
        """Nothing more is wanted."""
        self._wanted = False
        if not turn.cancel() and not turn.cancelled():
            turn.exception()  # it was raised to the reader, or there is no reader any more

    def _take_piece(self, piece: Spoken) -> None:
        now = self._now()
        self._due = max(now, self._due if self._sounds else now) + len(piece.pcm) / _WIDTH / VOICE_RATE
        self._sounds = True
        self._ready.append(piece)
        self._changed.set()


class SharedVoice:
    """A `SharedTts`. Its maker closes it."""

    def __init__(self, tts: Tts, now: Callable[[], float] = lambda: 0.0) -> None:
        """`now`: seconds of the loop that it is used in. Without it the one goes first who has got the least sound."""
        self._tts = tts
        self._now = now
        self._line = _Line()

    async def speak(self, text: str, pace: float = 1.0) -> AsyncGenerator[Spoken, None]:
        """The sound of `text`. Raises what the engine raises."""
        speak = partial(self._tts.speak, text, pace) if pace != 1 else partial(self._tts.speak, text)
        spoken = _Text(speak, self._now)
        turn, more = spoken.begin(self._line), True
        try:
            while more:
                while (piece := await spoken.next(turn)) is not None:
                    yield piece
                if more := await turn:
                    turn = spoken.begin(self._line)
        finally:
            spoken.end(turn)

    def close(self) -> None:
        """Nothing more is rendered. Never waits."""
        self._line.close()
