"""One voice for many sessions: each is read whole and in order, and who leaves hinders nobody."""

import asyncio
import math
import threading
from contextlib import aclosing

import pytest

from solovox.core.commands import CancelRead, Read
from solovox.core.events import ReadFailed, ReadRendered, ReadSounded
from solovox.core.units import VOICE_RATE, ReadId
from solovox.narrators.shared_voice import TURN_SECONDS, SharedVoice
from solovox.narrators.voice import VoiceNarrator
from solovox.ports import Spoken
from solovox.shell.clock import loop_time, run
from solovox.shell.sound import SoundStore
from solovox.testing.fakes import ScriptedTts

TEXTS = {
    "first": "The quick brown fox jumps over the lazy dog.",
    "second": "Then it sleeps for the rest of the day, and so do we.",
    "third": "Ten green bottles hang on the wall.",
}
ONE = ReadId(1)


class OneAtATime(ScriptedTts):
    """Notes who is in it. `per_character` makes a word a quarter of a second."""

    def __init__(self, **choices):
        super().__init__(per_character=1_200, **choices)
        self.inside, self.crowd, self.order = 0, 0, []

    def speak(self, text):
        pieces = super().speak(text)
        while True:
            self.inside += 1
            self.crowd = max(self.crowd, self.inside)
            piece = next(pieces, None)
            self.inside -= 1
            if piece is None:
                return
            self.order.append((text, len(piece.pcm)))
            yield piece


async def heard(voice, text):
    return [piece async for piece in voice.speak(text)]


def test_many_that_read_at_once_are_each_read_whole_and_in_order():
    tts = OneAtATime()

    async def main():
        voice = SharedVoice(tts)
        return await asyncio.gather(*(heard(voice, text) for text in TEXTS.values()))

    for text, pieces in zip(TEXTS.values(), run(main(), math.inf), strict=True):
        assert b"".join(one.pcm for one in pieces) == tts.sound(text)
        assert [one.said_to for one in pieces] == sorted(one.said_to for one in pieces)
        assert pieces[-1].said_to == len(text)
    assert tts.crowd == 1


def test_nobody_waits_for_the_whole_of_anothers_text():
    tts = OneAtATime()

    async def main():
        voice = SharedVoice(tts)
        await asyncio.gather(*(heard(voice, text) for text in TEXTS.values()))

    run(main(), math.inf)
    turns = []
    for text, size in tts.order:
        if not turns or turns[-1][0] != text:
            turns.append((text, 0))
        turns[-1] = text, turns[-1][1] + size
    assert [text for text, _ in turns[:4]] == [*TEXTS.values(), TEXTS["first"]]
    longest = max(size for _, size in tts.order)
    assert all(size < 2 * VOICE_RATE * TURN_SECONDS + longest for _, size in turns[:3])


class Seconds:
    """A second of sound at a time, when it is let to; notes whose."""

    def __init__(self):
        self.gate = threading.Semaphore(0)
        self.begun = threading.Semaphore(0)
        self.order = []

    def speak(self, text):
        for n in range(1, len(text) + 1):
            self.order.append(text[n - 1])
            self.begun.release()
            assert self.gate.acquire(timeout=10)
            yield Spoken(bytes(2 * VOICE_RATE), n)


@pytest.mark.parametrize(("sounded", "order"), [(0.9, "axabcbcbc"), (0.1, "axbcabcbc")])
def test_whose_sound_runs_out_first_goes_first(sounded, order):
    """`x` is in the engine while the others come: `a`, of whose second so much has sounded, behind two that are new."""
    tts = Seconds()

    async def next_begun():
        """Whoever got the second before is in line for another."""
        assert await asyncio.to_thread(tts.begun.acquire, timeout=10)
        for _ in range(10):
            await asyncio.sleep(0)

    async def main():
        voice = SharedVoice(tts, loop_time)
        async with aclosing(voice.speak("aa")) as begun:
            tts.gate.release()
            await anext(begun)
            await next_begun()
            await asyncio.sleep(sounded)
            others = [asyncio.create_task(heard(voice, "x"))]
            await next_begun()
            others += [asyncio.create_task(heard(voice, text)) for text in ("bbb", "ccc")]
            await asyncio.sleep(0)
            others.append(asyncio.ensure_future(anext(begun)))
            await asyncio.sleep(0)
            for _ in order[2:]:
                tts.gate.release()
                await next_begun()
            tts.gate.release()
            await asyncio.gather(*others)

    run(main(), math.inf)
    assert "".join(tts.order) == order


