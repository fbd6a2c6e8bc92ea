"""Handoffs: from the end of a question to the moment where the next one can be heard, whatever goes wrong on the way."""

import pytest

from solovox.core import commands as do
from solovox.core import events as ev
from solovox.core.commands import DropReason, RoutedBy, SoundOrigin
from solovox.core.units import MIC, AudioSpan, ConnectionId, ReadId, RunId, StreamId, UtteranceId
from solovox.recordings.handoffs import Handoffs

SECOND = 24_000
FIRST, FRESH, THIRD = ConnectionId(1), ConnectionId(2), ConnectionId(3)
ONE, TWO = ReadId(1), ReadId(2)
RUN, NEXT = RunId(1), RunId(2)


def speech(at):
    return at, ev.SpeechEnded(AudioSpan(MIC, 0, 16 * at))


def ask(run=RUN, **more):
    return do.AskBrain(run, UtteranceId(run), "what time is it", RoutedBy.CODE, **more)


def play(read=ONE, seconds=1):
    return do.Play(read, AudioSpan(StreamId(f"voice/{read}"), 0, seconds * SECOND))


def sounded(at, read=ONE, seconds=1):
    return at, ev.ReadSounded(read, play(read, seconds).span), play(read, seconds)


def played(at, seconds, read=ONE):
    return at, ev.Played(read, int(seconds * SECOND))


ASKED = (speech(1_000), (1_400, ev.LocalTranscript(AudioSpan(MIC, 0, 1), "time", final=True), ask()))
ANSWERED = (1_900, ev.BrainFinished(RUN), do.Read(ONE, "It is noon."))
RENDERED = (2_100, ev.ReadRendered(ONE))
READ = (ANSWERED, sounded(2_000), RENDERED, played(2_500, 0.5), played(3_000, 1))
LISTENS = (0, ev.EarOpened(FIRST))
ANEW = (
    3_100,
    ev.DeadlineReached(),
    do.CloseEar(FIRST, "the answer was read"),
    do.OpenEar(FRESH, resume=False),
)

