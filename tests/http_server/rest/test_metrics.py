"""What an operator watches: each count against what happened, and what no label may say."""

import re
from itertools import count

import pytest

from http_server.rest.counting import Counting
from solovox.core import commands as do
from solovox.core import events as ev
from solovox.core.commands import DropReason, EndReason, RoutedBy, SoundOrigin
from solovox.core.units import (
    MIC_RATE,
    VOICE_RATE,
    AudioSpan,
    CallId,
    ConnectionId,
    ReadId,
    RunId,
    StreamId,
    UtteranceId,
)
from solovox.http.auth.door import Why
from solovox.http.metrics import NoPlace, TimedStep
from solovox.recordings import journal_reader
from solovox.recordings.replay import Redeciding
from solovox.recordings.timeline import build

pytestmark = pytest.mark.slow

MIC = StreamId("mic")


def test_each_step_of_a_spoken_question_is_timed_once():
    told = Counting().ask().answer()
    assert {step: told.took(step) for step in TimedStep} == {
        TimedStep.WORDS: (1, 300),
        TimedStep.ASKED: (1, 50),
        TimedStep.TEXT: (1, 400),
        TimedStep.SOUND: (1, 250),
        TimedStep.WHOLE: (1, 1_000),
    }


@pytest.mark.parametrize("by", [RoutedBy.CONSENT, RoutedBy.TYPED])
def test_what_waited_for_the_person_is_not_taken_for_our_own_time(by):
    told = Counting().ask(by).answer()
    assert (told.took(TimedStep.ASKED), told.took(TimedStep.WHOLE)) == ((0, 0), (0, 0))
    assert (told.took(TimedStep.TEXT), told.took(TimedStep.SOUND)) == ((1, 400), (1, 250))


