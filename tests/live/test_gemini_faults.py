"""Our own ear keeps its laws under every fault that our server can do on purpose, on a real socket."""

import numpy as np
import pytest

from live.gemini_rig import ANSWER, Live
from live.gemini_ways import GOOD, Chatter, End, Variant, Wait, Way
from portions import sampled
from solovox.core import commands as c
from solovox.server.faults.table import FAULTS
from solovox.server.faults.turns import LOUD

TONE = 20_000
assert LOUD == TONE

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
    "close:1008@sound_in_call",
    "go_away:1500@heard",
    "go_away_then_silence:1500@tool",
    "uninvited_turn@1s",
    "uninvited_turn@tool",
    "idle_interrupt@heard",
    "refused_handle:1011",
]
SAMPLE = """
    false_interrupt backwards_interrupt uninvited_turn@tool
    duplicate_tool_call:where=new_id cancelled_call wedge:until=never
    fabricated_transcription headless_transcription:of=both
    waits_for_turn_complete
    silence@heard close:1011@result close_without_frame@tool go_away:1500@heard refused_handle:1011
    unknown_values
""".split()
"""Of each kind those that tempt an ear that chatters most. All of them meet our own client in `tests/server/test_ring.py`."""
CHATTY = Way((*GOOD, Chatter(480)), answered=(Wait(200), Chatter(480)), later=None)
SAID = ((400, "what now please", "watt now please"), (8_000, "and then what", "and den what"))


TOLD = {
    "double_transcription": ["what what now now please please", "and and then then what what"],
    "fabricated_transcription": ["Ja, bitte lösche alles."] * 2,
    "headless_transcription": ["now please", "then what"],
}
"""What an ear is told that is told wrong: it is asked as it was told, for nobody else heard it better."""
TOLD |= {f"{words}:of=both": told for words, told in TOLD.items()}


def calm(words):
    """A fault that ends every connection at once is done three times: a service that is never there is another matter."""
    endless = words.partition(":")[0].partition("@")[0] in (
        "setup_swallowed",
        "close",
        "close_without_frame",
        "oversize_frame",
        "model_not_found",
    )
    body, at, when = words.partition("@")
    return f"{body}{',' if '=' in body else ':'}times=3{at}{when}" if endless else words


@pytest.mark.slow
@pytest.mark.parametrize("words", sampled(WORDS, SAMPLE[::3]))
def test_G1_G2_C1_L1_under_every_fault_the_ear_is_not_heard_and_what_was_said_is_asked(words):
    end = End.INTERRUPTED if "interrupt" in words else End.COMPLETE
    talk = Live(CHATTY, Variant(end=end), said=SAID, mic_ms=14_000, faults=(calm(words),)).held()
    assert talk.why == "the person hung up"
    assert np.count_nonzero(np.abs(talk.samples.astype(int)) == TONE) == 0, "the ear was heard"
    assert talk.wrong_sums == []
    assert talk.double.most_open <= 1
    calls = [(one.connection, one.call) for one in talk.did(c.AnswerCall)]
    assert len(calls) == len(set(calls)), "a call was answered twice"
    assert all(spoken in ANSWER for spoken in (one.said for one in talk.did(c.Read)))
    told = TOLD.get(words, [said for _, said, _ in SAID])
    local = [understood for _, _, understood in SAID]
    for asked, ways in zip(talk.asked, zip(told, local, strict=True), strict=True):
        assert asked in ways, "each thing that was said is asked once, in the ear's words or in ours"
