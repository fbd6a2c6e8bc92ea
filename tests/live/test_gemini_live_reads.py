"""What a connection reads, what goes up on it in which order, and at which rate its sound is heard: without a socket."""

import asyncio

import numpy as np
import pytest

from solovox.core import events as e
from solovox.core.commands import Read
from solovox.core.errors import PeerFault
from solovox.core.units import CallId, ConnectionId, ReadId
from solovox.live.live_reads import ConnectionReads
from solovox.live.outbox import Outbox
from solovox.live.output_rate import OutputRate, is_silent
from solovox.live.reader import ReaderOptions
from solovox.shell.sound import SoundStore
from solovox.speech.resample import Resampler
from solovox.wire.live_events import Generated, Hear, MarkActivity, Remind, Spoke

ONE = ConnectionId(1)
PCM = b"\1\0" * 480
OVER, INTERRUPTED = e.EarTurnEnded(ONE), e.EarInterrupted(ONE)


@pytest.mark.parametrize(
    ("samples", "silent"),
    [([], True), ([0] * 960, True), ([1, -1] * 480, True), ([0] * 900 + [-33], False), ([20_000], False)],
)
def test_G6_what_nobody_can_hear_is_told_as_silent(samples, silent):
    pcm = np.array(samples, "<i2").tobytes()
    assert is_silent(pcm) is silent
    mouth = ConnectionReads(SoundStore(), OutputRate())
    begun(mouth, 1, "Yes.")
    assert [one.silent for one in mouth.take_event(Spoke(pcm, 24_000))] == [silent] * bool(samples)


def test_G1_what_is_interrupted_under_a_read_was_not_the_read_whoever_owes_an_end():
    """An ear that relays chatters just when it is asked to read; the turn of the read before never ended."""
    mouth = ConnectionReads(SoundStore(), OutputRate())
    begun(mouth, 1, "Yes.")
    told(mouth, e.EarOutputTranscript(ONE, "Yes."), Spoke(PCM, 24_000), Generated())
    begun(mouth, 2, "No.")
    assert told(mouth, Spoke(PCM, 24_000), INTERRUPTED) == ["ReadSounded", "ReadFailed"]


def test_N1_an_interruption_of_the_read_before_costs_the_next_nothing():
    mouth = ConnectionReads(SoundStore(), OutputRate())
    begun(mouth, 1, "Yes.")
    told(mouth, e.EarOutputTranscript(ONE, "Yes."), Spoke(PCM, 24_000), Generated())
    begun(mouth, 2, "No.")
    assert told(mouth, INTERRUPTED, OVER, e.EarOutputTranscript(ONE, "No.")) == ["ReadFollowed"]


def begun(mouth, read, text):
    reading = ReaderOptions().reading(Read(ReadId(read), text))
    list(mouth.begin(reading))
    return reading


def told(mouth, *what):
    return [type(one).__name__ for one in what for one in mouth.take_event(one)]


@pytest.mark.parametrize(
    "ends", [(INTERRUPTED, OVER), (Generated(), OVER), (OVER,)], ids=["interrupted", "generated", "over"]
)
def test_N1_what_is_left_of_a_read_that_was_cut_is_not_taken_for_the_next(ends):
    mouth = ConnectionReads(SoundStore(), OutputRate())
    begun(mouth, 1, "It is noon.").end(whole=False)
    begun(mouth, 2, "Yes.")
    for left in (Spoke(PCM, 24_000), e.EarOutputTranscript(ONE, "It is")):
        assert not mouth.takes(left)
        assert told(mouth, left) == []
    assert told(mouth, *ends) == []
    assert mouth.takes(Spoke(PCM, 24_000))
    assert told(mouth, e.EarOutputTranscript(ONE, "Yes."), Spoke(PCM, 24_000)) == [
        "ReadFollowed",
        "ReadSounded",
    ]
    assert told(mouth, Generated(), OVER) == ["ReadRendered"]


def test_N1_what_is_said_between_reads_is_of_none():
    mouth = ConnectionReads(SoundStore(), OutputRate())
    assert not mouth.takes(Spoke(PCM, 24_000))
    begun(mouth, 1, "Yes.")
    told(mouth, e.EarOutputTranscript(ONE, "Yes."), Spoke(PCM, 24_000), Generated())
    assert not mouth.takes(Spoke(PCM, 24_000))
    assert not mouth.takes(e.EarOutputTranscript(ONE, "Anything else?"))
    assert told(mouth, INTERRUPTED, OVER) == []


