"""How the person pauses is learned, kept as counts alone, and heeded by the next session; and where it is not."""

import math
from dataclasses import replace

import pytest

from app.test_a_talk_that_teaches import SECOND, SOUND, SPOKEN
from live.cascade_rig import FRAME, WORD, Listener
from solovox.app.wiring import SessionParts, session
from solovox.config.schema import Config
from solovox.core import commands as do
from solovox.core import events as ev
from solovox.core.policy import Policy
from solovox.core.units import MIC, AudioSpan, ReadId, SourceId
from solovox.live.local.cascade_types import MS, CascadeTuning, patient
from solovox.live.local.habit import Habit
from solovox.parts.habits import (
    PAUSES,
    Lessons,
    PausesHeard,
    forget_habit,
    known_habit,
    patience,
    pauses_heard,
    usual,
)
from solovox.parts.stores import PersonsStore
from solovox.ports import Wrote
from solovox.recordings.keeping import Unkept
from solovox.shell.clock import run
from solovox.surfaces.file import FileOptions, FileSurface
from solovox.testing.fakes import MemoryJournal, ScriptedBrain, ScriptedRecogniser, ScriptedTts

pytestmark = pytest.mark.slow

SLOW = (1_000, 1_600, 2_000, 2_500, 2_800, 3_200) * 10
QUICK = (400, 500, 600, 700) * 15


@pytest.fixture
def store(tmp_path):
    return PersonsStore({"SOLOVOX_STATE": str(tmp_path / "state")})


def spoke(pauses, tuning=None):
    """What the cascade tells of a person who pauses so, in the midst of what they say."""
    listener = Listener(finished=0.2, tuning=tuning).hear("." * 30 + WORD)
    for length in pauses:
        listener.hear("." * (length * MS // FRAME) + WORD)
    return listener.over().out


def ends(events):
    """How often the person was cut off: all ends but the last."""
    return sum(isinstance(one, ev.SpeechEnded) for one in events) - 1


def learned(store, events):
    heard = PausesHeard(store)
    for one in events:
        heard.see(one, [])
    heard.keep()
    return known_habit(store)


def test_who_pauses_long_is_cut_off_less_often_in_the_next_talk(store):
    first = spoke(SLOW)
    assert ends(first) == 30
    habit = learned(store, first)
    assert habit.pauses == len(SLOW)
    assert patience(Config(), store) == habit.patience > 100
    assert ends(spoke(SLOW, patient(CascadeTuning(), habit.patience))) <= 10


def test_who_pauses_briefly_is_answered_sooner_and_not_cut_off(store):
    habit = learned(store, spoke(QUICK))
    tuning = patient(CascadeTuning(), habit.patience)
    assert tuning.longest_wait < 0.8 * CascadeTuning().longest_wait
    assert ends(spoke(QUICK, tuning)) == 0


def test_what_several_talks_taught_adds_up_and_is_forgotten_at_once(store):
    learned(store, spoke(QUICK))
    assert learned(store, spoke(SLOW)).pauses == len(QUICK) + len(SLOW)
    forget_habit(store)
    assert known_habit(store) == Habit()
    assert patience(Config(), store) == 100


def test_who_is_new_has_the_usual_patience_and_no_store(store, tmp_path):
    assert patience(Config(), store) == patience(Config(), None) == 100
    forget_habit(store)
    PausesHeard(store).keep()
    assert not (tmp_path / "state").exists()


def test_a_patience_that_is_set_goes_before_what_is_learned_and_nothing_is_learned(store):
    learned(store, spoke(SLOW))
    for config, wanted in (
        (Config(patience=60), 60),
        (usual(Config()), 100),
        (usual(Config(patience=60)), 60),
    ):
        assert patience(config, store) == wanted
        assert pauses_heard(config, store, spares=False) is None


def test_R2_nothing_is_learned_without_a_store_and_where_a_wake_phrase_spares_what_is_said(store):
    assert pauses_heard(Config(), None, spares=False) is None
    assert pauses_heard(Config(), store, spares=True) is None
    assert pauses_heard(Config(), store, spares=False) is not None


def utterance(first, count, source=None, pauses=()):
    """From the sound's beginning to its end, `count` samples later."""
    confirmed = ev.SpeechConfirmed(first) if source is None else ev.SpeechConfirmed(first, source)
    return [ev.OnsetHeard(first), confirmed, ev.SpeechEnded(AudioSpan(MIC, first, count), 500, pauses)]


ONE, THEN = utterance(0, SECOND), utterance(SECOND * 5 // 2, SECOND)
"""A second of speech, one and a half of silence, a second of speech."""
SPAN = AudioSpan(MIC, 0, 1)


@pytest.mark.parametrize(
    ("steps", "lengths"),
    [
        ([(ONE, []), (THEN, [])], [1_596]),
        ([(ONE, []), (utterance(6 * SECOND, SECOND), [])], []),
        ([(ONE, [do.Play(ReadId(1), SPAN)]), (THEN, [])], []),
        ([(ONE, [do.EndSpeech()]), (THEN, [])], []),
        ([(ONE, []), (utterance(SECOND * 5 // 2, SECOND, SourceId("guest")), [])], []),
        ([(utterance(0, SECOND, SourceId("guest"), (900,)), [])], []),
        ([(utterance(0, SECOND, pauses=(250, 900, 1_500)), [])], [900, 1_500]),
    ],
    ids=["goes on", "later", "answered", "by the key", "another goes on", "another pauses", "within"],
)
def test_what_counts_as_a_pause(steps, lengths, store):
    heard = PausesHeard(store)
    for events, commands in steps:
        for one in events[:-1]:
            heard.see(one, [])
        heard.see(events[-1], commands)
    assert list(heard.lengths) == lengths


@pytest.mark.parametrize(("kept", "pauses"), [(MemoryJournal, 2), (Unkept, 0)])
def test_R2_a_session_keeps_what_it_learned_when_it_ends_only_if_it_is_kept(kept, pauses, store):
    ended = ev.SpeechEnded(SPOKEN, pauses=(900, 1_500))
    script = [
        (SECOND + 1_000, ev.OnsetHeard(SECOND)),
        (SECOND + 4_000, ev.SpeechConfirmed(SECOND)),
        (2 * SECOND + 8_000, ended),
        (2 * SECOND + 8_000, ev.LocalTranscript(SPOKEN, "what time is it", final=True)),
    ]
    own = SessionParts(
        Policy(), ScriptedRecogniser(script), ScriptedTts(), ScriptedBrain(default=[Wrote("Noon.")]), ()
    )
    own = replace(own, lessons=Lessons(store, PausesHeard(store)))

    def surface(place):
        return FileSurface(place.sound, place.clock, SOUND, lambda _: None, FileOptions(busy=place.busy))

    async def talk():
        await session(own, surface, kept()).run()

    run(talk(), math.inf)
    assert known_habit(store).pauses == pauses
    assert (store.setting(PAUSES) is not None) is bool(pauses)