def test_a_live_model_that_speaks_for_itself_is_timed_from_the_speech_it_answers():
    told = Counting().see(2_000, ev.SoundCaptured(AudioSpan(MIC, 0, 32_000)))
    told.see(2_000, ev.SpeechEnded(AudioSpan(MIC, 0, 32_000)))
    for n, at in enumerate((2_600, 2_640, 9_000)):
        told.see(
            at, ev.DeadlineReached(), do.Play(ReadId(n // 2), AudioSpan(StreamId("ear/1"), n * 960, 960))
        )
    assert told.took(TimedStep.WHOLE) == (1, 600)


def test_an_eventful_session_is_timed_as_its_timeline_says(session):
    journal = journal_reader.read(session)
    told, again = Counting(), Redeciding(journal)
    for one in journal.entries:
        told.see(one.at, one.event, *again.decide(one).commands)
    turns = [one.latency_ms for one in build(journal).turns]
    heard = [one["heard"] for one in turns if "heard" in one]
    whole = [one["first_sound"] for one in turns if "heard" in one and "first_sound" in one]
    assert told.took(TimedStep.WORDS) == (len(heard), sum(heard))
    assert told.took(TimedStep.WHOLE) == (len(whole), sum(whole))
    assert len(whole) >= 2
    sums = build(journal).ledger.dropped
    assert told.counted("solovox_dropped_seconds_total") == {
        f"{origin.value}/{why.value.replace(' ', '_')}": pytest.approx(
            n / (MIC_RATE if origin is SoundOrigin.MICROPHONE else VOICE_RATE)
        )
        for origin, reasons in sums.items()
        for why, n in reasons.items()
    }


OTHER = [
    (
        [
            ev.EarOpened(ConnectionId(1)),
            ev.EarLost(ConnectionId(1), "1006"),
            ev.EarOpened(ConnectionId(2), True),
        ],
        {"yes": 1},
        {"ear": 1},
    ),
    ([ev.EarOpened(ConnectionId(1)), ev.EarOpened(ConnectionId(2))], {"no": 1}, {}),
    ([ev.RecogniserLost("it died")], {}, {"recogniser": 1}),
    ([ev.BrainFailed(RunId(1), "it died")], {}, {"brain": 1}),
    ([ev.ReadFailed(ReadId(1), "no voice")], {}, {"narrator": 1}),
    ([ev.ReadStrayed(ReadId(1), 3)], {}, {"strayed_read": 1}),
    ([ev.ToolReturned(1, "it broke", failed=True)], {}, {"tool": 1}),
    ([ev.ToolReturned(1, "42")], {}, {}),
    ([ev.ToolSetFailed("mail", "no server")], {}, {"tool_set": 1}),
    ([ev.BrainCalled(RunId(1), CallId("c"), "mail", "{}")], {}, {}),
]


@pytest.mark.parametrize(("happened", "dialled", "failed"), OTHER)
def test_what_failed_and_what_was_dialled_again_is_counted_by_kind(happened, dialled, failed):
    told = Counting()
    for event in happened:
        told.see(0, event)
    assert told.counted("solovox_ear_reconnects_total") == dialled
    assert told.counted("solovox_failures_total") == failed


def test_a_connection_that_we_close_has_not_failed():
    told = Counting().see(0, ev.EarOpened(ConnectionId(1)))
    told.see(5, ev.EarGoingAway(ConnectionId(1), 500), do.CloseEar(ConnectionId(1), "it goes away"))
    told.see(9, ev.EarLost(ConnectionId(1), "1000"))
    assert told.counted("solovox_failures_total") == {}


def test_dropped_sound_is_told_in_seconds_of_its_own_rate():
    told = Counting()
    told.see(
        0, ev.DeadlineReached(), do.Drop(SoundOrigin.MICROPHONE, AudioSpan(MIC, 0, 8_000), DropReason.DRAINED)
    )
    told.see(
        0, ev.DeadlineReached(), do.Drop(SoundOrigin.NARRATOR, AudioSpan(MIC, 0, 12_000), DropReason.CUT)
    )
    assert told.counted("solovox_dropped_seconds_total") == {
        "microphone/microphone_drained": 0.5,
        "narrator/cut": 0.5,
    }
    there = [key for key in told.samples() if key[0] == "solovox_dropped_seconds_total"]
    assert len(there) == len(SoundOrigin) * len(DropReason)


ENDINGS = [
    *((str(one), one.name.lower()) for one in EndReason),
    ("cancelled", "cancelled"),
    (ValueError("secret"), "failed"),
]


@pytest.mark.parametrize(("why", "label"), ENDINGS)
def test_sessions_are_counted_from_their_place_to_their_end(why, label):
    told = Counting()
    told.metrics.began()
    assert told.samples()["solovox_sessions",] == 1
    told.metrics.count_end(why)
    found = told.samples()
    assert (found["solovox_sessions",], found["solovox_sessions_begun_total",]) == (0, 1)
    assert told.counted("solovox_sessions_ended_total") == {label: 1}


def test_refusals_and_sockets_are_exposed():
    told = Counting()
    told.metrics.count_refusal(NoPlace.FULL)
    told.metrics.count_refusal(Why.ORIGIN)
    sockets = told.metrics.sockets
    sockets.open, sockets.resumed, sockets.too_slow, sockets.bytes_up, sockets.bytes_down = 3, 2, 1, 640, 960
    found = told.samples()
    assert told.counted("solovox_refused_total") == {"full": 1, "origin": 1}
    assert [found[one,] for one in ("solovox_sockets", "solovox_sockets_resumed_total")] == [3, 2]
    assert found["solovox_sockets_too_slow_total",] == 1
    assert [found["solovox_bytes_total", ("way", way)] for way in ("up", "down")] == [640, 960]


def test_the_buckets_of_a_step_add_up():
    told = Counting()
    for ms in (0, 50, 51, 800, 60_000):
        told.metrics.took(TimedStep.WHOLE, ms)
    found = told.samples()
    step = ("step", str(TimedStep.WHOLE))
    at = {
        limit: found["solovox_step_seconds_bucket", ("le", limit), step]
        for limit in ("0.05", "0.1", "0.8", "+Inf")
    }
    assert at == {"0.05": 2, "0.1": 3, "0.8": 4, "+Inf": 5}
    assert found["solovox_step_seconds_count", step] == 5
    assert found["solovox_step_seconds_sum", step] == pytest.approx(60.901)


def test_no_word_and_no_id_is_in_any_label_and_no_series_is_born_by_a_session_but_those_of_its_steps():
    before = set(Counting().samples())
    told = Counting().ask().answer()
    told.metrics.began()
    told.metrics.count_end(ValueError("secret"))
    told.metrics.count_refusal(Why.WRONG)
    born = set(told.samples()) - before
    assert before <= set(told.samples())
    assert {dict(labels)["step"] for _, *labels in born} == {*TimedStep}
    assert "secret" not in told.metrics.exposition().decode()
    for _, *labels in before | born:
        assert all(
            re.fullmatch(r"[a-z_]+|\+Inf|[0-9.]+", value) for key, value in labels if key != "generation"
        )


def test_a_session_that_asks_for_ever_remembers_only_the_newest():
    told, numbers = Counting(), count(1)
    for n in range(1_000):
        told.see(n, ev.SpeechEnded(AudioSpan(MIC, 0, 0)))
        told.see(n, ev.DeadlineReached(), do.ShowHeard(UtteranceId(next(numbers)), "a", final=True))
        told.see(n, ev.DeadlineReached(), do.AskBrain(RunId(n), UtteranceId(n + 1), "a", RoutedBy.CODE))
        told.see(n, ev.DeadlineReached(), do.ShowRead(ReadId(n), RunId(n), "a"))
    kept = [len(one) for one in vars(told.counts).values() if hasattr(one, "__len__")]
    assert max(kept) <= 16
    told.see(2_000, ev.BrainWrote(RunId(999), "x"))
    assert told.took(TimedStep.TEXT) == (1, 1_001)


def test_two_processes_in_one_interpreter_count_apart():
    one, other = Counting(), Counting()
    one.metrics.began()
    assert [it.samples()["solovox_sessions_begun_total",] for it in (one, other)] == [1, 0]
