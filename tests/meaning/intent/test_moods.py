"""An utterance that orders, asks, or only tells something; and the wish behind what is told."""

import pytest
from hypothesis import given

from meaning.intent.declarations import SAID
from solovox.meaning.intent.moods import Mood, mood, verb, wish_behind


@pytest.mark.parametrize(
    ("said", "found"),
    [
        ("Turn on the lights.", Mood.ORDER),
        ("um could you please turn on the lights", Mood.ORDER),
        ("I'd like a table for two.", Mood.ORDER),
        ("I'm looking for a flight to Rome.", Mood.ORDER),
        ("Is it raining?", Mood.QUESTION),
        ("Until when are you open?", Mood.QUESTION),
        ("jazz, please", Mood.PHRASE),
        ("That's way too loud.", Mood.PHRASE),
        ("Hello there!", Mood.PHRASE),
        ("I moved to Glasgow last year.", Mood.TOLD),
        ("Meetings are such a waste of time.", Mood.TOLD),
        ("Coffee keeps me awake.", Mood.TOLD),
        ("The weather ruined our picnic.", Mood.TOLD),
        ("Don't unlock the front door.", Mood.TOLD),
        ("Why is the sky blue?", Mood.TOLD),
        ("I lost my wallet, freeze my card.", Mood.ORDER),
        ("I'm starving, where can I get sushi?", Mood.QUESTION),
    ],
)
def test_the_mood_is_told_by_the_first_words_and_the_verb(said, found):
    assert mood(said, frozenset({"freeze"})) is found


@pytest.mark.parametrize(
    ("said", "rest"),
    [
        ("I lost my wallet, freeze my card please.", "freeze my card please."),
        ("It's late, so turn off the lights.", "turn off the lights."),
        ("I love this song.", ""),
        ("Turn off the lights, I'm tired.", ""),
    ],
)
def test_a_wish_may_stand_behind_what_is_told(said, rest):
    assert wish_behind(said, frozenset({"freeze"})) == rest


@pytest.mark.parametrize(
    ("said", "found"),
    [
        ("Uh, I'd like to book a table", "book"),
        ("can you play some jazz", "play"),
        ("Let Sophie know I'm here", "tell"),
        ("", ""),
    ],
)
def test_the_verb_is_behind_fillers_and_polite_words(said, found):
    assert verb(said) == found


@given(SAID)
def test_any_text_has_a_mood(said):
    assert mood(said) in Mood
    assert wish_behind(said) in said
