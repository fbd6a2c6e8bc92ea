"""How many names arrive, on the transcripts that `benches/bench_mending.py --hear` kept. The aims: missed 10 %, broken 1 %."""

import pytest

from text import mending_corpus as corpus

pytestmark = pytest.mark.wide


@pytest.mark.parametrize(
    ("which", "names", "as_heard", "once", "twice"),
    [
        ("development", 150, 0.8, 0.21, 0.14),
        ("held_out", 300, 0.8, 0.18, 0.1),
        ("held_out_2", 300, 0.9, 0.21, 0.15),
    ],
)
def test_K2_no_more_names_are_missed_than_were(which, names, as_heard, once, twice):
    count, before, mended, heard_again = corpus.missed(which)
    assert count >= names
    assert before > as_heard * count
    assert mended <= once * count
    assert heard_again <= twice * count


@pytest.mark.parametrize(("which", "texts", "most"), [("decoys", 300, 0.01), ("development_decoys", 50, 0)])
def test_K2_ordinary_english_is_not_broken(which, texts, most):
    said = corpus.lines(which)
    assert len(said) >= texts
    assert len(corpus.broken(said, corpus.lexicon("held_out"))) <= len(said) * most


@pytest.mark.parametrize("which", ["decoys", "decoys_2", "ordinary", "development_decoys"])
def test_K2_what_was_heard_of_ordinary_english_is_not_broken_either(which):
    heard = corpus.heard(which)
    assert len(corpus.broken_as_heard(which)) <= len(heard) * 0.01
    assert sum(bool(one.second) for one in heard) <= 0.12 * len(heard)
