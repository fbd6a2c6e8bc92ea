"""The cascade as a pure machine: tables of small sounds, and properties over random ones.

A sound is written as letters, one a frame of 32 ms: `#` speech, `.` silence, `~` unsure (still speech to who is
speaking, silence to who is not), `-` speech far softer.
"""

import re
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from live.cascade_rig import END, FRAME, NUMBERS, WORD, Listener, drafty
from solovox.core.events import (
    LocalTranscript,
    OnsetFaded,
    OnsetHeard,
    Overheard,
    SpeechConfirmed,
    SpeechEnded,
    WakeHeard,
)
from solovox.live.local.cascade import CascadePhase
from solovox.live.local.cascade_types import (
    Spotted,
    Understand,
    Understood,
)

pytestmark = pytest.mark.slow


@pytest.mark.parametrize(
    ("sound", "kinds"),
    [
        ("." * 200, []),
        ("##." * 50, []),
        ("~" * 100, []),
        ("###" + END, ["OnsetHeard", "OnsetFaded"]),
        ("###.#" + END, ["OnsetHeard", "OnsetFaded"]),
        ("###.##" + END, ["OnsetHeard", "SpeechConfirmed", "SpeechEnded", "LocalTranscript"]),
        (WORD + END, ["OnsetHeard", "SpeechConfirmed", "SpeechEnded", "LocalTranscript"]),
        ("####~~~~~~~~" + END, ["OnsetHeard", "SpeechConfirmed", "SpeechEnded", "LocalTranscript"]),
        (WORD + ".......~" + END, ["OnsetHeard", "SpeechConfirmed", "SpeechEnded", "LocalTranscript"]),
        (WORD + "." * 40 + WORD + END, ["OnsetHeard", "SpeechConfirmed", "SpeechEnded", "LocalTranscript"]),
        ((WORD + END) * 2, ["OnsetHeard", "SpeechConfirmed", "SpeechEnded", "LocalTranscript"] * 2),
        (
            "###" + END + WORD + END,
            ["OnsetHeard", "OnsetFaded", "OnsetHeard", "SpeechConfirmed", "SpeechEnded", "LocalTranscript"],
        ),
    ],
)
def test_what_a_sound_is(sound, kinds):
    listener = Listener(confidence=0.1).hear("." * 30 + sound)
    assert listener.kinds() == kinds


def test_an_utterance_begins_a_little_before_its_onset():
    listener = Listener().hear("." * 30 + WORD)
    onset, confirmed = listener.out[:2]
    assert onset == OnsetHeard(30 * FRAME)
    assert confirmed == SpeechConfirmed(30 * FRAME - NUMBERS.before)


def test_an_utterance_never_begins_inside_the_one_before():
    listener = Listener(text="Stop.").hear(("." * 10 + WORD) * 2 + END)
    first, second = [event.span for event in listener.out if isinstance(event, SpeechEnded)]
    assert first.end <= second.first


def test_a_short_sound_with_sure_words_was_an_utterance_after_all():
    listener = Listener(text="No.", confidence=0.9).hear("." * 30 + "####" + END)
    assert listener.kinds() == [
        "OnsetHeard", "OnsetFaded", "OnsetHeard", "SpeechConfirmed", "SpeechEnded", "LocalTranscript",
    ]  # fmt: skip
    assert listener.finals()[0].text == "No."


@pytest.mark.parametrize(("text", "confidence"), [("", 1.0), ("You", 0.2)])
def test_a_short_sound_without_sure_words_was_nothing(text, confidence):
    listener = Listener(text=text, confidence=confidence).hear("." * 30 + "####" + END)
    assert listener.kinds() == ["OnsetHeard", "OnsetFaded"]


def test_a_short_sound_is_the_beginning_of_the_speech_that_follows_before_its_words_are_known():
    listener = Listener(prompt=False).hear("." * 30 + "####" + "." * 12 + WORD + END).over()
    confirmed = next(event for event in listener.out if isinstance(event, SpeechConfirmed))
    assert confirmed.first == 30 * FRAME - NUMBERS.before
    assert len(listener.finals()) == 1


def test_sound_without_words_has_one_empty_final_text():
    listener = Listener(text="").hear("." * 30 + WORD + END)
    assert [event.text for event in listener.finals()] == [""]


def test_drafts_come_while_the_person_speaks():
    listener = Listener().hear("." * 30 + "#" * 320)
    drafts = [event for event in listener.out if drafty(event)]
    assert 6 <= len(drafts) <= 7
    assert all(later.span.end > earlier.span.end for earlier, later in pairwise(drafts))


