"""One sound through a live ear, over a connection of its own: its words. In real time, as a microphone sends it."""

import asyncio
from typing import Final

from solovox.app.registry import EarOf
from solovox.core.commands import BeginActivity, CloseEar, EarCommand, EndActivity, OpenEar, SendMicrophone
from solovox.core.errors import SolovoxError
from solovox.core.events import EarEvent, EarLost, EarOpened, EarTranscript
from solovox.core.units import MIC, MIC_RATE, ConnectionId
from solovox.ports import Ear
from solovox.shell.sound import SoundStore

ONE: Final = ConnectionId(1)
PIECE_SECONDS: Final = 0.1
QUIET: Final = 3.0
"""Seconds after the sound, or after its last word, in which no other comes: then it is whole."""
EVENTS: Final = 256


class NotHeard(SolovoxError):
    """A sound could not be heard. One line."""


async def heard_live(make: EarOf, pcm: bytes, *, marks: bool) -> str:
    """What the ear transcribes. `marks`: it is told when the person speaks. Raises `NotHeard`."""
    sound, told = SoundStore(), asyncio.Queue[EarEvent](EVENTS)
    ear = make(sound, None)
    words: list[str] = []
    try:
        async with asyncio.TaskGroup() as tasks:
            work = tasks.create_task(ear.run(told.put))
            await ear.perform(OpenEar(ONE, resume=False))
            await _opened(told)
            noting = tasks.create_task(_note(told, words))
            await _say(ear, sound, pcm, marks=marks)
            count = -1
            while count != len(words):
                count = len(words)
                await asyncio.sleep(QUIET)
            await ear.perform(CloseEar(ONE, "it was heard"))
            noting.cancel()
            work.cancel()
    finally:
        await ear.aclose()
    return "".join(words).strip()


async def _opened(told: asyncio.Queue[EarEvent]) -> None:
    while not isinstance(event := await told.get(), EarOpened):
        if isinstance(event, EarLost):
            raise NotHeard(event.reason)


async def _note(told: asyncio.Queue[EarEvent], words: list[str]) -> None:
    while True:
        match await told.get():
            case EarTranscript(text=text):
                words.append(text)
            case EarLost(reason=reason):
                raise NotHeard(reason)
            case _:
                pass


async def _say(ear: Ear, sound: SoundStore, pcm: bytes, *, marks: bool) -> None:
    piece = 2 * round(MIC_RATE * PIECE_SECONDS)
    commands: list[EarCommand] = [
        SendMicrophone(ONE, sound.put(MIC, pcm[at : at + piece])) for at in range(0, len(pcm), piece)
    ]
    for command in [BeginActivity(ONE), *commands, EndActivity(ONE)] if marks else commands:
        await ear.perform(command)
        if isinstance(command, SendMicrophone):
            await asyncio.sleep(PIECE_SECONDS)
