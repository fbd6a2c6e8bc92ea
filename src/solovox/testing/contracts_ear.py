"""What every ear must do. Subclass `EarContract` in a test module, and say how to make one and the model it talks with.

    class TestMine(EarContract):
        @contextlib.asynccontextmanager
        async def fresh(self, sound):
            async with Service() as service:   # a LiveModel
                yield MyEar(service.url, sound), service

The model is what the ear connects to: a double of it, in the test. The suite lets it speak, call, refuse and drop.
"""

import asyncio
from array import array
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from itertools import pairwise
from typing import ClassVar, Final

from solovox.core.commands import (
    AnswerCall,
    AskEar,
    BeginActivity,
    CloseEar,
    EarCommand,
    EndActivity,
    GiveContext,
    NudgeEar,
    OpenEar,
    SendMicrophone,
    TellHeard,
)
from solovox.core.events import EarAudio, EarCalled, EarEvent, EarLost, EarOpened, EarTranscript
from solovox.core.units import MIC, MIC_RATE, CallId, ConnectionId
from solovox.ports import Ear, Link, Sound
from solovox.testing.contracts_link import PATIENT_SECONDS, LinkContract, Watched, running
from solovox.testing.memory_sound import MemorySound

ONE, TWO = ConnectionId(1), ConnectionId(2)
_NO_CALL: Final = CallId("never")
WATCHED: Final = 0.3
"""Seconds for which something is watched that must not happen."""
TENTH: Final = array("h", range(1, MIC_RATE // 10 + 1)).tobytes()
"""100 ms, of which every sample differs."""
SPOKEN: Final = bytes((n * 7) % 251 for n in range(9_600))
"""200 ms of the model's own voice, 24 kHz."""


class LiveModel:
    """The other side of an ear. What it is asked to do it does on the newest connection. Implement what yours has."""

    async def transcribe(self, text: str) -> None:
        """It heard the person say this."""
        raise NotImplementedError

    async def call(self) -> None:
        """It calls a tool."""
        raise NotImplementedError

    async def speak(self, pcm: bytes) -> None:
        """It makes sound of its own: 24 kHz mono 16-bit."""
        raise NotImplementedError

    async def drop(self) -> None:
        """The connection is gone, without a word."""
        raise NotImplementedError

    async def refuse(self) -> None:
        """The next connection will not be opened."""
        raise NotImplementedError

    def connections(self) -> int:
        """How many were opened so far."""
        raise NotImplementedError

    def take_heard(self) -> bytes:
        """The microphone's sound, of all connections, as it came."""
        raise NotImplementedError

    def take_told(self) -> str:
        """All text that it was given, on all connections."""
        raise NotImplementedError

    def answers(self) -> list[str]:
        """The results of calls that it was given, on all connections."""
        raise NotImplementedError


class EarContract(LinkContract[EarCommand, EarEvent]):
    """The contract."""

    speaks: ClassVar[bool] = True
    """Whether the model has a voice."""
    calls: ClassVar[bool] = True
    """Whether the model calls tools."""

    def fresh(self, sound: Sound) -> AbstractAsyncContextManager[tuple[Ear, LiveModel]]:
        """A new ear, which finds its microphone's bytes in `sound`, and its model."""
        raise NotImplementedError

    @asynccontextmanager
    async def open_link(self, sound: MemorySound) -> AsyncIterator[Link[EarCommand, EarEvent]]:
        async with self.fresh(sound) as (ear, _):
            yield ear

    def orders(self, sound: MemorySound) -> Sequence[EarCommand]:
        return [
            OpenEar(ONE, resume=False),
            SendMicrophone(ONE, sound.put(MIC, TENTH)),
            GiveContext(ONE, "a file was opened"),
            TellHeard(ONE, 0),
            CloseEar(ONE, "another profile"),
            OpenEar(TWO, resume=True),
        ]

    # Connections.

    async def test_each_connection_that_is_asked_for_opens_under_its_id(self) -> None:
        async with self._open(MemorySound()) as (ear, model, watched):
            await ear.perform(CloseEar(ONE, "enough"))
            await ear.perform(OpenEar(TWO, resume=True))
            await watched.until(lambda: len(watched.of(EarOpened)) == 2, "the second opens")
            assert [event.connection for event in watched.of(EarOpened)] == [ONE, TWO]
            assert model.connections() == 2

    async def test_one_that_is_refused_is_lost_and_says_why_in_one_line(self) -> None:
        async with self.fresh(MemorySound()) as (ear, model), running(ear) as watched:
            await model.refuse()
            await ear.perform(OpenEar(ONE, resume=False))
            await watched.until(lambda: watched.of(EarLost), "a connection that is refused is lost")
            (lost,) = watched.of(EarLost)
            assert watched.of(EarOpened) == []
        assert lost.connection == ONE
        assert lost.reason.strip()
        assert "\n" not in lost.reason

    async def test_one_that_breaks_is_lost_once_and_the_next_opens(self) -> None:
        async with self._open(MemorySound()) as (ear, model, watched):
            await model.drop()
            await watched.until(lambda: watched.of(EarLost), "a connection that breaks is lost")
            await asyncio.sleep(WATCHED)
            assert [event.connection for event in watched.of(EarLost)] == [ONE]
            await ear.perform(OpenEar(TWO, resume=True))
            await watched.until(lambda: len(watched.of(EarOpened)) == 2, "the next opens")

    async def test_of_a_connection_that_is_closed_nothing_is_told_but_sound(self) -> None:
        async with self._open(MemorySound()) as (ear, model, watched):
            if self.speaks:
                await model.speak(SPOKEN)
            await model.transcribe("too late")
            await ear.perform(CloseEar(ONE, "enough"))
            closed = len(watched.events)
            await asyncio.sleep(WATCHED)
            late = [event for event in watched.events[closed:] if not isinstance(event, EarAudio)]
        assert late == []

    async def test_a_connection_that_is_replaced_is_not_heard_of_again(self) -> None:
        async with self._open(MemorySound()) as (ear, _, watched):
            await ear.perform(OpenEar(TWO, resume=True))
            await watched.until(lambda: len(watched.of(EarOpened)) == 2, "the second opens")
            opened = len(watched.events)
            await asyncio.sleep(WATCHED)
            assert [event for event in watched.events[opened:] if event.connection != TWO] == []

    async def test_it_can_be_left_in_every_state(self) -> None:
        async with self._open(MemorySound()):
            pass
        async with self._open(MemorySound()) as (_, model, watched):
            await model.drop()
            await watched.until(lambda: watched.of(EarLost), "a connection that breaks is lost")
        async with self._open(MemorySound()) as (ear, _, _):
            await ear.perform(CloseEar(ONE, "enough"))

    # What it hears and says.

    async def test_the_microphone_arrives_in_order_and_once(self) -> None:
        sound = MemorySound()
        async with self._open(sound) as (ear, model, _watched):
            for count in (320, 1_280, 640, 960):
                await ear.perform(SendMicrophone(ONE, sound.put(MIC, TENTH[: 2 * count])))
                await asyncio.sleep(0.02)
            sent = b"".join(TENTH[: 2 * count] for count in (320, 1_280, 640, 960))
            await _arrives(lambda: len(model.take_heard()) >= len(sent), "the microphone arrives")
            assert model.take_heard() == sent

    async def test_what_the_model_hears_is_told_word_for_word(self) -> None:
        async with self._open(MemorySound()) as (_, model, watched):
            for piece in ("What ", "time", " is it?"):
                await model.transcribe(piece)
            said = "What time is it?"
            await watched.until(
                lambda: "".join(event.text for event in watched.of(EarTranscript)) == said,
                "what the model hears is told",
            )
            assert {event.connection for event in watched.of(EarTranscript)} == {ONE}

    async def test_its_own_sound_is_told_as_spans_without_holes(self) -> None:
        sound = MemorySound()
        async with self._open(sound) as (_, model, watched):
            if not self.speaks:
                return
            await model.speak(SPOKEN)
            await model.speak(SPOKEN)

            def whole() -> bool:
                return sum(event.span.count for event in watched.of(EarAudio)) >= len(SPOKEN)

            await watched.until(whole, "its sound is told")
            spans = [event.span for event in watched.of(EarAudio)]
            assert b"".join(map(sound.get, spans)) == SPOKEN * 2
        assert all(left.end == right.first for left, right in pairwise(spans))
        assert len({span.stream for span in spans}) == 1

    async def test_a_call_is_answered_once_and_on_its_own_connection(self) -> None:
        async with self._open(MemorySound()) as (ear, model, watched):
            if not self.calls:
                return
            await model.call()
            await watched.until(lambda: watched.of(EarCalled), "a call is told")
            (call,) = watched.of(EarCalled)
            assert call.connection == ONE
            await ear.perform(AnswerCall(ONE, call.call, call.tool, "it is noon"))
            await _arrives(model.answers, "the answer arrives")
            await ear.perform(OpenEar(TWO, resume=True))
            await watched.until(lambda: len(watched.of(EarOpened)) == 2, "the second opens")
            await ear.perform(AnswerCall(ONE, call.call, call.tool, "it is midnight"))
            await asyncio.sleep(WATCHED)
            (answer,) = model.answers()
        assert "noon" in answer

    async def test_what_it_is_told_arrives(self) -> None:
        async with self._open(MemorySound()) as (ear, model, _):
            await ear.perform(GiveContext(ONE, "a file was opened"))
            await _arrives(lambda: "a file was opened" in model.take_told(), "context arrives")

    async def test_commands_for_a_connection_that_is_over_do_nothing(self) -> None:
        sound = MemorySound()
        async with self._open(sound) as (ear, model, watched):
            await ear.perform(OpenEar(TWO, resume=False))
            await watched.until(lambda: len(watched.of(EarOpened)) == 2, "the second opens")
            told, answers, heard = model.take_told(), model.answers(), model.take_heard()
            for command in (
                SendMicrophone(ONE, sound.put(MIC, TENTH)),
                BeginActivity(ONE),
                EndActivity(ONE),
                AskEar(ONE, "What time is it?"),
                AnswerCall(ONE, _NO_CALL, "look", "nothing"),
                NudgeEar(ONE),
                GiveContext(ONE, "a file was opened"),
                TellHeard(ONE, 200),
                CloseEar(ONE, "enough"),
            ):
                await ear.perform(command)
            await asyncio.sleep(WATCHED)
            assert (model.take_told(), model.answers(), model.take_heard()) == (told, answers, heard)
            await model.transcribe("still here")
            here = EarTranscript(TWO, "still here")
            await watched.until(lambda: here in watched.events, "the open connection goes on")

    @asynccontextmanager
    async def _open(self, sound: MemorySound) -> AsyncIterator[tuple[Ear, LiveModel, Watched[EarEvent]]]:
        async with self.fresh(sound) as (ear, model), running(ear) as watched:
            await ear.perform(OpenEar(ONE, resume=False))
            await watched.until(lambda: watched.of(EarOpened), "a connection opens")
            yield ear, model, watched


async def _arrives(holds: Callable[[], object], what: str) -> None:
    """Returns when the model has got it; the model itself tells nothing of it."""
    try:
        async with asyncio.timeout(PATIENT_SECONDS):
            while not holds():  # noqa: ASYNC110
                await asyncio.sleep(0.01)
    except TimeoutError:
        raise AssertionError(what) from None