def test_the_words_so_far_are_told_at_each_pause_before_it_is_known_to_be_the_end():
    listener = Listener(text=lambda span: f"to {span.end}").hear("." * 30 + (WORD + "." * 10) * 2)
    assert listener.kinds() == ["OnsetHeard", "SpeechConfirmed"]
    pauses = [(30 + 12) * FRAME + NUMBERS.after, (30 + 12 + 10 + 12) * FRAME + NUMBERS.after]
    told = {event.span.end: event.text for event in listener.out if drafty(event)}
    assert [told.get(end) for end in pauses] == [f"to {end}" for end in pauses]
    assert listener.hear(END).finals()[0].text == f"to {pauses[-1]}"


def test_a_draft_is_not_asked_for_while_words_are_awaited():
    listener = Listener(prompt=False).hear("." * 30 + WORD + END + WORD * 20)
    assert not any(isinstance(q, Understand) and q.draft for q in listener.open)


def test_the_end_of_sound_ends_what_is_open():
    listener = Listener().hear("." * 30 + WORD).over()
    assert listener.kinds() == ["OnsetHeard", "SpeechConfirmed", "SpeechEnded", "LocalTranscript"]


def test_a_long_dictation_arrives_whole_in_parts_that_fit_the_window():
    sound = ("#" * 200 + "." * 30) * 12 + "#" * 1000 + END  # 2 minutes, the last half minute without a pause
    listener = Listener(text=lambda span: f"{span.first}-{span.end}").hear("." * 30 + sound)
    (final,) = listener.finals()
    spans = [tuple(map(int, piece.split("-"))) for piece in final.text.split()]
    assert spans[0][0] == final.span.first
    assert spans[-1][1] == final.span.end
    assert all(before[1] == after[0] for before, after in pairwise(spans))
    assert max(end - first for first, end in spans) <= 15.5 * 16_000


def test_speech_without_a_pause_is_parted_at_its_quietest_moment():
    listener = Listener(text=lambda span: f"{span.first}-{span.end}").hear("." * 30 + "#" * 300)
    listener.hear("~").hear("#" * 200 + END)
    (final,) = listener.finals()
    assert int(final.text.split()[0].split("-")[1]) == 331 * FRAME


def test_the_wake_phrase_is_told_once_an_utterance():
    listener = Listener(prompt=False).hear("." * 30 + WORD)
    listener.tell(Spotted(listener.at))
    listener.hear(END)
    for question in list(listener.open):
        listener.tell(Understood(question.ask, "computer", 1.0, wake=True))
    assert [type(event) for event in listener.out].count(WakeHeard) == 1


def test_the_wake_phrase_is_told_before_the_text_that_has_it():
    listener = Listener(prompt=False).hear("." * 30 + WORD + END)
    for question in list(listener.open):
        listener.tell(Understood(question.ask, "computer", 1.0, wake=True))
    assert [type(event) for event in listener.out[-2:]] == [WakeHeard, LocalTranscript]


RUNS = st.tuples(st.sampled_from("#.~-"), st.integers(1, 90)).map(lambda run: run[0] * run[1])
SOUNDS = st.lists(RUNS, max_size=30).map("".join)


@st.composite
def histories(draw):
    """A listener that heard a random sound, with every answer early, late or out of order."""
    listener = Listener(prompt=False, text=lambda span: f"{span.first}-{span.end}")
    listener.confidence = draw(st.sampled_from([0.2, 1.0]))
    sound = draw(SOUNDS)
    while sound:
        count = draw(st.integers(1, 40))
        listener.hear(sound[:count])
        sound = sound[count:]
        for _ in range(draw(st.integers(0, min(3, len(listener.open))))):
            listener.finished = draw(st.floats(0, 1))
            listener.answer(listener.open.pop(draw(st.integers(0, len(listener.open) - 1))))
    return listener.over()


@settings(max_examples=80, deadline=None)
@given(histories())
def test_every_onset_has_one_outcome_and_every_utterance_one_final_text(listener):
    state = "quiet"
    allowed = {
        ("quiet", OnsetHeard): "onset",
        ("onset", OnsetFaded): "quiet",
        ("onset", SpeechConfirmed): "speech",
        ("speech", SpeechEnded): "quiet",
    }
    for event in listener.out:
        if not isinstance(event, LocalTranscript | Overheard | WakeHeard):
            state = allowed[state, type(event)]
    assert state == "quiet"
    ended = [event.span for event in listener.out if isinstance(event, SpeechEnded)]
    assert [event.span for event in listener.finals()] == ended


