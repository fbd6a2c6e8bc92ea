"""A whole talk: what was misheard is held, edited, sent and kept with its sound; the next session has it (laws A3, K1, K2, R1)."""

import math

import numpy as np
import pytest

from solovox.app.wiring import SessionParts, session
from solovox.core import commands as do
from solovox.core import events as ev
from solovox.core.mends import Mend, MendWhy
from solovox.core.policy import Approval, Policy
from solovox.core.units import AudioSpan, HoldId
from solovox.parts.habits import Lessons
from solovox.parts.now import SessionNow
from solovox.parts.stores import PersonsStore
from solovox.ports import ReasoningCorrection, SttCorrection, Wrote
from solovox.recordings.journal import create
from solovox.recordings.journal_reader import read
from solovox.recordings.replay import Identical, replay
from solovox.shell.clock import run
from solovox.surfaces.acts import act
from solovox.surfaces.file import MIC, FileOptions, FileSurface
from solovox.testing.fakes import ScriptedBrain, ScriptedRecogniser, ScriptedTts

pytestmark = pytest.mark.slow

SECOND = 16_000
SPOKEN = AudioSpan(MIC, SECOND, SECOND)
KUBE = Mend("cube control", "kubectl", MendWhy.LEXICON)
SOUND = np.arange(4 * SECOND, dtype="<i2").tobytes()


def heard(text, *mends):
    """What the recogniser makes of the second second."""
    return [
        (SECOND + 1_000, ev.OnsetHeard(SECOND)),
        (SECOND + 4_000, ev.SpeechConfirmed(SECOND)),
        (2 * SECOND + 8_000, ev.SpeechEnded(SPOKEN)),
        (2 * SECOND + 8_000, ev.LocalTranscript(SPOKEN, text, final=True, mends=mends)),
    ]


class Talk:
    """One session at the file surface, with a journal on the disk and the person's own store."""

    def __init__(self, folder, *acts, approval=Approval.REVIEW, name="first"):
        self.store = PersonsStore({"SOLOVOX_STATE": str(folder / "state")})
        self.policy = Policy(approval=approval, learning=self.store.learning())
        self.now = SessionNow(self.policy, (), corrections=self.store.corrections)
        self.brain = ScriptedBrain(default=[Wrote("Done.")])
        self.folder, self.shown, self.acts = folder / name, [], tuple(map(act, acts))
        self.own = SessionParts(
            self.policy,
            ScriptedRecogniser(heard("run cube control on the old locks", KUBE)),
            ScriptedTts(),
            self.brain,
            (),
            now=self.now,
            lessons=Lessons(self.store),
        )
        journal = create(self.folder, session="s", created="today", profile="talk", policy=self.policy)
        run(self._run(journal), math.inf)

    async def _run(self, journal):
        return await session(self.own, self._surface, journal).run()

    def _surface(self, place):
        self.held = place.held
        choices = FileOptions(busy=place.busy, show=self._see, acts=self.acts)
        return FileSurface(place.sound, place.clock, SOUND, lambda _: None, choices)

    def _see(self, command):
        self.shown.append(command)
        if isinstance(command, do.ShowHold):
            self.played = self.held.sound_of(command.hold)

    @property
    def asked(self):
        return [question.instruction for question in self.brain.questions]

    @property
    def events(self):
        return [entry.event for entry in read(self.folder / "journal.jsonl").entries]


def of(kind, things):
    return [one for one in things if isinstance(one, kind)]


def learning(folder):
    PersonsStore({"SOLOVOX_STATE": str(folder / "state")}).learn(on=True)


def test_K2_what_was_misheard_is_held_edited_sent_and_kept_with_its_sound(tmp_path):
    learning(tmp_path)
    talk = Talk(tmp_path, "heard:run kubectl on the old logs@held")
    (hold,) = of(do.ShowHold, talk.shown)
    assert (hold.heard, hold.text) == ("run cube control on the old locks", "run kubectl on the old locks")
    assert talk.asked == ["run kubectl on the old logs"]
    (kept,) = talk.store.corrections()
    assert isinstance(kept, SttCorrection)
    assert (kept.heard, kept.meant) == (hold.heard, "run kubectl on the old logs")
    assert kept.audio == talk.played == SOUND[SECOND : 4 * SECOND]  # from half a second before
    assert of(ev.Taught, talk.events) == [ev.Taught(HoldId(1), kept.id)]
    assert isinstance(replay(read(talk.folder / "journal.jsonl")), Identical)


def test_K2_the_next_session_has_it(tmp_path):
    learning(tmp_path)
    Talk(tmp_path, "edit:kubectl delete logs@held")
    then = Talk(tmp_path, "accept@held", name="second")
    (kept,) = then.now.corrections()
    assert isinstance(kept, ReasoningCorrection)
    assert (kept.proposed, kept.corrected) == ("run kubectl on the old locks", "kubectl delete logs")
    assert then.policy.learning


@pytest.mark.parametrize(
    ("learns", "answer"), [(False, "heard:run kubectl on the old logs@held"), (True, "accept@held")]
)
def test_K1_without_learning_and_without_an_edit_nothing_is_kept(tmp_path, learns, answer):
    if learns:
        learning(tmp_path)
    talk = Talk(tmp_path, answer)
    assert len(talk.asked) == 1
    assert list(talk.store.corrections()) == []


def test_K2_what_cannot_be_kept_is_said_and_the_talk_goes_on(tmp_path):
    learning(tmp_path)
    words = "x" * 5_000
    talk = Talk(tmp_path, f"heard:{words}@held")
    assert talk.asked == [words]
    (line,) = [one.text for one in of(do.ShowFailure, talk.shown)]
    assert line.startswith("what you taught could not be kept: ")
    assert list(talk.store.corrections()) == []


def test_K2_a_mend_is_taken_back_and_the_raw_words_are_asked(tmp_path):
    talk = Talk(tmp_path, "unmend:cube control=kubectl@3.2", approval=Approval.DIRECT)
    assert talk.asked == ["run kubectl on the old locks", "run cube control on the old locks"]
    assert isinstance(replay(read(talk.folder / "journal.jsonl")), Identical)
