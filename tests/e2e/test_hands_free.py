"""Twenty questions in one session of the profile `handoff`, all on this machine: real ears, a real voice, in no time."""

import os

import pytest

from e2e.conftest import JOE, written
from e2e.cycles import FILE, Told, check, recording
from solovox.recordings import journal_reader
from solovox.recordings.replay import steps
from solovox.speech.stt.whisper import Whisper
from solovox.weights import Cache, default_root

pytestmark = [pytest.mark.wide, pytest.mark.weights]

CYCLES = 20


@pytest.fixture(scope="module")
def transcribe():
    whisper = Whisper(Cache(default_root(os.environ)).path("whisper-base"))
    return lambda pcm: whisper.transcribe(pcm).text


@pytest.fixture(scope="module")
def held(ask, tmp_path_factory):
    """The session, and the cycles in it."""
    folder = tmp_path_factory.mktemp("questions")
    workspace = folder / "workspace"
    workspace.mkdir()
    (workspace / FILE).write_text("milk\n")
    pcm, cycles = recording(CYCLES, answer_seconds=6.5, talk_after=4)
    asked = ask(
        written(folder / "questions.wav", pcm),
        *("--speed", "inf", "--profile", "handoff", "--set", f"workspace={workspace}"),
        *JOE,
    )
    return asked, cycles


def test_T3_T6_each_question_has_its_answer_and_what_is_said_without_the_phrase_has_none(held, transcribe):
    asked, cycles = held
    assert asked.done.returncode == 0, asked.done.stderr
    assert "Traceback" not in asked.done.stderr
    recorded = journal_reader.read(asked.journal)
    told = Told(
        recorded.header.policy, [(one.at, one.event, one.commands) for one in steps(recorded)], asked.answer
    )
    check(told, cycles, transcribe)
    assert told.policy.spares, "all that is said may be kept"
    counts = told.handoffs.describe()
    assert len(counts["handoffs_ms"]) == CYCLES
    assert (counts["reconnects"], counts["listener_restarts"]) == (0, 0)


def test_R1_T6_the_session_replays_and_its_journal_has_no_word_of_the_talk(held):
    asked, _ = held
    assert asked.replayed().startswith("identical")
    text = asked.journal.read_text().casefold()
    assert not [word for word in ("soup", "tuesday", "nobody", "rained") if word in text]
