"""Mends change the words that are sent and shown, and nothing else: what is judged is judged as it was heard (K2, T4)."""

from dataclasses import replace

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from laws.scene import Scene
from solovox.core import commands as do
from solovox.core.events import BrainNeedsYes, BrainOffered, LocalTranscript, Typed
from solovox.core.mends import Mend, MendWhy
from solovox.core.policy import Amendment, Approval, Policy
from solovox.core.units import MIC, AudioSpan, CallId, RunId

pytestmark = pytest.mark.slow

SAID = (
    "stop", "please stop", "be quiet", "yes", "no", "no use the other branch", "status", "what did you change", "more", "skip that",
    "hang on", "send it", "instead list the files", "and also the date", "computer", "computer list the files", "mm-hm",
    "no I said the files", "list the files", "what time is it", "stop the server", "confirm breakfast potato",
)  # fmt: skip
WORDS = sorted({word for text in SAID for word in text.split()} | set(SAID))
MENDS = st.lists(
    st.builds(Mend, st.sampled_from(WORDS), st.sampled_from(WORDS), st.sampled_from(list(MendWhy))),
    max_size=3,
)
POLICIES = st.builds(
    Policy,
    approval=st.sampled_from(list(Approval)),
    amendment=st.sampled_from(list(Amendment)),
    wake=st.sampled_from(["", "computer"]),
)
TALKS = st.lists(st.tuples(st.sampled_from(SAID), MENDS, st.sampled_from([100, 1_000, 6_000])), max_size=6)


def decided(policy, talk, *, mended):
    """What a talk leads to: a brain works, an act of it waits, and the person says all this."""
    scene = Scene(policy)
    scene.do(Typed("clean up"), BrainOffered(RunId(1), "I will do that now.", 0))
    scene.do(BrainNeedsYes(RunId(1), CallId("1"), "git push", grave=True))
    for text, mends, pause in talk:
        first = scene.mic
        scene.speak()
        span = AudioSpan(MIC, first, scene.mic - first)
        scene.do(LocalTranscript(span, text, True, mends=tuple(mends) if mended else ()))
        scene.wait(pause)
    return [_unworded(one) for one in scene.all]


def _unworded(command):
    """Without the words that a mend may change."""
    match command:
        case do.AskBrain() | do.SteerBrain():
            return replace(command, instruction="")
        case do.ShowHold(kind=do.HoldKind.INSTRUCTION):
            return replace(command, text="", mends=())
        case do.ShowHeard():
            return replace(command, mends=())
        case do.ProposeWording():
            return replace(command, text="")
        case _:
            return command


@example(
    Policy(approval=Approval.REVIEW),
    [("no", [], 100), ("and also the date", [Mend("also", "I", MendWhy.CORRECTION)], 100), ("yes", [], 100)],
)
@given(POLICIES, TALKS)
def test_K2_T4_mends_change_nothing_that_is_judged(policy, talk):
    assert decided(policy, talk, mended=True) == decided(policy, talk, mended=False)
