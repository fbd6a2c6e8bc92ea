"""The local recogniser as a link: all sound, in order, in pieces of bounded size; and the watch on the clock."""

import asyncio
import math

import pytest

from shell.rig import Rig
from solovox.core import events as e
from solovox.core.commands import EndSpeech
from solovox.core.units import SEVERAL, AudioSpan, SourceId, StreamId, SurfaceCaps
from solovox.shell.clock import LoopClock, run
from solovox.shell.links.listener import LONGEST, Listener
from solovox.shell.sound import SoundStore
from solovox.testing.fakes import ScriptedRecogniser

MIC = StreamId("mic")
SPEECH = AudioSpan(MIC, 3_200, 56_000)


async def test_L2_it_hears_every_sample_once_and_never_much_at_once():
    sound, recogniser = SoundStore(), ScriptedRecogniser([])
    link, sizes, feed = Listener(recogniser, sound, LoopClock()), [], recogniser.feed

    async def watched(span, pcm):
        sizes.append(span.count)
        await feed(span, pcm)

    recogniser.feed = watched
    for count in (320, 5 * LONGEST + 7, 1):
        await link.perform(e.SoundCaptured(sound.put(MIC, bytes(2 * count))))
    assert recogniser.fed == 320 + 5 * LONGEST + 7 + 1
    assert max(sizes) == LONGEST
    sound.close()


class Judging(ScriptedRecogniser):
    """Has to judge pauses before it can end what is being said."""

    def __init__(self, script, judgements):
        super().__init__(script)
        self.left = judgements

    async def sound_stopped(self):
        self.left -= 1
        return self.left <= 0


@pytest.mark.parametrize("judgements", [0, 3])
async def test_T1_what_is_being_said_is_ended_as_soon_as_it_can_be(judgements):
    recogniser = Judging([], judgements)
    await Listener(recogniser, SoundStore(), LoopClock()).perform(EndSpeech())
    assert recogniser.left <= 0


async def test_A4_speech_and_words_have_the_source_of_their_sound():
    sound = SoundStore()
    words = AudioSpan(MIC, 6_000, 16_000)
    script = [
        (0, e.SpeechConfirmed(0)),
        (32_000, e.SpeechConfirmed(16_000)),
        (32_000, e.LocalTranscript(words, "hello", final=True)),
    ]
    link, told = Listener(ScriptedRecogniser(script), sound, LoopClock()), []

    async def tell(event):
        told.append(event.source)

    async with asyncio.timeout(5):
        task = asyncio.create_task(link.run(tell))
        for source in ("ann", "ann", "bob", "bob"):
            await link.perform(e.SoundCaptured(sound.put(MIC, bytes(16_000)), SourceId(source)))
        while len(told) < 3:
            await asyncio.sleep(0)
        task.cancel()
    assert told == ["ann", "bob", "ann"]
    sound.close()


@pytest.mark.parametrize(
    ("mixed_ms", "whose"), [(0, "ann"), (400, "ann"), (500, "several"), (2_000, "several")]
)
async def test_A4_words_of_which_half_a_second_was_mixed_are_no_one_s(mixed_ms, whose):
    sound, told = SoundStore(), []
    words = AudioSpan(MIC, 0, 80_000)
    link = Listener(
        ScriptedRecogniser([(80_000, e.LocalTranscript(words, "yes", final=True))]), sound, LoopClock()
    )

    async def tell(event):
        told.append(event.source)

    async with asyncio.timeout(5):
        task = asyncio.create_task(link.run(tell))
        for n in range(50):
            source = SEVERAL if n >= 50 - mixed_ms // 100 else SourceId("ann")
            await link.perform(e.SoundCaptured(sound.put(MIC, bytes(3_200)), source))
        while not told:
            await asyncio.sleep(0)
        task.cancel()
    assert told == [whose]
    sound.close()


# The watch on the clock: sound that stops, and words that do not come.

QUESTION = [
    (8_000, e.OnsetHeard(3_200)),
    (9_600, e.SpeechConfirmed(3_200)),
    (64_000, e.SpeechEnded(SPEECH)),
    (64_000, e.LocalTranscript(SPEECH, "what now", final=True)),
]


