"""Scripted talks for the screen: the real core, and what the screen is told of it."""

from solovox.cli.screen.watched import Watched
from solovox.core import commands as do
from solovox.core import events as ev
from solovox.core.policy import Approval, Policy
from solovox.core.units import VOICE_RATE, InputMeans, StepId, StepKind, StepState
from solovox.testing.scene import Scene

ANSWER = "That is one hundred and forty-four, as everybody knows."
QUESTION = "what is twelve times twelve"


class WatchedScene(Scene):
    """A scene that a screen watches."""

    def __init__(self, policy=None):
        self.watched = Watched("computer")
        self.watched.now = lambda: self.at
        super().__init__(policy)

    def do(self, *events):
        out = []
        for event in events:
            commands = super().do(event)
            self.watched.see(event, commands)
            out += commands
        return out

    def ask(self, text=QUESTION):
        """The person types; the number of the asking."""
        return self.one(self.do(ev.Typed(text)), do.AskBrain).run

    def one(self, commands, kind):
        return next(one for one in commands if isinstance(one, kind))


def answered():
    """A question, a step with a receipt, an answer of which the first half was played."""
    scene = WatchedScene()
    run = scene.ask()
    scene.wait(200)
    step = StepId("1")
    scene.do(ev.BrainStep(run, step, StepKind.TOOL, "wrote notes.txt", "", StepState.DONE, True, "r-17"))
    scene.wait(300)
    scene.do(ev.BrainWrote(run, ANSWER))
    read = scene.one(scene.do(ev.BrainOffered(run, ANSWER, len(ANSWER)), ev.BrainFinished(run)), do.Read).read
    scene.wait(100)
    span = scene.span_of(read, 4 * VOICE_RATE)
    scene.do(ev.ReadSounded(read, span, len(ANSWER)), ev.ReadRendered(read))
    scene.wait(2_000)
    scene.do(ev.Played(read, 2 * VOICE_RATE))
    return scene


def held(text="delete the old branch"):
    """Words that wait for a yes."""
    scene = WatchedScene(Policy(approval=Approval.CONFIRM))
    scene.say(text)
    scene.wait(1_000)
    return scene


__all__ = ["ANSWER", "QUESTION", "InputMeans", "WatchedScene", "answered", "held"]
