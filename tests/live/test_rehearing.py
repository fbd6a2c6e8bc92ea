"""What is heard together with what was told before it, divided: a table, and what holds for all words."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from live.cascade_rig import FRAME, WORD, Listener
from solovox.core.events import LocalTranscript, SpeechEnded
from solovox.core.transcripts import plain
from solovox.live.local.cascade_types import CascadeTuning, Understand, early
from solovox.live.local.open_utterance import HeardBefore, ToldText

EARLY = early(CascadeTuning())
PAUSE = "." * 20
"""It is asked, and who spoke may only have paused."""


def divided(told, now):
    parts = tuple(ToldText(at, text) for at, text in enumerate(told))
    found = HeardBefore(parts, 0, woken=False).divides(now)
    return found and (tuple(one.text for one in found[0].told), found[1])


@pytest.mark.parametrize(
    ("told", "now", "shares", "new"),
    [
        (["What time is it?"], "What time is it in Tokyo?", ["What time is it"], "in Tokyo?"),
        (["What time is it?"], "what time is it?", ["what time is it?"], ""),
        (["Send an email to, um."], "Send an email to Tom.", ["Send an email to"], "Tom."),
        (["I want to by"], "I want to buy milk.", ["I want to"], "buy milk."),
        (["Send email to Bob."], "Send an email to Bob tomorrow.", ["Send an email to Bob"], "tomorrow."),
        (["Well", "open the door"], "Well, open the door, please.", ["Well,", "open the door,"], "please."),
        (["So.", "the last file"], "the last file again", ["", "the last file"], "again"),
    ],
)
def test_the_words_that_were_told_and_the_new_ones(told, now, shares, new):
    assert divided(told, now) == (tuple(shares), new)


@pytest.mark.parametrize("now", ["", "in Tokyo", "Thank you very much for watching", "time"])
def test_words_that_hardly_resemble_what_was_told_are_not_divided(now):
    assert divided(["What time is it?"], now) is None


WORDS = st.lists(st.sampled_from(["a", "b", "c", "d"]), max_size=8).map(" ".join)


@given(st.lists(WORDS.filter(bool), min_size=1, max_size=3), WORDS)
def test_each_word_is_in_one_share_in_its_order(told, now):
    if (found := divided(told, now)) is not None:
        assert " ".join(filter(None, [*found[0], found[1]])) == now


@given(st.lists(WORDS.filter(bool), min_size=1, max_size=3), WORDS)
def test_what_is_heard_as_it_was_told_leaves_the_rest(told, rest):
    shares, new = divided(told, " ".join([*told, rest]))
    assert [plain(one) for one in shares] == [plain(one) for one in told]
    assert new == rest


def listener(*words, together=None):
    """Each stretch of speech has its words; those that are heard together have `together`, or both."""

    def text(span):
        pieces = [
            word for word, at in zip(words, begins, strict=False) if span.first <= at + 4 * FRAME < span.end
        ]
        return together if together is not None and len(pieces) > 1 else " ".join(pieces)

    begins = []
    one = Listener(finished=0.0, text=text, marks=0.9, tuning=EARLY).hear("." * 30)
    for word in words:
        begins.append(one.at)
        one.hear(WORD + (PAUSE if word is not words[-1] else "." * 120))
    return one


def test_who_goes_on_is_heard_together_with_what_was_told():
    one = listener("what time is it", "in Tokyo", together="What time is it in Tokyo?")
    first, second = one.finals()
    assert (first.text, first.again) == ("what time is it", ())
    assert (second.text, second.again) == ("in Tokyo?", ("What time is it",))
    ends = [event for event in one.out if isinstance(event, SpeechEnded)]
    assert [final.span for final in one.finals()] == [end.span for end in ends]
    last = [ask.span for ask in one.asked if isinstance(ask, Understand)][-1]
    assert last.first == first.span.first


def test_each_of_three_parts_is_told_once_and_heard_anew():
    one = listener("open", "the last file", "again", together=None)
    assert [final.text for final in one.finals()] == ["open", "the last file", "again"]
    assert one.finals()[-1].again == ("open", "the last file")


def test_what_does_not_resemble_what_was_told_is_heard_alone():
    one = listener("what time is it", "in Tokyo", together="Thanks for watching, dear friends")
    assert [(final.text, final.again) for final in one.finals()] == [
        ("what time is it", ()),
        ("in Tokyo", ()),
    ]


def test_a_draft_tells_the_new_words_alone():
    one = Listener(
        text=lambda span: "what time is it" if span.count < 30 * FRAME else "What time is it in Tokyo",
        marks=0.9,
        tuning=EARLY,
    )
    one.hear("." * 30 + WORD + PAUSE + "#" * 80)
    drafts = [event for event in one.out if isinstance(event, LocalTranscript) and not event.final]
    assert drafts[-1].text == "in Tokyo"


def test_when_the_wait_is_over_or_the_sound_was_over_nothing_is_heard_again():
    waited = listener("what time is it", "in Tokyo")
    assert waited.finals()[1].again
    late = Listener(text="what time is it", marks=0.9, tuning=EARLY).hear(
        "." * 30 + WORD + "." * 120 + WORD + "." * 120
    )
    assert [final.again for final in late.finals()] == [(), ()]
    stopped = Listener(text="what time is it", marks=0.9, tuning=EARLY).hear("." * 30 + WORD + PAUSE)
    stopped.over().hear(WORD + "." * 120)
    assert stopped.finals()[-1].again == ()


def test_no_more_is_heard_again_than_six_seconds_of_what_was_told():
    one = Listener(text="words", marks=0.9, tuning=EARLY).hear(
        "." * 30 + "#" * 200 + PAUSE + WORD + "." * 120
    )
    assert [final.again for final in one.finals()] == [(), ()]


def test_what_is_heard_again_is_still_kept_when_it_is_asked_for():
    one = Listener(text="words", marks=0.9, tuning=EARLY)
    for letter in "." * 30 + WORD + PAUSE + WORD + "..." + WORD * 3 + PAUSE + WORD + "." * 120:
        kept, before = one.cascade.keep_from, len(one.asked)
        one.hear(letter)
        assert all(kept <= ask.span.first for ask in one.asked[before:])