def talk(rig, seconds=60):
    """The session until the person hangs up; what it was told, with the times."""
    rig.script = [(0, e.SurfaceJoined(SurfaceCaps())), *rig.script, (1_000 * seconds, e.HungUp())]
    run(rig.run(), math.inf)
    return rig.talk.seen


def pieces(first, end):
    """Microphone sound between two moments (ms)."""
    return [(at, bytes(3_200)) for at in range(first + 100, end + 1, 100)]


def times(seen, *kinds):
    return [(at, type(event)) for at, event in seen if isinstance(event, kinds)]


ENDS = (e.SpeechEnded, e.LocalTranscript)


def test_T3_sound_that_stops_in_the_middle_of_speech_ends_it():
    seen = talk(Rig(script=pieces(0, 2_000), heard=list(QUESTION)))
    assert times(seen, *ENDS) == [(5_000, e.SpeechEnded), (5_000, e.LocalTranscript)]
    assert [event.text for _, event in seen if isinstance(event, e.LocalTranscript)] == ["what now"]


def test_T3_so_it_does_where_the_surface_left():
    left = [(2_000, e.SurfaceLeft())]
    seen = talk(Rig(script=[*pieces(0, 2_000), *left], heard=list(QUESTION)))
    assert times(seen, *ENDS) == [(5_000, e.SpeechEnded), (5_000, e.LocalTranscript)]


@pytest.mark.parametrize("away", [500, 2_800])
def test_L2_a_shorter_silence_of_the_line_changes_nothing(away):
    rig = Rig(script=[*pieces(0, 2_000), *pieces(2_000 + away, 9_000)], heard=list(QUESTION))
    seen = talk(rig)
    assert rig.recogniser.stopped == 0
    assert times(seen, *ENDS) == [(4_000 + away, e.SpeechEnded), (4_000 + away, e.LocalTranscript)]


def test_where_nobody_speaks_the_sound_may_stop_for_ever():
    rig = Rig(script=pieces(0, 400), heard=[])
    talk(rig)
    assert rig.recogniser.stopped == 0


class Mute(ScriptedRecogniser):
    """Never says the words of what it heard; takes no more sound from the sample `stuck` on."""

    def __init__(self, stuck=1 << 62):
        super().__init__(QUESTION[:3])
        self.stuck = stuck

    async def feed(self, span, pcm):
        await super().feed(span, pcm)
        if self.fed >= self.stuck:
            await asyncio.Event().wait()


@pytest.mark.parametrize(
    ("stuck", "at", "ends"),
    [
        (1 << 62, 34_000, []),
        (64_000, 34_000, []),
        (32_000, 32_000, [e.SpeechEnded(AudioSpan(MIC, 3_200, 32_000 * 16 - 4_800))]),
    ],
    ids=["gives no words", "and takes no more sound", "takes no more sound in mid-speech"],
)
def test_T5_a_recogniser_that_owes_words_or_takes_no_sound_is_lost(stuck, at, ends):
    rig = Rig(script=pieces(0, 50_000), listening=lambda: Mute(stuck))
    kinds = (
        (e.RecogniserLost, e.LocalTranscript, e.SpeechEnded)
        if ends
        else (e.RecogniserLost, e.LocalTranscript)
    )
    lost = [(at, event) for at, event in talk(rig) if isinstance(event, kinds)]
    span = ends[0].span if ends else SPEECH
    told = [*ends, e.LocalTranscript(span, "", final=True), e.RecogniserLost("it gave no answer for 30 s")]
    assert lost == [(at, event) for event in told]
    assert rig.sound.held < 200_000, "what nobody will hear is kept"


def test_what_a_lost_recogniser_still_says_is_nobodys():
    class Late(Mute):
        async def feed(self, span, pcm):
            await super().feed(span, pcm)
            if span.end > 16 * 40_000:
                await self._events.put(e.LocalTranscript(SPEECH, "what now", final=True))

        async def run(self):
            await asyncio.sleep(45)
            await self._events.put(e.OnsetHeard(0))

    seen = talk(Rig(script=pieces(0, 50_000), listening=Late))
    assert times(seen, e.OnsetHeard) == [(500, e.OnsetHeard)]
    assert [event.text for _, event in seen if isinstance(event, e.LocalTranscript)] == [""]
