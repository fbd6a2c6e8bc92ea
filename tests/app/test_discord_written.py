"""What of a message is for the bot: its words, and what answers something that waits."""

import pytest

from solovox.app.discord.texts import told
from solovox.surfaces.discord.text_surface import answers


@pytest.mark.parametrize(
    ("content", "wake", "asked"),
    [
        ("<@2000> what time is it?", "", "what time is it?"),
        ("<@!2000>, what time is it?", "", "what time is it?"),
        ("what time is it, <@2000>", "", "what time is it"),
        ("<@2000> tell <@2002> and <@7> the time", "", "tell @Ben and @someone the time"),
        ("Luna, what time is it?", "luna", "what time is it?"),
        ("<@2000> Luna", "luna", "Luna"),
        ("<@2000>", "", ""),
        ("line one\nline two", "", "line one\nline two"),
    ],
)
def test_the_words_of_a_message(content, wake, asked):
    assert told(content, 2000, wake, [(2000, "Solo"), (2002, "Ben")]) == asked


@pytest.mark.parametrize(
    "text", ["yes", "no", "stop", "No, use the other branch.", "confirm breakfast potato"]
)
def test_A2_what_answers_something_that_waits(text):
    assert answers(text)


@pytest.mark.parametrize("text", ["what time is it?", "tell them a yes is enough", "and then?"])
def test_A2_what_answers_nothing(text):
    assert not answers(text)
