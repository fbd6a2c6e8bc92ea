"""Requests that share no phrase with any template: the sentence model chooses, or says that it is not sure."""

from collections import Counter
from pathlib import Path

import pytest

from solovox.studio.templates.choosing import Chooser, by_words
from studio.templates.test_filling import NOTHING_HERE

pytestmark = pytest.mark.weights
MEANT = {
    "work out the gratuity at dinner": "tip-calculator", "help me share the restaurant cheque": "tip-calculator",
    "remind me when the eggs are done": "timer", "keep the chores I must finish": "todo", "what to pack for the trip": "todo",
    "test what pupils know about history": "quiz", "show my figures as columns": "chart", "how many centimetres is an inch": "unit-converter",
    "somewhere to doodle": "drawing-pad", "help me memorise French words": "flash-cards", "keep an eye on my expenses": "budget",
    "how long is it to the holidays": "countdown", "write down ideas": "notes", "find matching shades": "palette",
    "measure my lap times": "stopwatch", "let us decide together where to eat": "poll",
}  # fmt: skip


@pytest.fixture(scope="module")
def chooser(minilm):
    return Chooser(lambda: minilm)


def test_the_model_adds_what_words_miss_and_is_seldom_wrong(chooser):
    chosen = {said: chooser.choose(said) for said in MEANT}
    wrong = [said for said, one in chosen.items() if one and one.template.id != MEANT[said]]
    right = [said for said, one in chosen.items() if one and one.template.id == MEANT[said]]
    by_words_alone = [said for said in MEANT if (one := by_words(said)) and one.id == MEANT[said]]
    assert len(right) > len(by_words_alone)
    assert len(wrong) <= 1


@pytest.mark.parametrize("said", NOTHING_HERE)
def test_what_no_template_makes_is_not_near_any(chooser, said):
    assert chooser.choose(said) is None


def tallied(chooser):
    """How many of the frozen requests were chosen how."""
    lines = Path(__file__).with_name("other_words.tsv").read_text().splitlines()
    tally = Counter()
    for meant, said in (line.split("\t") for line in lines if not line.startswith("#")):
        chosen = chooser.choose(said)
        got = chosen.template.id if chosen else "nothing"
        how = "right" if got == meant else "refused" if got == "nothing" else "wrong"
        tally["nothing" if meant == "nothing" else "meant", how] += 1
    return tally


def test_requests_that_were_frozen_before_the_code_was_read(chooser):
    assert tallied(Chooser()) == {("meant", "right"): 3, ("meant", "refused"): 27, ("nothing", "right"): 8}
    assert tallied(chooser) == {("meant", "right"): 14, ("meant", "refused"): 16, ("nothing", "right"): 8}


def test_without_weights_the_words_alone_choose():
    def missing():
        raise OSError("there are no weights")

    assert Chooser(missing).choose("a timer").template.id == "timer"
    assert Chooser(missing).choose("somewhere to doodle") is None
