"""Scripted talks for the screen: the real core, and what the screen is told of it."""

import contextlib

from laws.scene import Scene, of
from solovox.cli.screen.app import ListenScreen, ScreenActs
from solovox.cli.screen.drawing import DARK, ScreenLook
from solovox.cli.screen.watched import WatchedTalk
from solovox.core.commands import AskBrain, Read
from solovox.core.events import BrainFinished, BrainNeedsYes, BrainOffered, BrainStep, BrainWrote, Typed
from solovox.core.policy import Approval, Policy
from solovox.core.units import VOICE_RATE, CallId, StepId, StepKind, StepState

ANSWER = "That is one hundred and forty-four, as everybody knows."
QUESTION = "what is twelve times twelve"
PATH = "Your voice goes to this machine and no further."


class WatchedScene(Scene):
    """A scene that a screen watches."""

    def __init__(self, policy=None):
        self.watched = WatchedTalk("computer")
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
        return of(AskBrain, self.do(Typed(text)))[0].run


def answered():
    """A question, a step with a receipt, an answer of which the first half was played."""
    scene = WatchedScene()
    run = scene.ask()
    scene.wait(200)
    wrote = BrainStep(run, StepId("1"), StepKind.TOOL, "wrote notes.txt", "", StepState.DONE, True, "r-17")
    scene.do(wrote)
    scene.wait(300)
    said = scene.do(BrainWrote(run, ANSWER), BrainOffered(run, ANSWER, len(ANSWER)), BrainFinished(run))
    read = of(Read, said)[0].read
    scene.wait(100)
    scene.sound(read, 4 * VOICE_RATE, len(ANSWER), end=True)
    scene.wait(2_000)
    scene.played(read, 2 * VOICE_RATE)
    return scene


def held(text="delete the old branch"):
    """Words that wait for a yes."""
    scene = WatchedScene(Policy(approval=Approval.REVIEW))
    scene.say(text)
    scene.wait(1_000)
    assert scene.watched.view.holds
    return scene


def grave():
    """An act of the agent that needs its code."""
    scene = WatchedScene()
    run = scene.ask("clean up")
    scene.do(
        BrainNeedsYes(run, CallId("1"), "rm -r build", "removes a folder", said="remove build", grave=True)
    )
    assert scene.watched.view.holds[0].code
    return scene


@contextlib.asynccontextmanager
async def drawn(scene, columns=100, lines=30):
    """The screen of a scene, its pilot, and what its keys came to."""
    did = []
    acts = ScreenActs(did.append, lambda muted: did.append(("muted", muted)), lambda: did.append("end"))
    screen = ListenScreen(scene.watched, acts, ScreenLook(DARK, "local", PATH))
    async with screen.run_test(size=(columns, lines)) as pilot:
        yield screen, pilot, did


def text_of(screen):
    """What stands on it, line by line."""
    return "\n".join(
        "".join(one.text for one in strip).rstrip() for strip in screen.screen._compositor.render_strips()
    )
