"""When the cascade lets an utterance end, and what it asks before: by the judgement, the words, and the silence."""

import pytest

from live.cascade_rig import END, FRAME, NUMBERS, WORD, Listener
from solovox.core.events import SpeechEnded
from solovox.live.local.cascade import CascadePhase
from solovox.live.local.cascade_types import Judge, Judged, Understand, Understood, early
from solovox.live.local.ending import breaks_off

MIDDLE = (NUMBERS.sure_wait + NUMBERS.longest_wait) // 2


@pytest.mark.parametrize(
    ("finished", "silence"),
    [(1.0, NUMBERS.sure_wait), (0.525, MIDDLE), (0.2, NUMBERS.longest_wait)],
)
def test_who_has_finished_is_let_go_sooner(finished, silence):
    listener = Listener(finished).hear("." * 30 + WORD)
    spoken = listener.at
    while "SpeechEnded" not in listener.kinds():
        listener.hear(".")
    assert spoken + silence <= listener.at < spoken + silence + FRAME


@pytest.mark.parametrize(
    ("text", "wait"),
    [
        ("Please write to Anna,", NUMBERS.longest_wait),
        ("Please write to Anna and", NUMBERS.hanging_wait),
        ("Open the file called...", NUMBERS.hanging_wait),
        ("What is the difference between the.", NUMBERS.hanging_wait),
        ("Could you recommend a?", NUMBERS.hanging_wait),
        ("Computer, can you please?", NUMBERS.hanging_wait),
    ],
)
def test_who_breaks_off_is_waited_for_whatever_the_sound_says(text, wait):
    listener = Listener(finished=1.0, text=text).hear("." * 30 + WORD)
    spoken = listener.at
    while "SpeechEnded" not in listener.kinds():
        listener.hear(".")
    assert spoken + wait <= listener.at < spoken + wait + FRAME


@pytest.mark.parametrize("finished", [0.0, 0.6, 1.0])
@pytest.mark.parametrize("text", ["Stop.", "Be quiet.", "Please stop"])
def test_a_whole_command_to_stop_or_be_quiet_is_let_go_at_once(finished, text):
    listener = Listener(finished, text=text).hear("." * 30 + WORD)
    spoken = listener.at
    while "SpeechEnded" not in listener.kinds():
        listener.hear(".")
    assert spoken + NUMBERS.quick_wait <= listener.at < spoken + NUMBERS.quick_wait + FRAME


@pytest.mark.parametrize("finished", [0.0, 0.6, 1.0])
@pytest.mark.parametrize("text", ["Mm-hm.", "Uh huh", ""])
def test_a_nod_and_a_cough_are_let_go_soon(finished, text):
    listener = Listener(finished, text=text).hear("." * 30 + WORD)
    spoken = listener.at
    while "SpeechEnded" not in listener.kinds():
        listener.hear(".")
    assert spoken + NUMBERS.nod_wait <= listener.at < spoken + NUMBERS.nod_wait + FRAME


def test_the_word_stop_at_the_end_of_a_dictation_is_no_whole_command():
    listener = Listener(
        text=lambda span: "Stop." if span.count < 8 * 16_000 else "Go to the line where they say"
    )
    listener.hear("." * 30 + "#" * 260 + "." * 10 + WORD + "." * 30)
    assert "SpeechEnded" not in listener.kinds()
    assert [event.text for event in listener.over().finals()] == ["Go to the line where they say Stop."]


