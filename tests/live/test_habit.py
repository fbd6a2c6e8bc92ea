"""What follows from how a person pauses: more patience for longer pauses, within bounds, and the usual for who is new."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from live.cascade_rig import FRAME, WORD, Listener
from solovox.live.local.cascade_types import MS, CascadeTuning, early, patient
from solovox.live.local.habit import LEAST, MOST, MOST_PATIENT, Habit, read

LENGTHS = st.integers(300, 4_000)
TALKS = st.lists(LENGTHS, max_size=3 * MOST)


@given(TALKS, st.data())
@settings(max_examples=60)
def test_longer_pauses_never_give_less_patience(lengths, data):
    longer = [data.draw(st.integers(one, 4_000)) for one in lengths[:20]] + lengths[20:]
    assert Habit().with_pauses(longer).patience >= Habit().with_pauses(lengths).patience


@given(TALKS)
@settings(max_examples=60)
def test_patience_has_bounds_and_what_is_kept_has_too(lengths):
    habit = Habit().with_pauses(lengths)
    assert LEAST <= habit.patience <= MOST_PATIENT
    assert habit.pauses <= MOST
    assert len(habit.write()) < 100


@given(TALKS)
@settings(max_examples=60)
def test_what_was_written_is_read_again(lengths):
    habit = Habit().with_pauses(lengths)
    kept = read(habit.write())
    assert kept.counts == pytest.approx(habit.counts, rel=1e-3)
    assert abs(kept.patience - habit.patience) <= 1


@pytest.mark.parametrize("text", ["", "1 2 3", "nan " * 8, "-1 0 0 0 0 0 0 0", "1e9 " * 8, "a b", "inf " * 8])
def test_what_nobody_wrote_is_no_habit(text):
    assert read(text) == Habit()


@pytest.mark.parametrize(
    ("lengths", "patience"),
    [
        ([], 100),
        ([0, 299, 4_001, -5, 100_000], 100),
        ([600] * 5, 95),
        ([600] * 20, 80),
        ([600] * 100, 70),
        ([2_800] * 3, 116),
        ([2_800] * 40, 119),
        ([3_900] * 40, 150),
        ([600] * 36 + [3_500] * 4, 133),
    ],
)
def test_the_patience_of_some_people(lengths, patience):
    assert Habit().with_pauses(lengths).patience == patience


def test_who_pauses_otherwise_than_before_is_learned_anew():
    slow = Habit().with_pauses([3_800] * MOST)
    assert slow.patience == MOST_PATIENT
    assert slow.with_pauses([600] * 5 * MOST).patience <= 75


@pytest.mark.parametrize("tuning", [CascadeTuning(), early(CascadeTuning())])
def test_only_the_waits_for_an_end_that_is_not_sure_follow_it(tuning):
    assert patient(tuning, 100) == tuning
    slow, quick = patient(tuning, 150), patient(tuning, 50)
    assert slow.longest_wait == tuning.longest_wait * 3 // 2
    assert slow.hanging_wait == tuning.hanging_wait * 3 // 2
    assert quick.sure_wait == 500 * MS
    for other in (slow, quick):
        assert (other.quick_wait, other.nod_wait, other.ask_wait) == (
            tuning.quick_wait,
            tuning.nod_wait,
            tuning.ask_wait,
        )


@pytest.mark.parametrize("silence", [320, 640, 1_280, 2_016])
def test_a_pause_is_told_with_the_utterance_that_it_was_in(silence):
    frames = silence * MS // FRAME
    listener = Listener(finished=0.2).hear("." * 30 + WORD + "." * frames + WORD + "." * 200)
    (ended,) = [one for one in listener.out if type(one).__name__ == "SpeechEnded"]
    assert ended.pauses == (silence,)
