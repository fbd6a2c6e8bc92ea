"""What the how-to says to paste into a browser's console works as it stands there."""

import pytest

from test_docs_examples import BLOCKS

pytestmark = [pytest.mark.weights, pytest.mark.slow]


def test_a_client_that_was_pasted_asks_and_plays_the_answer_to_its_end(scene, wav):
    [code] = [block.body for block in BLOCKS if block.note == "run with" and block.about == "console"]
    found = scene("pasted", wav=wav(1.0), code=code, ask="s.say('text', { text: 'What is 6 times 7?' })")
    assert found["wrong"] is None
    assert found["text"] == "That is 42."
    assert found["errors"] == []
    assert found["ends"]
    assert [end for end in found["ends"] if end not in found["played"]] == []