def test_G6_the_last_of_a_transcription_may_come_after_the_end():
    mouth = ConnectionReads(SoundStore(), OutputRate())
    begun(mouth, 1, "It is noon.")
    told(mouth, e.EarOutputTranscript(ONE, "It is"), Spoke(PCM, 24_000), Generated(), OVER)
    assert mouth.takes(e.EarOutputTranscript(ONE, " noon."))
    assert told(mouth, e.EarOutputTranscript(ONE, " noon.")) == ["ReadFollowed"]


def test_G6_a_word_behind_the_script_strays_also_when_the_end_was_told_too_early():
    mouth = ConnectionReads(SoundStore(), OutputRate())
    begun(mouth, 1, "It is noon.")
    told(mouth, e.EarOutputTranscript(ONE, "It is"), Spoke(PCM, 24_000), Generated())
    assert told(mouth, e.EarOutputTranscript(ONE, " noon."), e.EarOutputTranscript(ONE, " Anything")) == [
        "ReadFollowed",
        "ReadStrayed",
    ]


def upstream(box, count):
    """What goes up: sound by its length in milliseconds, the rest by name."""

    async def taken():
        found = []
        for _ in range(count):
            async with asyncio.timeout(1):
                one = await box.take()
            match one:
                case Hear(pcm):
                    found.append(len(pcm) // 32)
                case MarkActivity(begins):
                    found.append("begins" if begins else "ends")
                case Remind(text):
                    found.append(text)
        return found

    return asyncio.run(taken())


def filled():
    box = Outbox(16_000)
    box.active(begins=True)
    box.hear(bytes(32 * 90))
    box.active(begins=False)
    return box


def test_T1_sound_stands_between_the_marks_of_its_activity_to_the_last_sample():
    assert upstream(filled(), 5) == ["begins", 40, 40, 10, "ends"]


def test_T1_sound_for_a_service_of_another_rate_is_whole_too():
    box = Outbox(24_000, Resampler)
    box.hear(bytes(32 * 90))
    box.active(begins=False)
    sizes = upstream(box, 4)
    assert sizes[:3] == [60, 60, 15], "the samples of 40, 40 and 10 ms"
    assert sizes[3] == "ends"


def test_T1_C2_while_a_call_is_pending_the_marks_wait_with_their_sound():
    box = Outbox(16_000)
    box.silence(CallId("a"))
    box.active(begins=True)
    box.hear(bytes(32 * 40))
    box.put(Remind("first"))
    assert upstream(box, 1) == ["first"]
    box.answer(CallId("a"), Remind("answer"))
    box.active(begins=False)
    assert upstream(box, 4) == ["answer", "begins", 40, "ends"]
    assert box.sound == 0


@pytest.mark.parametrize(
    ("rate", "to"),
    [
        (8_000, 24_000),
        (16_000, 24_000),
        (22_050, 24_000),
        (44_100, 24_000),
        (48_000, 24_000),
        (16_000, 8_000),
    ],
)
def test_sound_of_another_rate_is_heard_at_its_own_pitch_and_whole(rate, to):
    tone = (8_000 * np.sin(2 * np.pi * 440 * np.arange(rate) / rate)).astype("<i2").tobytes()
    sounding = OutputRate(Resampler, to)
    pcm = b"".join(sounding.feed(tone[at : at + 4_410], rate) for at in range(0, len(tone), 4_410))
    sound = np.frombuffer(pcm + sounding.rest(), "<i2")
    assert len(sound) == to
    assert abs(np.abs(np.fft.rfft(sound)).argmax() - 440) <= 1


def test_sound_at_our_rate_is_untouched_and_what_is_no_rate_is_refused():
    sounding = OutputRate(Resampler)
    assert sounding.feed(PCM, 24_000) + sounding.rest() == PCM
    with pytest.raises(PeerFault, match="cannot be used"):
        sounding.feed(PCM, 3)
    with pytest.raises(PeerFault, match="at 16000 samples a second"):
        OutputRate().feed(PCM, 16_000)