@settings(max_examples=80, deadline=None)
@given(histories())
def test_no_sample_of_an_utterance_is_transcribed_twice_or_never(listener):
    for final in listener.finals():
        spans = [tuple(map(int, piece.split("-"))) for piece in final.text.split()]
        assert spans[0][0] == final.span.first
        assert spans[-1][1] == final.span.end
        assert all(before[1] == after[0] for before, after in pairwise(spans))


@settings(max_examples=80, deadline=None)
@given(histories())
def test_utterances_follow_one_another_and_every_question_has_sound(listener):
    ended = [event.span for event in listener.out if isinstance(event, SpeechEnded)]
    assert all(before.end <= after.first for before, after in pairwise(ended))
    assert all(question.span.count > 0 and question.span.first >= 0 for question in listener.asked)


@settings(max_examples=50, deadline=None)
@given(SOUNDS, st.floats(0, 1))
def test_no_question_is_about_sound_that_was_let_go(sound, finished):
    listener = Listener(finished)
    kept = 0
    for letter in sound:
        before = len(listener.asked)
        listener.hear(letter)
        assert all(question.span.first >= kept for question in listener.asked[before:])
        kept = max(kept, listener.cascade.keep_from)


@settings(max_examples=50, deadline=None)
@given(SOUNDS, st.floats(0, 1))
def test_the_same_sound_gives_the_same_events(sound, finished):
    first, second = (Listener(finished).hear(sound).over() for _ in range(2))
    assert first.out == second.out


SOFT = "-" * 30


@pytest.mark.parametrize(
    ("sound", "kinds"),
    [
        (WORD + "." * 20 + SOFT + END, ["SpeechEnded", "LocalTranscript", "Overheard"]),
        (WORD + SOFT * 10 + END, ["SpeechEnded", "LocalTranscript", *["Overheard"] * 2]),
        (WORD + "-" * 16 + WORD + END, ["SpeechEnded", "LocalTranscript"]),
        (WORD + END + SOFT + WORD + END, ["SpeechEnded", "LocalTranscript"] * 2 + ["Overheard"]),
        (WORD + END + "--" + END, ["SpeechEnded", "LocalTranscript"]),
        (SOFT + END, ["SpeechEnded", "LocalTranscript"]),
    ],
)
def test_A4_what_is_said_behind_the_person_is_told_apart(sound, kinds):
    told = Listener(0.9).hear(sound).over().kinds()
    assert sorted(one for one in told if not one.startswith(("Onset", "SpeechC"))) == sorted(kinds)


def test_A4_what_is_said_behind_the_person_is_told_when_the_sound_ends_within_it():
    assert len(Listener(0.9).hear(WORD + END + SOFT).over().overheard()) == 1


def test_A4_unsure_words_from_behind_are_not_told():
    assert Listener(0.9, confidence=0.2).hear(WORD + END + SOFT + END).over().overheard() == []


@settings(max_examples=80, deadline=None)
@given(histories())
def test_A4_all_that_is_said_is_the_persons_or_overheard(listener):
    ended = [(one.span.first, one.span.end) for one in listener.out if isinstance(one, SpeechEnded)]
    told = sorted([*ended, *listener.overheard()])
    assert all(before[1] <= after[0] for before, after in pairwise(told))
    if listener.confidence == 1:
        left = list(listener.sound)
        for first, end in told:
            left[first // FRAME : -(-end // FRAME)] = "." * (-(-end // FRAME) - first // FRAME)
        assert not re.search(r"[#-]{12}", "".join(left)), (listener.sound, told)


def test_a_short_sound_answered_during_the_next_is_told_as_the_beginning_of_it():
    listener = Listener(prompt=False).hear("." * 30 + "####" + "." * 12 + "####")
    listener.answer(listener.open.pop(0))
    assert listener.kinds() == ["OnsetHeard", "OnsetFaded", "OnsetHeard"]
    listener.hear("#" * 8)
    assert listener.out[-1] == SpeechConfirmed(30 * FRAME - NUMBERS.before)


def test_the_sound_of_a_short_sound_is_kept_while_its_words_are_not_known():
    listener = Listener(prompt=False).hear("." * 30 + "####" + "." * 100)
    assert listener.cascade.keep_from == 30 * FRAME - NUMBERS.before
    listener.over()
    assert listener.cascade.keep_from > 100 * FRAME


def test_one_frame_of_noise_does_not_end_a_pause():
    listener = Listener(prompt=False).hear("." * 30 + WORD + "." * 10 + "#")
    assert listener.cascade.phase is CascadePhase.PAUSED
    listener.hear("#")
    assert listener.cascade.phase is CascadePhase.SPEAKING
