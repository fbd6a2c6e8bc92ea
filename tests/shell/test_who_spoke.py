"""A4: whose words are whose, where several people share one microphone stream and our own recogniser hears it."""

import asyncio
import math
from itertools import pairwise

import numpy as np
import pytest

from solovox.core import events as e
from solovox.core.units import MIC, MIC_RATE, SourceId
from solovox.live.local.cascade_types import CascadeTuning, early
from solovox.live.local.recogniser import LocalRecogniser
from solovox.ports import Transcript
from solovox.shell.clock import LoopClock, run
from solovox.shell.links.listener import Listener
from solovox.shell.sound import SoundStore
from solovox.speech.smart_turn import PauseOnly
from solovox.speech.voice_activity import EnergyVad

pytestmark = pytest.mark.slow

FRAME_MS = 20
LOUD = np.tile(np.repeat(np.array([3_000, -3_000], "<i2"), 8), FRAME_MS).tobytes()
QUIET = bytes(len(LOUD))


class Sure:
    """It has heard words wherever there is sound."""

    def transcribe(self, pcm):
        return Transcript("go on.")


class Longer:
    """It hears one word in what one breath takes, and two in more; both sound complete."""

    def transcribe(self, pcm):
        return Transcript("one" if len(pcm) < 3 * MIC_RATE else "one two", ends=0.9)


def heard(*stretches, stt=None, tuning=None):
    """What is told of a stream of (source, milliseconds, whether it is loud)."""

    async def life():
        sound, clock, told = SoundStore(), LoopClock(), []
        ear = LocalRecogniser(EnergyVad(), PauseOnly(), stt or Sure(), tuning=tuning)
        link = Listener(ear, sound, clock)

        async def tell(event):
            told.append(event)

        async with asyncio.TaskGroup() as tasks:
            running = tasks.create_task(link.run(tell))
            for source, ms, loud in stretches:
                for _ in range(ms // FRAME_MS):
                    span = sound.put(MIC, LOUD if loud else QUIET)
                    captured = e.SoundCaptured(span, SourceId(source))
                    if not link.perform_now(captured):
                        await link.perform(captured)
                    await clock.sleep_until(clock.now() + FRAME_MS)
            running.cancel()
        sound.close()
        return told

    return run(life(), math.inf)


def sources(told, kind):
    """Whose each is; drafts are left out."""
    return [one.source for one in told if isinstance(one, kind) and getattr(one, "final", True)]


@pytest.mark.parametrize("ms", [120, 200, 260, 1_000, 3_000])
def test_A4_the_silence_before_someones_words_is_not_taken_for_who_spoke(ms):
    told = heard(
        ("ann", 1_000, False),
        ("ann", 1_000, True),
        ("ann", 3_000, False),
        ("bob", ms, True),
        ("bob", 3_000, False),
    )
    assert sources(told, e.LocalTranscript) == ["ann", "bob"]
    assert sources(told, e.SpeechConfirmed) == ["ann", "bob"]


@pytest.mark.parametrize("gap", [100, 700, 900])
def test_A4_what_two_people_say_is_two_utterances_however_soon_the_second_follows(gap):
    told = heard(
        ("ann", 1_000, False),
        ("ann", 2_000, True),
        ("ann", gap, False),
        ("bob", 1_000, True),
        ("bob", gap, False),
        ("ann", 600, True),
        ("ann", 3_000, False),
    )
    people = ["ann", "bob", "ann"]
    assert sources(told, e.SpeechConfirmed) == people
    assert sources(told, e.LocalTranscript) == people
    ends = [one.span for one in told if isinstance(one, e.SpeechEnded)]
    assert len(ends) == 3
    assert all(before.end <= after.first for before, after in pairwise(ends))


@pytest.mark.parametrize(("second", "again"), [("ann", ("one",)), ("bob", ())])
def test_A4_only_who_paused_is_heard_together_with_what_they_said(second, again):
    told = heard(
        ("ann", 1_000, False),
        ("ann", 1_000, True),
        ("ann", 700, False),
        (second, 1_000, True),
        (second, 3_000, False),
        stt=Longer(),
        tuning=early(CascadeTuning()),
    )
    finals = [one for one in told if isinstance(one, e.LocalTranscript) and one.final]
    assert [one.source for one in finals] == ["ann", second]
    assert finals[1].again == again
