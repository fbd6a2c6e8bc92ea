"""The local recogniser's adapter: real tasks and threads around ports that are easy to predict."""

import asyncio
import math
import threading

import pytest

from shell.rig import Rig
from solovox.core.events import (
    HungUp,
    LocalTranscript,
    OnsetFaded,
    OnsetHeard,
    Overheard,
    SoundCaptured,
    SpeechEnded,
    SurfaceJoined,
    WakeHeard,
)
from solovox.core.mends import Mend, MendWhy
from solovox.core.units import AudioSpan, SourceId, StreamId, SurfaceCaps
from solovox.live.local.recogniser import LocalRecogniser
from solovox.ports import Transcript
from solovox.shell.clock import LoopClock, run
from solovox.shell.links.listener import Listener
from solovox.shell.sound import SoundStore
from solovox.speech.smart_turn import PauseOnly
from solovox.speech.stt.mended import MendedStt
from solovox.speech.wake_phrase import TextWake

pytestmark = pytest.mark.slow

MIC = StreamId("mic")
LOUD = b"\x00\x40"
SECOND = 16_000


class Loudness:
    """A VAD: any sample that is not zero is speech."""

    frame_samples = 512

    def probability(self, frame):
        return 1.0 if any(frame) else 0.0

    def reset(self):
        pass


class Measure:
    """A recogniser that understands how long the sound is, to a tenth of a second."""

    def __init__(self):
        self.working = 0
        self.together = 0
        self.asked = 0
        self.gate = threading.Event()
        self.gate.set()
        self.begun = threading.Event()

    def transcribe(self, pcm):
        self.working += 1
        self.asked += 1
        self.together = max(self.together, self.working)
        self.begun.set()
        self.gate.wait()
        self.working -= 1
        return Transcript(f"computer {len(pcm) / 2 / SECOND:.1f} s.")


class TwiceMeasure(Measure):
    """It hears the same the second time."""

    def transcribe_twice(self, pcm, near):
        heard = self.transcribe(pcm)
        near(heard)
        return heard, heard.text


class Finding:
    """Finds one mend, wherever its words are."""

    def __init__(self, mend):
        self.mend = mend

    def __call__(self, text, sure=()):
        return (self.mend,) if self.mend.heard in text else ()

    def near(self, heard):
        return ()

    def again(self, text, second, sure=()):
        raise AssertionError("it was heard the same")


def speech(seconds):
    return LOUD * int(seconds * SECOND)


def silence(seconds):
    return bytes(2 * int(seconds * SECOND))