CASES = {
    "a local ear hears anew when all of the answer was played": (
        (*ASKED, *READ),
        {"handoffs_ms": [2_000]},
    ),
    "an answer of two reads is over with the second": (
        (
            *ASKED,
            (1_500, ev.BrainOffered(RUN, "It is noon.", 11), do.Read(ONE, "It is noon.")),
            sounded(1_600),
            (1_700, ev.ReadRendered(ONE)),
            played(2_600, 1),
            (2_700, ev.BrainFinished(RUN), do.Read(TWO, "In Oslo.")),
            sounded(2_800, TWO),
            (2_900, ev.ReadRendered(TWO)),
            played(3_800, 1, TWO),
        ),
        {"handoffs_ms": [2_800], "tools_ms": {"ask_brain": [1_300]}},
    ),
    "a read that is rendered more slowly than it is played is not over in between": (
        (*ASKED, ANSWERED, sounded(2_000), played(3_000, 1), sounded(3_200), RENDERED, played(4_200, 2)),
        {"handoffs_ms": [3_200]},
    ),
    "a cut read is over when the speaker has let go of it": (
        (
            *ASKED,
            *READ[:-1],
            (2_600, ev.SpeechConfirmed(41_000), do.Flush(ONE), do.CancelRead(ONE)),
            (2_650, ev.Flushed(ONE, 14_000)),
        ),
        {"handoffs_ms": [1_650]},
    ),
    "a read that was cut before it sounded hands nothing back; the next one does": (
        (
            *ASKED,
            *READ[:2],
            (2_100, ev.SpeechConfirmed(33_000), do.Flush(ONE), do.CancelRead(ONE)),
            (2_110, ev.Flushed(ONE, 0)),
            speech(3_000),
            (3_400, ev.LocalTranscript(AudioSpan(MIC, 0, 1), "date", final=True), ask(NEXT)),
            (3_500, ev.BrainFinished(NEXT), do.Read(TWO, "It is Monday.")),
            sounded(3_600, TWO),
            (3_700, ev.ReadRendered(TWO)),
            played(4_600, 1, TWO),
        ),
        {"handoffs_ms": [1_600], "tools_ms": {"ask_brain": [500, 100]}},
    ),
    "a run that failed took its time, and hands nothing back": (
        (
            *ASKED,
            (21_400, ev.BrainFailed(RUN, "no answer"), do.ShowFailure("no answer")),
        ),
        {"handoffs_ms": [], "tools_ms": {"ask_brain": [20_000]}},
    ),
    "after a run that failed the next question counts from its own end": (
        (
            *ASKED,
            (5_000, ev.BrainFailed(RUN, "no answer"), do.ShowFailure("no answer")),
            speech(8_000),
            (8_400, ev.LocalTranscript(AudioSpan(MIC, 0, 1), "time", final=True), ask(NEXT)),
            (8_500, ev.BrainFinished(NEXT), do.Read(ONE, "It is noon.")),
            sounded(8_600),
            (8_700, ev.ReadRendered(ONE)),
            played(9_600, 1),
        ),
        {"handoffs_ms": [1_600], "tools_ms": {"ask_brain": [3_600, 100]}},
    ),
    "a run that failed in the midst is over when what it wrote was read": (
        (
            *ASKED,
            (1_500, ev.BrainOffered(RUN, "It is noon.", 11), do.Read(ONE, "It is noon.")),
            sounded(1_600),
            (1_700, ev.ReadRendered(ONE)),
            (1_800, ev.BrainFailed(RUN, "gone"), do.ShowFailure("gone")),
            played(2_600, 1),
        ),
        {"handoffs_ms": [1_600], "tools_ms": {"ask_brain": [400]}},
    ),
    "a read that failed is over with what was heard of it": (
        (*ASKED, *READ[:2], (2_100, ev.ReadFailed(ONE, "no voice")), played(3_000, 1)),
        {"handoffs_ms": [2_000]},
    ),
    "a run that was cancelled has no time": (
        (
            *ASKED,
            (1_600, ev.SpeechConfirmed(1), do.CancelRun(RUN, "more was said")),
            (9_000, ev.BrainFinished(RUN)),
        ),
        {"handoffs_ms": [], "tools_ms": {}},
    ),
    "a tool's result is the answer": (
        (
            speech(1_000),
            (
                1_400,
                ev.EarCalled(FIRST, "call", "get_time", "{}"),
                ask(look=do.Look("get_time", "{}")),
                do.RunTool(7, "get_time", "{}"),
            ),
            (1_430, ev.ToolReturned(7, "The time is 3:05 PM.")),
            *READ,
        ),
        {"handoffs_ms": [2_000], "tools_ms": {"get_time": [30]}},
    ),
    "who talks while the answer is read does not shorten the handoff": (
        (*ASKED, *READ[:-1], speech(2_900), played(3_000, 1)),
        {"handoffs_ms": [2_000]},
    ),
    "talk that nobody asked with begins none": (
        (speech(1_000), speech(5_000)),
        {"handoffs_ms": [], "tools_ms": {}},
    ),
    "what was typed begins none, whatever was said before it": (
        (
            speech(1_000),
            (9_000, ev.Typed("what time is it"), do.AskBrain(RUN, None, "what time is it", RoutedBy.CODE)),
            (9_100, ev.BrainFinished(RUN), do.Read(ONE, "It is noon.")),
            sounded(9_200),
            (9_300, ev.ReadRendered(ONE)),
            played(10_200, 1),
        ),
        {"handoffs_ms": [], "tools_ms": {"ask_brain": [100]}},
    ),
    "a live ear hears anew when the fresh connection is open": (
        (LISTENS, *ASKED, *READ, ANEW, (3_400, ev.EarOpened(FRESH))),
        {"handoffs_ms": [2_400], "listener_restarts": 1},
    ),
    "a connection lost in mid-question is a reconnect, and no restart": (
        (
            LISTENS,
            (500, ev.EarLost(FIRST, "1008")),
            (700, ev.DeadlineReached(), do.OpenEar(FRESH, resume=True)),
            (900, ev.EarOpened(FRESH)),
            *ASKED,
        ),
        {"handoffs_ms": [], "reconnects": 1, "tools_ms": {}},
    ),
    "a connection lost in mid-answer is opened again, and then afresh": (
        (
            LISTENS,
            *ASKED,
            (1_500, ev.EarLost(FIRST, "1008")),
            (1_700, ev.DeadlineReached(), do.OpenEar(FRESH, resume=True)),
            (1_800, ev.EarOpened(FRESH)),
            *READ,
            (3_100, ev.DeadlineReached(), do.CloseEar(FRESH, "read"), do.OpenEar(THIRD, resume=False)),
            (3_300, ev.EarOpened(THIRD)),
        ),
        {"handoffs_ms": [2_300], "listener_restarts": 1, "reconnects": 1},
    ),
    "a connection lost in an answer and opened behind it is fresh, and a reconnect": (
        (
            LISTENS,
            *ASKED,
            *READ[:-1],
            (2_900, ev.EarLost(FIRST, "1011")),
            READ[-1],
            (3_900, ev.DeadlineReached(), do.OpenEar(FRESH, resume=False)),
            (4_100, ev.EarOpened(FRESH)),
        ),
        {"handoffs_ms": [3_100], "listener_restarts": 1, "reconnects": 1},
    ),
    "a fresh connection that does not come at once is waited for": (
        (
            LISTENS,
            *ASKED,
            *READ,
            ANEW,
            (3_200, ev.EarLost(FRESH, "503")),
            (3_400, ev.DeadlineReached(), do.OpenEar(THIRD, resume=True)),
            (3_600, ev.EarOpened(THIRD)),
        ),
        {"handoffs_ms": [2_600], "listener_restarts": 1, "reconnects": 1},
    ),
}
USUAL = {"listener_restarts": 0, "output_restarts": 0, "reconnects": 0, "tools_ms": {"ask_brain": [500]}}


