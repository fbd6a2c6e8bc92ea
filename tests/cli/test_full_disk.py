"""The disk fills at any moment of a session: it is answered all the same, what is not kept is told, and what is in the journal replays.

The session is `ask`'s own, with a scripted recogniser, brain and voice. No file may grow beyond so many bytes:
then writing fails as on a full disk, for root too.
"""

import io
import math
import random

import pytest
from rich.console import Console

from cli.places import largest_file
from solovox.app.process import Process
from solovox.app.wiring import SessionParts
from solovox.cli.ask import AskRequest, AskSession, fault, hold_session
from solovox.cli.output import Output
from solovox.cli.telling import EarWatch, Telling
from solovox.config.schema import Config
from solovox.core.events import LocalTranscript, OnsetHeard, SpeechConfirmed, SpeechEnded
from solovox.core.units import AudioSpan, StreamId
from solovox.parts.policies import policy
from solovox.ports import Wrote
from solovox.recordings import journal_reader
from solovox.recordings.failing_disk import KeptWhileItCan
from solovox.recordings.journal import create
from solovox.recordings.replay import Identical, replay
from solovox.testing.fakes import ScriptedBrain, ScriptedRecogniser, ScriptedTts
from solovox.weights import Cache

pytestmark = pytest.mark.slow

SPAN = AudioSpan(StreamId("mic"), 0, 16_000)
SAID = [
    (1_000, OnsetHeard(0)),
    (5_000, SpeechConfirmed(0)),
    (16_000, SpeechEnded(SPAN)),
    (17_000, LocalTranscript(SPAN, "what is it", final=True)),
]
MICROPHONE = random.Random(1).randbytes(64_000)
"""Two seconds of noise: it cannot be compressed."""


def session(folder, *, out=True, room=math.inf, typed=None):
    """A session of which no file grows beyond `room`; what was wrong, and its journal."""
    own = SessionParts(
        policy(Config()),
        ScriptedRecogniser([] if typed else SAID),
        ScriptedTts(),
        ScriptedBrain(default=(Wrote("It is a long story, and it has been told before. " * 3),)),
        (),
    )
    asked = AskRequest(text=typed, out=folder / "o.wav", journal=folder, speed=math.inf)
    journal = create(folder, session="s", created="2026-01-02", profile="talk", policy=own.policy)
    answer = Output(folder / "o.wav" if out else None, aloud=False)
    telling = Telling(Console(file=io.StringIO()))
    talk = AskSession(
        Process(Cache(folder)),
        asked,
        own,
        MICROPHONE,
        answer,
        lambda: KeptWhileItCan(journal),
        telling,
        EarWatch(telling),
    )
    with largest_file(int(min(room, 2**62))):
        wrong = hold_session(talk) or fault(talk)
        answer.close()
    return wrong, folder / "journal.jsonl"


def whole(path):
    """What the journal holds is decided again just so."""
    verdict = replay(journal_reader.read(path))
    assert isinstance(verdict, Identical)
    return verdict


CASES = [
    *((room, True, None) for room in (1_100, 2_000, 8_000, 20_000, 32_000, 64_000, 200_000, 300_000)),
    *((room, False, "what is it") for room in (1_100, 2_000, 8_000, 32_000)),
]


@pytest.mark.parametrize(("room", "out", "typed"), CASES)
def test_R1_it_is_answered_and_told_in_one_line_whenever_there_is_no_room_left(room, out, typed, tmp_path):
    wrong, journal = session(tmp_path / "j", room=room, out=out, typed=typed)
    whole(journal)
    sizes = [path.stat().st_size for path in (tmp_path / "j").rglob("*") if path.is_file()]
    full = [size for size in sizes if size >= room]
    if full:
        assert wrong is not None
        assert "\n" not in wrong
        assert "cannot be written: File too large" in wrong or " of this talk is kept: " in wrong


def test_R1_events_that_the_disk_does_not_take_are_told_and_raise_nothing(tmp_path):
    journal = create(
        tmp_path / "j", session="s", created="2026-01-02", profile="talk", policy=policy(Config())
    )
    kept = KeptWhileItCan(journal)
    with largest_file(2_000):
        for second in range(50):
            kept.append(1_000 * second, OnsetHeard(second), [])
    assert kept.lost == "from here on nothing of this talk is kept: file too large"
