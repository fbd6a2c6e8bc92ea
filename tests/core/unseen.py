"""A talk where nothing is seen: what waits for a yes is read back."""

from core.heard import spoken
from core.judged import Judged
from laws.scene import SECOND, of
from solovox.core import commands as do
from solovox.core import events as ev
from solovox.core.policy import Approval, Policy
from solovox.core.units import CallId, HoldId, RunId, SurfaceCaps

REVIEW = Policy(approval=Approval.REVIEW)
CORRECT = Policy(approval=Approval.CORRECT)
LEARNS = Policy(approval=Approval.REVIEW, learning=True)
HEARD = "run the tests in the text folder"
MEANT = "run the tests in the test folder"
AGAIN = "No, I said the test folder."
ONE = HoldId(1)


def back(text):
    return f"You said: {text}. Shall I send it?"


class Phone(Judged):
    """A talk where nothing is seen."""

    def __init__(self, policy=REVIEW, *, screen=False):
        super().__init__(policy)
        if not screen:
            self.do(ev.SurfaceLeft(), ev.SurfaceJoined(SurfaceCaps(screen=False)))

    def hear_out(self):
        """All that our voice says now is played, to the end."""
        told = len(self.all)
        while new := [one.read for one in of(do.Read, self.all) if one.read not in self.voice]:
            for one in new:
                self.sound(one, SECOND, end=True)
                self.wait(1_000)
                self.played(one, SECOND)
        return self.all[told:]

    def over(self, text):
        """The person says it while our voice sounds; the speaker had played half a second of it."""
        told = len(self.all)
        newest = of(do.Read, self.all)[-1].read
        self.sound(newest, SECOND, 12)
        self.wait(500)
        self.played(newest, SECOND // 2)
        local = spoken(self, 600)
        for flush in of(do.Flush, self.all[told:]):
            self.flushed(flush.read, SECOND // 2)
        self.do(local(text))
        return self.all[told:]


def holding(policy=REVIEW, text=HEARD, *, heard=True, screen=False):
    scene = Phone(policy, screen=screen)
    scene.say(text)
    if heard and not screen:
        scene.hear_out()
    scene.wait(4_500)
    return scene


def texts(commands):
    return [one.text for one in of(do.ShowHold, commands)]


GRANTED, DENIED = [(1, do.Outcome.GRANTED)], [(1, do.Outcome.DENIED)]


def needs(said="run `git push`, by force", *, grave=False, act="git push --force", arguments=""):
    return ev.BrainNeedsYes(RunId(1), CallId("p1"), act, "", arguments, said, grave)


def acting(*events):
    scene = Phone()
    scene.do(ev.Typed("clean up"), *events)
    return scene