def folded(steps):
    found = Handoffs()
    for at, event, *commands in steps:
        found.see(at, event, commands)
    return found


@pytest.mark.parametrize("case", CASES)
def test_a_handoff_is_counted_from_the_question_to_the_next_listening(case):
    steps, told = CASES[case]
    assert folded(steps).describe() == USUAL | told


def test_sound_that_goes_nowhere_counts_for_nothing():
    dropped = do.Drop(SoundOrigin.MICROPHONE, AudioSpan(MIC, 0, 320), DropReason.DRAINED)
    assert folded([(20, ev.SoundCaptured(AudioSpan(MIC, 0, 320)), dropped)]).describe() == USUAL | {
        "handoffs_ms": [],
        "tools_ms": {},
    }


def test_a_person_reads_the_same_figures_in_three_lines():
    steps = CASES["a connection lost in mid-answer is opened again, and then afresh"][0]
    assert folded(steps).lines(2) == (
        "handoffs: 1, 2.3 s in the middle, 2.3 s at most",
        "ask_brain: 1, 0.5 s in the middle, 0.5 s at most",
        "listener restarted 1x, reconnected 1x, output reopened 2x",
    )
    assert folded([]).lines()[0] == "handoffs: none"


def test_a_tool_that_the_brain_used_is_counted_beside_the_brain_though_both_have_the_same_number():
    found = Handoffs()
    found.see(0, ev.BrainWrote(RUN, ""), [do.AskBrain(RUN, None, "what time is it", do.RoutedBy.CODE)])
    found.see(100, ev.BrainWrote(RUN, ""), [do.RunTool(1, "time", "{}")])
    found.see(130, ev.ToolReturned(1, "noon"), [])
    found.see(900, ev.BrainFinished(RUN), [])
    assert found.describe()["tools_ms"] == {"time": [30], "ask_brain": [900]}