class Gated:
    """Renders a piece when it is let to; notes whose."""

    def __init__(self):
        self.gate = threading.Semaphore(0)
        self.begun = threading.Event()
        self.rendered = []

    def speak(self, text):
        for n in range(1, len(text) + 1):
            self.begun.set()
            assert self.gate.acquire(timeout=10)
            self.rendered.append(text[n - 1])
            yield Spoken(b"\1\0", n)


async def test_who_is_cancelled_in_the_line_or_in_the_engine_does_not_block_the_next():
    tts = Gated()
    voice = SharedVoice(tts)
    async with asyncio.TaskGroup() as tasks:
        inside = tasks.create_task(heard(voice, "abc"))
        await asyncio.to_thread(tts.begun.wait, 10)
        waiting = tasks.create_task(heard(voice, "def"))
        last = tasks.create_task(heard(voice, "xyz"))
        await asyncio.sleep(0)
        inside.cancel()
        waiting.cancel()
        await asyncio.wait([inside, waiting])
        tts.gate.release(4)
    assert [one.said_to for one in last.result()] == [1, 2, 3]
    assert tts.rendered == ["a", "x", "y", "z"]


async def test_who_does_not_take_its_sound_gets_no_further_turn_and_the_next_has_its_own():
    tts = OneAtATime()
    voice = SharedVoice(tts)
    long = "and on " * 400
    async with aclosing(voice.speak(long)) as slow:
        await anext(slow)
        whole = await heard(voice, TEXTS["second"])
        assert b"".join(one.pcm for one in whole) == tts.sound(TEXTS["second"])
        assert sum(size for text, size in tts.order if text == long) < 2 * 2 * VOICE_RATE * TURN_SECONDS


def test_an_engine_that_fails_for_one_serves_the_next():
    tts = OneAtATime(fail_at="bad")

    async def main():
        voice = SharedVoice(tts)
        with pytest.raises(RuntimeError, match="cannot say 'bad'"):
            await heard(voice, "good bad ugly")
        return await heard(voice, "fine")

    assert [one.said_to for one in run(main(), math.inf)] == [4]


async def test_a_closed_voice_reads_nothing_more():
    voice = SharedVoice(ScriptedTts())
    voice.close()
    with pytest.raises(RuntimeError):
        await heard(voice, "too late")


def test_two_sessions_narrate_with_one_voice_and_one_is_cancelled():
    tts = OneAtATime()

    async def main():
        voice, seen = SharedVoice(tts), ([], [])
        sounds = SoundStore(), SoundStore()
        narrators = [VoiceNarrator(voice, sound) for sound in sounds]
        over = asyncio.Event()

        def told(n):
            async def tell(event):
                seen[n].append(event)
                if n == 1 and isinstance(event, ReadRendered | ReadFailed):
                    over.set()

            return tell

        async with asyncio.TaskGroup() as tasks:
            work = [tasks.create_task(one.run(told(n))) for n, one in enumerate(narrators)]
            await narrators[0].perform(Read(ONE, TEXTS["first"] * 20))
            await narrators[1].perform(Read(ONE, TEXTS["second"]))
            while not seen[1]:
                await asyncio.sleep(0)
            await narrators[0].perform(CancelRead(ONE))
            await narrators[0].aclose()
            before = len(seen[0])
            await over.wait()
            for one in work:
                one.cancel()
        assert len(seen[0]) == before, "a cancelled read is silent"
        return seen[1], b"".join(sounds[1].get(one.span) for one in seen[1] if isinstance(one, ReadSounded))

    events, pcm = run(main(), math.inf)
    assert events[-1] == ReadRendered(ONE)
    assert pcm == tts.sound(TEXTS["second"])
