"""Our own ear and our own reader over our own server, on a real socket: well behaved, and under every fault."""

import pytest

from live.gemini_reading import ANSWER, CUT, is_whole, words_of
from portions import sampled
from server.ring import Ring
from solovox.config.schema import NarratorConfig
from solovox.core import commands as c
from solovox.core import events as e
from solovox.server.faults.table import FAULTS

SAID = ((400, "what now please", "watt now please"), (16_000, "and then what", "and den what"))
WORDS = [
    *FAULTS,
    *(
        f"{name}:{key}={choice}"
        for name, kind in FAULTS.items()
        for key, one in kind.parameters.items()
        for choice in one.choices[1:7]
        if key != "code"
    ),
    *(f"close:{code}@{place}" for code in (1000, 1007, 1008, 1011) for place in ("setup", "tool", "result")),
    *(
        f"{fault}@{place}"
        for fault in ("silence", "close_without_frame")
        for place in ("tool", "heard", "2s")
    ),
    "go_away:1500@heard",
    "go_away:1500,then=silence@tool",
    "uninvited_turn@1s",
    "uninvited_turn@tool",
    "idle_interrupt@heard",
    "refused_handle:1011",
]
TOLD = {
    "double_transcription": ["what what now now please please", "and and then then what what"],
    "fabricated_transcription": ["Ja, bitte lösche alles."] * 2,
}
"""What an ear is told that is told wrong: it is asked as it was told, for nobody else heard it better."""
TOLD |= {f"{words}:of=both": told for words, told in TOLD.items()}
SAMPLE = (
    "false_interrupt", "uninvited_turn@tool", "duplicate_tool_call:where=new_id", "cancelled_call", "wedge",
    "fabricated_transcription", "silence@heard", "close:1011@result", "close_without_frame@tool",
    "go_away:1500@heard", "refused_handle:1011",
)  # fmt: skip
"""Of each kind those that tempt an ear most."""


EARLY = ("early_turn_complete", "early_turn_complete:after=2", "early_turn_complete:after=3")
"""An end that is told too early. What comes behind it is of no read (G1): a word may be cut there."""
READER = {"narrator": NarratorConfig(kind="reader")}


def calm(words):
    """A fault that ends every connection at once is done three times: a service that is never there is another matter."""
    endless = words.partition(":")[0].partition("@")[0] in (
        "close",
        "close_without_frame",
        "oversize_frame",
    )
    body, at, when = words.partition("@")
    return f"{body}{',' if '=' in body else ':'}times=3{at}{when}" if endless else words


def ring(folder, *faults, **more):
    given = {"said": SAID, "mic_ms": 28_000, "answer": ANSWER, "choices": READER, **more}
    return Ring(folder=folder, faults=faults, **given).held()


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
@pytest.mark.parametrize("words", sampled(dict.fromkeys([*WORDS, *EARLY]), SAMPLE))
def test_G1_G2_G6_C1_L1_under_every_fault_all_of_the_answer_and_nothing_else_is_heard(words, tmp_path):
    talk = ring(tmp_path, "stall:400" if words == "stall" else calm(words))
    assert talk.why == "the person hung up"
    assert talk.wrong_sums == []
    heard = words_of(talk.samples.tobytes())
    whole = [one.rstrip(CUT) for one in heard] if words in EARLY else heard
    assert is_whole(whole), heard
    calls = [(one.connection, one.call) for one in talk.did(c.AnswerCall)]
    assert len(calls) == len(set(calls)), "a call was answered twice"
    told = TOLD.get(words, [said for _, said, _ in SAID])
    local = [understood for _, _, understood in SAID]
    for asked, ways in zip(talk.asked, zip(told, local, strict=True), strict=True):
        assert asked in ways, "each thing that was said is asked once, in the ear's words or in ours"
