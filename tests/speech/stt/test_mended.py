"""A second hearing only finds mends: what was heard is what was heard first (law K2)."""

import os
import random
from dataclasses import replace

import pytest

from solovox.core.mends import Mend, MendWhy, mend_text
from solovox.parts.engines.recognisers import Mending
from solovox.ports import Transcript
from solovox.speech.stt.mended import MendedStt
from solovox.speech.stt.tokens import read_tokens, read_vocabulary, write_tokens
from solovox.speech.stt.whisper import Whisper
from solovox.text.names.workspace_names import NameLexicon
from solovox.weights import Cache, default_root


class Twice:
    """A recogniser that hears what it is told, and with names in mind something else."""

    def __init__(self, first, second):
        self.first, self.second = Transcript(first, 0.6), second
        self.given = ()

    def transcribe(self, pcm):
        return self.first

    def transcribe_twice(self, pcm, near):
        self.given = near(self.first) if self.first.text else ()
        return self.first, self.second if self.given else self.first.text


def finding(*names):
    return Mending(lambda: NameLexicon(names), lambda: ())


@pytest.mark.parametrize(
    ("first", "second", "given", "meant"),
    [
        ("Do we need cares?", "Do we need Keras?", ("Keras",), [("cares", "Keras")]),
        ("Do we need cares?", "Do we want Karate?", ("Keras",), []),
        ("Do we need Keras?", "never asked", (), []),
        ("Yes.", "never asked", (), []),
        ("", "never asked", (), []),
    ],
)
def test_K2_what_was_heard_stays_and_the_second_hearing_tells_mends(first, second, given, meant):
    stt = Twice(first, second)
    heard = MendedStt(stt, finding("Keras")).transcribe(b"")
    assert heard.text == first
    assert stt.given == given
    assert heard.mends == tuple(Mend(*pair, MendWhy.LEXICON) for pair in meant)


@pytest.mark.parametrize(
    ("sure", "meant"), [((0.99,) * 4, ()), ((0.99, 0.99, 0.99, 0.5), (("cares", "Keras"),))]
)
def test_K3_no_name_takes_the_place_of_another_sound_that_was_surely_heard(sure, meant):
    stt = Twice("Do we need cares?", "Do we need Keras?")
    loop = Mend("do we", "do", MendWhy.LOOP)
    stt.first = replace(stt.first, sure=sure, mends=(loop,))
    heard = MendedStt(stt, finding("Keras")).transcribe(b"")
    assert heard.mends == (loop, *(Mend(*pair, MendWhy.LEXICON) for pair in meant))


@pytest.mark.weights
@pytest.mark.parametrize("model", ["whisper-base", "whisper-tiny.en"])
def test_text_as_tokens_is_the_same_text(model):
    vocabulary = read_vocabulary(Cache(default_root(os.environ)).path(model))
    draw = random.Random(1)
    for text in (
        "Now we look at user_service.py and the rest.",
        "x2",
        "日本",
        *(chr(draw.randrange(33, 900)) for _ in range(50)),
    ):
        tokens = write_tokens(f" {text}", vocabulary)
        assert read_tokens(tokens) == text
        assert set(tokens) <= vocabulary.keys()
    assert write_tokens(" the code", vocabulary) == ["Ġthe", "Ġcode"]


@pytest.mark.weights
def test_a_name_that_is_misheard_is_heard_with_the_names_of_the_workspace_in_mind(say, weights):
    sound = say("Rename matrix dot H P P, please.")
    whisper = Whisper(weights.path("whisper-base"))
    plain = whisper.transcribe(sound)
    heard = MendedStt(whisper, finding("matrix.hpp", "markup", "RefCell")).transcribe(sound)
    assert heard.text == plain.text
    assert "matrix" not in plain.text
    assert mend_text(heard.text, heard.mends) == "Rename matrix.hpp, please."
