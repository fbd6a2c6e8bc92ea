"""The judge with the sentence model."""

import pytest

from solovox.meaning.whole.by_meaning import WholeByMeaning

pytestmark = pytest.mark.weights


@pytest.fixture(scope="module")
def judge(minilm):
    return WholeByMeaning.read(minilm)


@pytest.mark.parametrize(
    ("text", "least", "most"),
    [
        ("set the", 0.0, 0.1),
        ("remind me to", 0.0, 0.1),
        ("move the file from source to", 0.0, 0.1),
        ("what is the weather in", 0.0, 0.2),
        ("i think we should", 0.0, 0.25),
        ("run the tests again", 0.6, 1.0),
        ("Run the tests again!", 0.6, 1.0),
        ("yes", 0.5, 1.0),
        ("", 0.0, 0.0),
        ("...", 0.0, 0.0),
    ],
)
def test_a_phrase_is_as_whole_as_it_sounds(judge, text, least, most):
    assert least <= judge.whole(text) <= most
