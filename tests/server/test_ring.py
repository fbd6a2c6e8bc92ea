"""Our own ear and our own reader over our own server, on a real socket: well behaved, and under every fault."""

import numpy as np
import pytest

from live.gemini_reading import ANSWER, CUT, is_whole, words_of
from live.test_gemini_faults import TOLD, WORDS, calm
from portions import sampled
from server.ring import Ring
from solovox.config.schema import NarratorConfig
from solovox.core import commands as c
from solovox.core import events as e

pytestmark = pytest.mark.slow

SAID = ((400, "what now please", "watt now please"), (16_000, "and then what", "and den what"))
EARLY = ("early_turn_complete", "early_turn_complete:after=2", "early_turn_complete:after=3")
"""An end that is told too early. What comes behind it is of no read (G1): a word may be cut there."""
READER = {"narrator": NarratorConfig(kind="reader")}


def ring(folder, *faults, **more):
    given = {"said": SAID, "mic_ms": 28_000, "answer": ANSWER, "choices": READER, **more}
    return Ring(folder=folder, faults=faults, **given).held()


def audible(samples):
    """Without what `near_zero_audio` makes of a voice: ones and nothing else, and no voice here has two in a row."""
    some = samples[samples != 0]
    ones = some == 1
    return some[~(ones & (np.roll(ones, 1) | np.roll(ones, -1)))]


@pytest.mark.slow
def test_it_hears_calls_and_reads_word_for_word(tmp_path):
    talk = ring(tmp_path)
    assert talk.asked == ["what now please", "and then what"]
    assert words_of(talk.samples.tobytes()) == ANSWER.split() * 2
    assert not talk.did(c.CancelRead)
    assert {one.score for one in talk.happened(e.ReadFollowed)} == {1.0}
    assert talk.wrong_sums == []
    assert talk.tts.spoken == [], "our own voice was not needed"


def test_G6_N1_an_ear_that_relays_reads_word_for_word_over_our_own_server(tmp_path):
    talk = ring(tmp_path, choices={"narrator": NarratorConfig(kind="relay")})
    assert talk.asked == ["what now please", "and then what"]
    assert words_of(talk.samples.tobytes()) == ANSWER.split() * 2
    assert {one.score for one in talk.happened(e.ReadFollowed)} == {1.0}
    assert talk.wrong_sums == []
    assert talk.tts.spoken == [], "our own voice was not needed"


@pytest.mark.slow
@pytest.mark.parametrize("words", sampled(dict.fromkeys([*WORDS, *EARLY]), 12))
def test_G1_G2_G6_C1_L1_under_every_fault_all_of_the_answer_and_nothing_else_is_heard(words, tmp_path):
    talk = ring(tmp_path, "stall:400" if words == "stall" else calm(words))
    assert talk.why == "the person hung up"
    assert talk.wrong_sums == []
    heard = words_of(audible(talk.samples).tobytes())
    whole = [one.rstrip(CUT) for one in heard] if words in EARLY else heard
    assert is_whole(whole), heard
    calls = [(one.connection, one.call) for one in talk.did(c.AnswerCall)]
    assert len(calls) == len(set(calls)), "a call was answered twice"
    told = TOLD.get(words, [said for _, said, _ in SAID])
    local = [understood for _, _, understood in SAID]
    for asked, ways in zip(talk.asked, zip(told, local, strict=True), strict=True):
        assert asked in ways, "each thing that was said is asked once, in the ear's words or in ours"