async def listen(recogniser, pcm, piece=640, first=0, *, at_once=False):
    """Feed a recording in real pieces of sound time (`at_once`: where that needs no waiting); give everything that was heard."""
    heard = []

    async def read():
        heard.extend([event async for event in recogniser.events()])

    async with asyncio.TaskGroup() as tasks:
        running = tasks.create_task(recogniser.run())
        tasks.create_task(read())
        for at in range(0, len(pcm) // 2, piece):
            part = pcm[2 * at : 2 * (at + piece)]
            span = AudioSpan(MIC, first + at, len(part) // 2)
            if not (at_once and recogniser.feed_now(span, part)):
                await recogniser.feed(span, part)
            await asyncio.sleep(piece / SECOND)
        await recogniser.finish()
        running.cancel()
    return heard


def hear(pcm, **settings):
    return run(listen(LocalRecogniser(Loudness(), PauseOnly(), Measure()), pcm, **settings), math.inf)


@pytest.mark.parametrize("at_once", [False, True])
@pytest.mark.parametrize("piece", [160, 512, 640, 3200])
def test_how_the_sound_is_cut_into_pieces_changes_nothing_that_is_final(piece, at_once):
    sound = silence(1) + speech(2) + silence(2) + speech(0.5) + silence(1)
    heard = hear(sound, piece=piece, at_once=at_once)
    spans = [event.span for event in heard if isinstance(event, SpeechEnded)]
    assert spans == [event.span for event in hear(sound) if isinstance(event, SpeechEnded)]
    assert len(spans) == 2


def test_positions_are_those_of_the_microphone():
    (span,) = [e.span for e in hear(speech(1) + silence(2), first=5_000_000) if isinstance(e, SpeechEnded)]
    assert span.first == 5_000_000


def test_the_wake_phrase_is_read_in_the_words():
    async def scene():
        recogniser = LocalRecogniser(Loudness(), PauseOnly(), Measure(), wake=TextWake("computer"))
        return await listen(recogniser, silence(1) + speech(1) + silence(2))

    assert sum(isinstance(event, WakeHeard) for event in run(scene(), math.inf)) == 1


def test_the_words_stay_as_they_were_heard_and_their_mends_are_told_beside_them():
    mend = Mend("computer", "Computer", MendWhy.LEXICON)

    async def scene():
        stt = MendedStt(TwiceMeasure(), Finding(mend))
        recogniser = LocalRecogniser(Loudness(), PauseOnly(), stt)
        return await listen(recogniser, silence(1) + speech(20) + silence(2))

    heard = [event for event in run(scene(), math.inf) if isinstance(event, LocalTranscript)]
    (final,) = [event for event in heard if event.final]
    assert final.text.count("computer") > 1
    assert final.mends == (mend,)
    assert all(event.mends == () for event in heard if not event.final)


class Thinking(PauseOnly):
    """A turn detector that is given its answer late."""

    def __init__(self):
        self.gate, self.begun = threading.Event(), threading.Event()

    def rate_end(self, pcm):
        self.begun.set()
        self.gate.wait(10)
        return super().finished(pcm)


async def test_L2_what_comes_while_a_pause_is_judged_waits_and_is_heard_after():
    turn, sound = Thinking(), speech(1) + silence(0.5)
    recogniser = LocalRecogniser(Loudness(), turn, Measure())
    running = asyncio.create_task(recogniser.run())
    taken = 0
    while recogniser.feed_now(AudioSpan(MIC, taken, 640), sound[2 * taken :][:1280]):
        taken += 640
    assert 1 * SECOND < taken < 1.3 * SECOND
    assert not await recogniser.sound_stopped(), "the last of the sound is not heard yet"
    turn.gate.set()
    await recogniser.feed(AudioSpan(MIC, taken, SECOND), bytes(2 * SECOND))
    assert await recogniser.sound_stopped()
    running.cancel()
    await asyncio.wait([running])


async def test_T3_what_was_taken_behind_a_pause_is_heard_after_its_judgement_without_more_sound():
    sound, heard = speech(1) + silence(3), []
    recogniser = LocalRecogniser(Loudness(), PauseOnly(), Measure())

    async def listening():
        async for event in recogniser.events():
            heard.append(event)
            if isinstance(event, SpeechEnded):
                return

    async with asyncio.timeout(20), asyncio.TaskGroup() as tasks:
        running = tasks.create_task(recogniser.run())
        assert recogniser.feed_now(AudioSpan(MIC, 0, len(sound) // 2), sound)
        await listening()
        running.cancel()
    assert isinstance(heard[0], OnsetHeard)


async def test_a_hole_in_the_sound_is_fed_and_not_taken_at_once():
    recogniser = LocalRecogniser(Loudness(), PauseOnly(), Measure())
    assert recogniser.feed_now(AudioSpan(MIC, 0, 640), bytes(1280))
    assert not recogniser.feed_now(AudioSpan(MIC, 1280, 640), bytes(1280))


def test_one_question_at_a_time_is_computed():
    async def scene():
        stt = Measure()
        await listen(LocalRecogniser(Loudness(), PauseOnly(), stt), (speech(1.5) + silence(1)) * 6)
        return stt.together

    assert run(scene(), math.inf) == 1


async def test_a_question_whose_answer_no_longer_matters_is_not_computed():
    stt = Measure()
    stt.gate.clear()
    recogniser = LocalRecogniser(Loudness(), PauseOnly(), stt)
    running = asyncio.create_task(recogniser.run())
    await feed_all(recogniser, silence(0.5) + (speech(0.5) + silence(0.4)) * 5 + silence(2))
    stt.gate.set()
    await recogniser.finish()
    running.cancel()
    assert stt.asked == 2  # the first pause's, which was being computed, and the end's


async def test_sound_waits_when_too_much_is_unanswered():
    stt = Measure()
    stt.gate.clear()
    recogniser = LocalRecogniser(Loudness(), PauseOnly(), stt)
    sound = (speech(0.5) + silence(2)) * 40
    running = asyncio.create_task(recogniser.run())
    feeding = asyncio.create_task(feed_all(recogniser, sound))
    done, _ = await asyncio.wait([feeding], timeout=1.0)
    assert not done
    stt.gate.set()
    await feeding
    await recogniser.finish()
    finals = [
        event async for event in until_cancelled(recogniser, running) if isinstance(event, LocalTranscript)
    ]
    assert sum(event.final for event in finals) == 40


async def feed_all(recogniser, pcm, piece=1600):
    for at in range(0, len(pcm) // 2, piece):
        part = pcm[2 * at : 2 * (at + piece)]
        await recogniser.feed(AudioSpan(MIC, at, len(part) // 2), part)


async def until_cancelled(recogniser, running):
    running.cancel()
    async for event in recogniser.events():
        yield event


async def test_when_it_is_cancelled_no_thread_computes_any_more():
    stt = Measure()
    stt.gate.clear()
    recogniser = LocalRecogniser(Loudness(), PauseOnly(), stt)
    running = asyncio.create_task(recogniser.run())
    await feed_all(recogniser, speech(1) + silence(1))
    await asyncio.to_thread(stt.begun.wait)
    running.cancel()
    asyncio.get_running_loop().call_later(0.05, stt.gate.set)
    with pytest.raises(asyncio.CancelledError):
        await running
    assert stt.working == 0


async def test_a_thread_that_hangs_is_left_when_it_is_cancelled():
    stt = Measure()
    stt.gate.clear()
    recogniser = LocalRecogniser(Loudness(), PauseOnly(), stt)
    recogniser.patience = 0.01
    running = asyncio.create_task(recogniser.run())
    await feed_all(recogniser, speech(1) + silence(1))
    await asyncio.to_thread(stt.begun.wait)
    running.cancel()
    with pytest.raises(asyncio.CancelledError):
        await running
    assert stt.working == 1
    stt.gate.set()


def finals(events):
    return [event.text for event in events if isinstance(event, LocalTranscript) and event.final]


def test_T3_sound_that_stops_in_mid_speech_ends_it_with_its_words_and_may_go_on():
    said, later = silence(1) + speech(2), speech(1) + silence(2)
    pieces = [said[at : at + 3_200] for at in range(0, len(said), 3_200)]
    script = [(100 * n, one) for n, one in enumerate(pieces, 1)]
    script += [(8_000 + n, later[at : at + 3_200]) for n, at in enumerate(range(0, len(later), 3_200))]
    rig = Rig(
        script=[(0, SurfaceJoined(SurfaceCaps())), *script, (20_000, HungUp())],
        listening=lambda: LocalRecogniser(Loudness(), PauseOnly(), Measure()),
    )
    run(rig.run(), math.inf)
    told = [(at, event) for at, event in rig.talk.seen if isinstance(event, SpeechEnded | LocalTranscript)]
    assert finals(event for _, event in told) == ["computer 2.3 s.", "computer 1.1 s."]
    ends = [(at, event.span.end) for at, event in told if isinstance(event, SpeechEnded)]
    assert 6_000 <= ends[0][0] <= 6_500
    assert ends[0][1] == 3 * SECOND // 512 * 512
    assert ends[1][0] > 8_000


def test_T3_a_sound_that_is_not_known_to_be_speech_when_it_stops_was_none():
    heard = hear(silence(1) + speech(0.12))
    assert [type(event) for event in heard[:2]] == [OnsetHeard, OnsetFaded]


HUM = b"\x00\x40\x00\xc0"
SOFT_HUM = b"\x40\x03\xc0\xfc"
"""26 dB softer."""


async def by(people):
    """What is told of sound of several people, through the link of a session; they come in pieces of 20 ms, one behind another."""
    sound, told = SoundStore(), []
    link = Listener(LocalRecogniser(Loudness(), PauseOnly(), Measure()), sound, LoopClock())

    async def tell(event):
        told.append(event)

    running = asyncio.create_task(link.run(tell))
    for who, pcm in people:
        for at in range(0, len(pcm), 640):
            heard = SoundCaptured(sound.put(MIC, pcm[at : at + 640]), SourceId(who))
            if not link.perform_now(heard):
                await link.perform(heard)
            await asyncio.sleep(0.02)
    await asyncio.sleep(1)
    running.cancel()
    sound.close()
    return [
        getattr(one, "source", "another")
        for one in told
        if isinstance(one, Overheard) or getattr(one, "final", False)
    ]


LOUDLY, SOFTLY = (one * (SECOND // 2) + silence(3) for one in (HUM, SOFT_HUM))


@pytest.mark.parametrize(
    ("people", "told"),
    [
        ([("1", LOUDLY), ("2", SOFTLY)], ["1", "2"]),
        ([("1", LOUDLY), ("1", SOFTLY)], ["1", "another"]),
        ([("2", SOFTLY), ("1", LOUDLY), ("2", SOFTLY)], ["2", "1", "2"]),
        (
            [("1", LOUDLY), ("2", LOUDLY), ("1", SOFTLY)],
            ["1", "2", "another"],
        ),
    ],
)
def test_A4_each_who_has_a_microphone_is_as_loud_as_at_theirs(people, told):
    assert run(by(people), math.inf) == told
