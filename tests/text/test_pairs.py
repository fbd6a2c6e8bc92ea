"""What a live reader is believed (law G6): wrong readings, however alike, are cut; right ones, however written, are not.

The rates are those of the pairs, which were chosen to hurt. No rule was made for those kept apart, and before they were
first counted none for those sealed.
"""

import pytest

from solovox.speech.g2p.spoken_tokens import tokens
from solovox.text.following import Follower
from solovox.text.speakable import Speakable
from text.pairs import every, pairs

pytestmark = pytest.mark.slow

OPEN = {"words", "homophones", "contractions", "spelling", "ordinals"}
"""Kinds of pairs in which a slip may touch a word that is not closed."""
AGENT = ("pairs_agent.txt", "pairs_agent_sealed.txt")
ALL = ("pairs.txt", "pairs_kept_apart.txt", *AGENT)

MISSED = {
    "[numbers] + '50/50 odds' heard as '50-50 odds'",
    "[words] + '5 ft. by 3 in.' heard as 'five feet by three inches'",
}
"""Right readings that are cut all the same."""


def spoken(text):
    speakable = Speakable()
    return " ".join(piece.said for piece in speakable.feed(text) + speakable.finish() if piece.said)


def believed(script, heard, *, tolerant=False):
    follower = Follower(script, tolerant=tolerant)
    follower.feed(heard)
    return not follower.at_end().strayed


def shares(found, **how):
    """(wrong pairs that pass, right pairs that are cut), as shares, and what they are."""
    passed = [pair for pair in found if not pair.right and believed(pair.script, pair.heard, **how)]
    cut = [pair for pair in found if pair.right and not believed(pair.script, pair.heard, **how)]
    right = sum(pair.right for pair in found)
    return len(passed) / (len(found) - right), len(cut) / right, "\n".join(map(str, passed + cut))


def test_G6_strict_tells_wrong_readings_from_right_ones():
    passed, cut, which = shares(pairs("pairs.txt"))
    assert passed == 0, which
    assert set(which.splitlines()) == MISSED
    assert cut <= 0.03


def test_G6_strict_tells_those_apart_that_no_rule_was_made_for():
    passed, cut, which = shares(pairs("pairs_kept_apart.txt"))
    assert passed <= 0.03, which
    assert cut <= 0.08, which


@pytest.mark.parametrize("name", AGENT)
def test_G6_strict_knows_how_an_agent_speaks(name):
    passed, cut, which = shares(pairs(name))
    assert passed == 0, which
    assert cut <= 0.05, which


@pytest.mark.parametrize("name", AGENT)
def test_G6_no_slip_makes_a_word_another(name):
    """Opposites above all, and other words that sound nearly the same."""
    found = [pair for pair in every(name) if pair.kind in ("opposites", "slips")]
    passed = [pair for pair in found if believed(pair.script, pair.heard, tolerant=True)]
    assert not [str(pair) for pair in passed if not (pair.right or pair.slip)]
    assert not [str(pair) for pair in found if pair.slip and believed(pair.script, pair.heard)]
    assert sum(pair.slip for pair in passed) >= sum(pair.slip for pair in found) / 2


@pytest.mark.parametrize("name", ["pairs.txt", "pairs_kept_apart.txt"])
def test_G6_no_slip_touches_what_is_closed(name):
    passed, _, which = shares([pair for pair in pairs(name) if pair.kind not in OPEN], tolerant=True)
    assert passed == 0, which


@pytest.mark.parametrize("name", ALL)
def test_G6_tolerant_believes_all_that_strict_believes(name):
    for pair in pairs(name):
        if believed(pair.script, pair.heard):
            assert believed(pair.script, pair.heard, tolerant=True), pair


@pytest.mark.parametrize("name", ALL)
def test_G6_what_is_made_speakable_is_told_apart_as_well(name):
    """As it is used: what a live reader is given has been made speakable."""
    wrong = [pair for pair in pairs(name) if not pair.right]
    passed = [pair for pair in wrong if believed(spoken(pair.script), pair.heard)]
    assert len(passed) / len(wrong) <= 0.03, "\n".join(map(str, passed))


@pytest.mark.parametrize("name", ALL)
def test_G6_our_own_voice_says_what_the_matcher_expects(name):
    scripts = {pair.script for pair in pairs(name) if pair.kind != "unicode"}
    said = {script: " ".join(token.text for token in tokens(spoken(script))) for script in scripts}
    cut = [f"{script!r}: {words!r}" for script, words in said.items() if not believed(spoken(script), words)]
    assert not cut, "\n".join(cut)
