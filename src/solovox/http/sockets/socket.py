"""One socket at `/api/vox/live`: frames in, frames out, until it closes. A raw ASGI endpoint, so that a frame passes few hands.

Rule 1: the first frame says who comes: `start` or `resume`, within `FIRST_SECONDS`.
Rule 2: what cannot be understood is told and ignored; the `MOST_BAD`th closes the socket.
Rule 3: a client that sends sound faster than real time, or too many frames, is read more slowly (`SocketPace`).
Rule 4: a client that does not read is waited for `SLOW_SECONDS`; no other client waits with it. Then it is told, if it reads again
within as many seconds, and let go.
Rule 5: when a page has another socket, nothing that still comes over this one counts.
"""

import asyncio
from collections.abc import Awaitable, Callable, Coroutine, MutableMapping, Sequence
from contextlib import suppress
from functools import partial
from typing import Any, Final

from solovox.http.metrics import Sockets
from solovox.http.sockets.session_pages import CannotJoin
from solovox.http.sockets.talks import Talks, WebTalk
from solovox.ports import Clock
from solovox.shell.clock import LoopClock
from solovox.surfaces.web.outbox import TOO_SLOW, PageOutbox
from solovox.surfaces.web.page import Page
from solovox.wire.browser import down, up
from solovox.wire.browser.codec import NotAFrame, decode_up, encode

# How fast a client is read.
#
# Rule: sound at 1.5 times real time, after `BURST_SECONDS` that a page may owe after a drop; frames at `FRAMES` a second, after `BURST`. Who sends
# more waits, by not being read. Nothing is lost.


BURST_SECONDS: Final = 12
FASTER: Final = 1.5
BURST: Final = 100
FRAMES: Final = 50


class SocketPace:
    """Two buckets that fill with time."""

    def __init__(self, clock: Clock, rate: int) -> None:
        self._clock = clock
        self._rate = 2 * rate
        self._sound_at = -BURST_SECONDS * 1000.0
        """Until when, by the clock, the sound that came lasts."""
        self._frame_at = -BURST * 1000 / FRAMES

    async def sound(self, size: int) -> None:
        """Returns when `size` bytes may be taken."""
        now = self._clock.now()
        self._sound_at = max(self._sound_at, now - BURST_SECONDS * 1000) + size * 1000 / self._rate / FASTER
        if self._sound_at > now:
            await self._clock.sleep_until(round(self._sound_at))

    async def frame(self) -> None:
        """Returns when a frame may be taken."""
        now = self._clock.now()
        self._frame_at = max(self._frame_at, now - BURST * 1000 / FRAMES) + 1000 / FRAMES
        if self._frame_at > now:
            await self._clock.sleep_until(round(self._frame_at))


FIRST_SECONDS: Final = 10.0
SLOW_SECONDS: Final = 10.0
MOST_BAD: Final = 10
LONGEST_SOUND: Final = 200_000
"""Bytes of a binary frame: two seconds at 48 kHz."""
POLICY: Final = 1008
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]


class LiveSocket:
    """The endpoint."""

    def __init__(self, talks: Talks) -> None:
        self._talks = talks

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        """One socket, from its handshake to its end."""
        await receive()
        await send({"type": "websocket.accept"})
        sockets = self._talks.metrics.sockets
        outbox = PageOutbox(partial(sent_at_once, send, sockets))
        try:
            talk, page = await self._first(receive, outbox)
        except CannotJoin as error:
            outbox.put(encode(down.ErrorFrame(str(error))).decode())
            outbox.close(error.code, str(error))
            await write_frames(outbox, send, self._talks.metrics.sockets)
            return
        except ConnectionError:
            return
        assert talk.surface is not None
        sockets.open += 1
        try:
            async with asyncio.TaskGroup() as tasks:
                reading = tasks.create_task(_Reader(self._talks, talk, page, outbox).read(receive))
                await write_frames(outbox, send, sockets)
                reading.cancel()
        finally:
            sockets.open -= 1
            sockets.too_slow += outbox.closing is not None and outbox.closing[0] == TOO_SLOW
            talk.surface.lose(page, outbox)

    async def _first(self, receive: Receive, outbox: PageOutbox) -> tuple[WebTalk, Page]:
        """Raises `CannotJoin`, and `ConnectionError` for a client that has left."""
        try:
            async with asyncio.timeout(FIRST_SECONDS):
                message = await receive()
        except TimeoutError:
            raise CannotJoin(f"no start within {FIRST_SECONDS:g} s", POLICY) from None
        if message["type"] == "websocket.disconnect":
            raise ConnectionError
        try:
            frame = decode_up(message.get("text") or "")
        except NotAFrame as error:
            raise CannotJoin(f"the first frame must be start or resume: {error}", POLICY) from None
        match frame:
            case up.StartFrame():
                return await self._talks.join(frame, outbox)
            case up.ResumeFrame():
                found = self._talks.resume(frame, outbox)
                self._talks.metrics.sockets.resumed += 1
                return found
            case _:
                raise CannotJoin("the first frame must be start or resume", POLICY)