def test_who_has_surely_finished_is_let_go_when_the_words_are_known():
    listener = Listener(prompt=False).hear("." * 30 + WORD + "." * 20)
    words, judge = listener.open
    listener.tell(Judged(judge.ask, 1.0))
    assert "SpeechEnded" not in listener.kinds()
    listener.answer(words)
    assert listener.kinds()[-2:] == ["SpeechEnded", "LocalTranscript"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Run the tests and", True),
        ("Run the tests, and...", True),
        ("Open the file called", True),
        ("I would like you to.", True),
        ("When the deployment has finished...", True),
        ("If the tests are green.", True),
        ("If the tests are green, push the branch.", False),
        ("If the tests are green push the branch.", False),
        ("When does it start?", False),
        ("Rename the old", True),
        ("Make the button blue,", True),
        ("Please tell him", True),
        ("Go on", False),
        ("Yes", False),
        ("No wait!", False),
        ("Who did you send it to?", False),
        ("Hello. Who did you send it to?", False),
        ("Is this the branch you pushed it to?", False),
        ("Whose?", False),
        ("Could you send it to?", True),
        ("What is it? Could you send it to?", True),
        ("Could you recommend a?", True),
        ("Did you like the red or the!", True),
        ("Could you open, um?", True),
        ("Can you please?", True),
        ("Hello. Could you just...", True),
        ("I would like you to", True),
        ("Could you please stop?", False),
        ("Please.", False),
        ("Run the tests.", False),
        ("Stop that.", False),
        ("Turn it on.", False),
        ("", False),
    ],
)
def test_where_words_break_off(text, expected):
    assert breaks_off(text) is expected


def test_a_judgement_that_comes_late_ends_what_waited_for_it():
    listener = Listener(prompt=False).hear("." * 30 + WORD + "." * 35)
    judge = next(q for q in listener.open if isinstance(q, Judge))
    listener.tell(Judged(judge.ask, 0.99))
    assert listener.kinds()[-1] == "SpeechEnded"


def test_the_first_silence_is_transcribed_before_it_is_known_to_be_a_pause():
    listener = Listener(prompt=False).hear("." * 30 + WORD + "..")
    assert listener.open == []
    listener.hear(".")
    assert listener.cascade.phase is CascadePhase.SPEAKING
    (words,) = listener.open
    assert isinstance(words, Understand)
    assert not words.draft


def test_a_pause_is_judged_and_its_words_are_asked_for_once():
    listener = Listener(prompt=False).hear("." * 30 + WORD + "." * 30)
    assert listener.cascade.phase is CascadePhase.PAUSED
    assert [type(question) for question in listener.open] == [Understand, Judge]


def test_nothing_ends_at_a_frame_of_speech():
    listener = Listener(finished=1.0).hear("." * 30 + WORD + "." * 17 + "##")
    assert "SpeechEnded" not in listener.kinds()
    assert listener.cascade.phase is CascadePhase.SPEAKING


def test_words_of_a_silence_that_was_no_pause_are_void():
    listener = Listener(prompt=False).hear("." * 30 + WORD + "...")
    (stale,) = listener.open
    listener.hear("~")
    assert listener.cascade.urgency(stale.ask) is None
    listener.tell(Understood(stale.ask, "half of it", 1.0))
    assert [event.text for event in listener.over().finals()] == ["words"]


def test_a_long_part_is_not_settled_in_the_midst_of_speech():
    listener = Listener(text=lambda span: f"{span.first}-{span.end}").hear("." * 30 + "#" * 260 + "...")
    (final,) = listener.hear(WORD + END).finals()
    assert len(final.text.split()) == 1


def test_no_draft_is_asked_for_while_nobody_speaks():
    listener = Listener(prompt=False).hear("." * 30 + "#" * 20 + "." * 6)
    assert not any(isinstance(question, Understand) and question.draft for question in listener.open)
    listener.hear("#" * 14)
    assert sum(isinstance(question, Understand) and question.draft for question in listener.open) == 1


def test_words_that_were_ready_are_told_with_the_end():
    listener = Listener(finished=1.0).hear("." * 30 + WORD + "." * 18)
    assert listener.kinds()[-2:] == ["SpeechEnded", "LocalTranscript"]


