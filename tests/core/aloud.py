"""A talk whose answers are read aloud and directed by the person; all laws judge each step."""

import pytest

from core.heard import spoken
from core.judged import Judged
from laws.scene import SECOND, of
from solovox.core.commands import Flush, Read, ShowNotice
from solovox.core.events import BrainFinished, BrainOffered, BrainWrote, Typed
from solovox.core.units import RunId

ONE = RunId(1)


class ReadAloud(Judged):
    """An answer is read, and the person directs it."""

    def answer(self, *paragraphs):
        """The brain writes paragraphs, each a list of sentences."""
        shown = 0
        for paragraph in paragraphs:
            for number, said in enumerate(paragraph):
                shown += len(said) + 1
                self.do(BrainWrote(ONE, f"{said} "), BrainOffered(ONE, said, shown, paragraph=number == 0))
        return self.do(BrainFinished(ONE))

    def hear_out(self, until=None):
        """The voice says all that waits, a second for each read; not what is `until`."""
        told = len(self.all)
        while reads := [
            one for one in of(Read, self.all) if one.read not in self.voice and one.said != until
        ]:
            for one in reads:
                self.sound(one.read, SECOND, end=True)
                self.played(one.read, SECOND)
        return self.all[told:]

    def interrupted(self, words):
        """The person says it while the voice sounds; the speaker answers the flush."""
        before = len(self.all)
        local = spoken(self, 500)
        for flush in of(Flush, self.all[before:]):
            self.flushed(flush.read, SECOND // 2)
        self.do(local(words))
        return self.all[before:]


def shown(commands):
    return [one.text for one in of(ShowNotice, commands)]


def reading(policy=None, *paragraphs):
    """Half of the first sentence of an answer was heard."""
    scene = ReadAloud(policy)
    scene.do(Typed("tell me"))
    scene.answer(
        *(paragraphs or (["It is noon, they say.", "It rains."], ["Lunch is at one.", "There is soup."]))
    )
    scene.sound(1, SECOND // 2, 5)
    scene.sound(1, SECOND // 2, 21, end=True)
    scene.played(1, SECOND // 2)
    return scene


def typed(scene, words):
    before = len(scene.all)
    for flush in of(Flush, scene.do(Typed(words))):
        scene.flushed(flush.read, SECOND // 2)
    return scene.all[before:]


ASKS = pytest.mark.parametrize("ask", [ReadAloud.interrupted, typed], ids=["spoken", "typed"])
