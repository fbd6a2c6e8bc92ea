"""Who said it stands beside every word (A4), and results that nobody waits for any more do not pile up (C2)."""

import pytest

from core.heard import ONE, live
from laws.scene import Scene, of
from solovox.core import commands as do
from solovox.core import events as ev
from solovox.core import units as u
from solovox.core.policy import EarKind, NarratorKind, Policy, Risk, ToolSpec
from solovox.core.retelling import LINES

ANN = u.SourceId("ann")
OWNED = frozenset(map(u.Principal, ("ann", "bob")))
DEPLOY = ToolSpec(name="deploy", effects=True, risk=Risk.ASK)


def pile(scene, rounds):
    """A tool that was allowed goes on after a stop, and its result comes when nobody waits for it; again and again."""
    for number in range(1, rounds + 1):
        scene.do(ev.Typed(f"deploy {number}"))
        run = of(do.AskBrain, scene.all)[-1].run
        scene.do(ev.BrainCalled(run, u.CallId("x"), "deploy", "{}"))
        hold = of(do.ShowHold, scene.all)[-1]
        scene.do(ev.ConsentGiven(hold.hold, hold.text, u.InputMeans.CLICK))
        effect = of(do.RunTool, scene.all)[-1].effect
        scene.do(ev.StopAsked(u.InputMeans.KEY))
        scene.do(ev.ToolReturned(effect, f"result {number}", "receipt"))


def results(commands):
    return [one.text for one in of(do.GiveContext, commands) if "result" in one.text]


@pytest.mark.parametrize("narrator", [NarratorKind.VOICE, NarratorKind.RELAY])
def test_C2_of_results_that_wait_for_a_connection_the_newest_are_kept(narrator):
    scene = live(narrator=narrator, tools=(DEPLOY,))
    scene.do(ev.EarLost(ONE, "1011"))
    pile(scene, LINES + 5)
    scene.wait(1_000)
    told = results(scene.do(ev.EarOpened(u.ConnectionId(2))))
    assert told == [f"deploy: result {number}" for number in range(6, LINES + 6)]


def sources(scene, text, draft="", ms=1_000):
    """Ann says it. Returns of whom it is shown, all that is shown of it."""
    first, before = scene.mic, len(scene.all)
    scene.do(ev.OnsetHeard(first), ev.SpeechConfirmed(first, ANN))
    if draft:
        scene.do(ev.LocalTranscript(u.AudioSpan(u.MIC, first, 8_000), draft, final=False, source=ANN))
    scene.hear(ms)
    span = u.AudioSpan(u.MIC, first, scene.mic - first)
    scene.do(ev.SpeechEnded(span))
    if text:
        scene.do(ev.LocalTranscript(span, text, final=True, source=ANN))
    scene.wait(30_000)
    return [one.source for one in of(do.ShowHeard, scene.all[before:])]


@pytest.mark.parametrize(
    "text", ["delete the logs", "status", "what did you change", "stop", "be quiet", "yes"]
)
@pytest.mark.parametrize("narrator", [NarratorKind.VOICE, NarratorKind.SELF])
def test_A4_who_said_it_stands_beside_every_word(text, narrator):
    alone = narrator is NarratorKind.SELF
    scene = Scene(Policy(narrator=narrator, ear=EarKind.LIVE if alone else EarKind.LOCAL, owners=OWNED))
    assert set(sources(scene, text, draft=text)) == {ANN}