def test_words_of_a_pause_that_was_none_are_void():
    listener = Listener(prompt=False).hear("." * 30 + WORD + "." * 8 + WORD)
    stale = [question for question in listener.open if isinstance(question, Judge) or not question.draft]
    assert len(stale) == 2
    assert all(listener.cascade.urgency(question.ask) is None for question in stale)
    listener.hear(END)
    for question in stale:
        listener.tell(Understood(question.ask, "half of it", 1.0))
    assert listener.finals() == []
    listener.over()
    assert [event.text for event in listener.finals()] == ["words"]


DICTATED = [
    "415", "0132", "415-555", "415 555.", "415, 555, 0", "4-7-1-1.", "The pin is 4, 7-1-1.", "It begins with 8 0 8 0", "My number is 415-555.", "My number is 415.",
    "The code is a 7-3.", "four one five", "Four, one, five.", "double seven three", "My code is zero oh seven.", "02079460.",
]  # fmt: skip
"""As Whisper writes digits that are said one by one, or as another may."""
WHOLE = [
    "25.", "Twenty five.", "Five.", "2", "One hundred and five.", "Go to line 312.", "Go to line 3, 112.", "Use port 8080.", "It was 1984.", "The answer is 25.", "It is 4.", "I see 415 lines.",
    "Set it to 0.5.", "It is 3.14.", "Set a timer for 15 minutes.", "Read pages 10-15.", "It was on 2026-11-28.", "It was on 2026-03-09.", "It ends on June 3, 2025.", "Read pages 5–9.", "415-555-0132.",
    "+44 20 7946 0018.", "four one five five five five zero one three two.", "Is it 4-7-1-1?", "Take two or three.", "12,500.",
]  # fmt: skip
"""What ends with a number, and is all: an amount, a year, a date, a telephone number as long as they are."""


@pytest.mark.parametrize("text", DICTATED)
@pytest.mark.parametrize("tuning", [NUMBERS, early(NUMBERS)])
def test_a_group_of_digits_is_waited_for_as_what_hangs(text, tuning):
    listener = Listener(finished=1.0, text=text, marks=0.99, tuning=tuning).hear("." * 30)
    for pause in (900, 1_500):
        listener.hear(WORD + "." * (pause * 16 // FRAME))
    listener.hear(WORD)
    spoken = listener.at
    assert "SpeechEnded" not in listener.kinds()
    while "SpeechEnded" not in listener.kinds():
        listener.hear(".")
    assert spoken + tuning.hanging_wait <= listener.at < spoken + tuning.hanging_wait + FRAME


@pytest.mark.parametrize("text", WHOLE)
def test_a_number_that_is_all_is_no_group_of_digits(text):
    listener = Listener(finished=1.0, text=text, marks=0.99).hear("." * 30 + WORD)
    spoken = listener.at
    while "SpeechEnded" not in listener.kinds():
        listener.hear(".")
    assert spoken + NUMBERS.sure_wait <= listener.at < spoken + NUMBERS.sure_wait + FRAME


def asked_after(marks, text="Set a timer."):
    """(silence until the words are told as an utterance, how long a voice waits behind that), in ms."""
    listener = Listener(finished=0.5, text=text, marks=marks, tuning=early(NUMBERS)).hear("." * 30 + WORD)
    spoken = listener.at
    while "SpeechEnded" not in listener.kinds():
        listener.hear(".")
    (ended,) = [one for one in listener.out if isinstance(one, SpeechEnded)]
    return (listener.at - spoken) // 16, ended.patience


def test_what_is_likely_whole_is_asked_early_and_what_is_not_later():
    sure, doubtful = asked_after(0.99), asked_after(0.01)
    assert 192 <= sure[0] < 224
    assert 900 <= doubtful[0] < 932
    assert abs(sum(sure) - 850) < 2
    assert abs(sum(doubtful) - 3_100) < 2


@pytest.mark.parametrize("text", ["Stop.", "Mm-hm.", "Set a timer for the"])
def test_a_stop_a_nod_and_what_hangs_are_taken_whole(text):
    assert asked_after(0.99, text)[1] == 0
