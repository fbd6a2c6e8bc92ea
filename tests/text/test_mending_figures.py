"""How many names arrive, on the transcripts that `benches/bench_mending.py --hear` kept. The aims: missed 10 %, broken 1 %."""

import pytest

from text import mending_corpus as corpus


@pytest.fixture(scope="module")
def lexicon():
    return corpus.lexicon("held_out")


def test_ordinary_english_is_not_broken(lexicon):
    texts = corpus.lines("decoys")
    assert len(texts) >= 300
    assert len(corpus.broken(texts, lexicon)) <= len(texts) * 0.01
    assert corpus.broken(corpus.lines("development_decoys"), lexicon) == []


def test_fewer_names_are_missed():
    count, before, after, again = corpus.missed("development")
    assert before > 0.8 * count
    assert after <= 0.2 * count
    assert again <= 0.14 * count


def test_at_most_a_tenth_of_the_names_is_missed_that_are_held_out():
    count, before, after, again = corpus.missed("held_out")
    assert count >= 300
    assert before > 0.8 * count
    assert after <= 0.18 * count
    assert again <= 0.1 * count


def test_of_the_fresh_names_no_more_are_missed_than_were():
    count, before, after, again = corpus.missed("held_out_2")
    assert count >= 300
    assert before > 0.9 * count
    assert after <= 0.2 * count
    assert again <= 0.15 * count


@pytest.mark.parametrize("which", ["decoys", "decoys_2", "ordinary", "development_decoys"])
def test_what_was_heard_of_ordinary_english_is_not_broken_either(which):
    heard = corpus.heard(which)
    assert len(corpus.broken_as_heard(which)) <= len(heard) * 0.01
    assert sum(bool(one.second) for one in heard) <= 0.12 * len(heard)