class _Reader:
    """What one client sends."""

    def __init__(self, talks: Talks, talk: WebTalk, page: Page, outbox: PageOutbox) -> None:
        assert talk.surface is not None
        self._talks = talks
        self._talk = talk
        self._surface = talk.surface
        self._page = page
        self._outbox = outbox
        self._pace = SocketPace(LoopClock(), page.rates.microphone)
        self._sockets = talks.metrics.sockets
        self._bad = 0

    async def read(self, receive: Receive) -> None:
        """Until it is gone, or no longer the page's."""
        while (message := await receive())["type"] != "websocket.disconnect":
            await self._pace_of(message)
            if self._page.outbox is not self._outbox or self._outbox.closing is not None:
                return
            self._talk.tokens.has_spoken(self._page)
            sound = message.get("bytes")
            self._sockets.bytes_up += len(sound if sound is not None else message.get("text") or "")
            if sound is not None:
                await self._hear(sound)
            else:
                await self._act(message.get("text") or "")
        self._outbox.drop()

    async def _pace_of(self, message: Message) -> None:
        if (sound := message.get("bytes")) is None:
            await self._pace.frame()
        elif len(sound) <= LONGEST_SOUND:
            await self._pace.sound(len(sound))

    async def _hear(self, sound: bytes) -> None:
        if len(sound) > LONGEST_SOUND:
            self._is_bad(f"a binary frame of {len(sound)} bytes: at most {LONGEST_SOUND} are taken")
        elif wrong := await self._surface.hear(self._page, sound):
            self._is_bad(wrong)

    async def _act(self, text: str) -> None:
        try:
            frame = decode_up(text)
        except NotAFrame as error:
            self._is_bad(str(error))
            return
        first = isinstance(frame, up.MuteFrame | up.EndFrame | up.StartFrame | up.ResumeFrame)
        if not self._page.knows_all and not first:
            self._is_bad('this frame is for clients that say "solovox": 1 in start')
        elif isinstance(frame, up.SetFrame):
            if wrong := await self._talks.set(self._talk, frame):
                self._page.tell(down.ErrorFrame(wrong))
        else:
            await self._surface.act(self._page, frame)

    def _is_bad(self, line: str) -> None:
        self._bad += 1
        self._page.tell(down.ErrorFrame(line))
        if self._bad >= MOST_BAD:
            self._outbox.close(POLICY, f"{MOST_BAD} frames could not be understood")


async def write_frames(outbox: PageOutbox, send: Send, sockets: Sockets) -> None:
    """Send what is put into the outbox, until it is closed. A client that has left, or does not read, gets no more."""
    with suppress(TimeoutError, OSError):
        while frames := await outbox.get():
            try:
                await _send_frames(frames, send, sockets)
            except TimeoutError:
                outbox.overflow()
                break
        await _send_frames(outbox.take(), send, sockets)
        if outbox.closing is not None and outbox.closing[0]:
            code, reason = outbox.closing
            async with asyncio.timeout(SLOW_SECONDS):
                await send({"type": "websocket.close", "code": code, "reason": reason[:100]})


def sent_at_once(send: Send, sockets: Sockets, frame: str | bytes) -> bool:
    """Send a frame if nothing has to be waited for: most often the network takes it, and no task need be woken for that.

    A `send` that would wait has sent nothing yet. One that fails will fail again where it is waited for, and is told there.
    """
    kind = "text" if isinstance(frame, str) else "bytes"
    sending = send({"type": "websocket.send", kind: frame})
    if not isinstance(sending, Coroutine):
        return False
    try:
        sending.send(None)
    except StopIteration:
        sockets.bytes_down += len(frame)
        return True
    except Exception:  # noqa: BLE001 - whatever it is, `written` meets it too
        return False
    sending.close()
    return False


async def _send_frames(frames: Sequence[str | bytes], send: Send, sockets: Sockets) -> None:
    async with asyncio.timeout(SLOW_SECONDS):
        for frame in frames:
            kind = "text" if isinstance(frame, str) else "bytes"
            sockets.bytes_down += len(frame)
            await send({"type": "websocket.send", kind: frame})
