"""One line of the newest answer, on demand. Law N7."""

import pytest

from core.aloud import ASKS, ONE, ReadAloud, reading, shown, typed
from laws.scene import asked, of, read
from solovox.core.commands import CancelRun, CloseHold, FindLine
from solovox.core.events import BrainWrote, LineFound, SilenceAsked, StopAsked, Typed
from solovox.core.policy import Policy
from solovox.core.units import InputMeans, RunId
from solovox.lang.en.words import ENGLISH


@pytest.mark.parametrize(
    ("words", "line"),
    [
        ("read line 3", 3), ("Read line three.", 3), ("read line number 12", 12),
        ("What's on line twenty one?", 21), ("what does line 40 say", 40), ("please read line ninety", 90), ("read line 9999", 9999),
        ("read line 0", None), ("read line", None), ("read line 10000", None), ("read line three of a.py", None),
        ("read line twenty twelve", None), ("line 3", None), ("read line please", None), ("delete line 3", None),
        ("read line five again", 5), ("read line ²", None), ("read line minus 3", None), ("read line seventeen please", 17),
    ],
)  # fmt: skip
def test_N7_a_line_is_asked_for_by_its_number(words, line):
    assert ENGLISH.lines.number(words) == line
    assert (ENGLISH.wish(words) is not None) is (line is not None)


@ASKS
def test_N7_a_line_of_the_newest_answer_is_said_and_the_voice_goes_on(ask):
    scene = reading()
    out = ask(scene, "read line three")
    assert (of(FindLine, out), asked(out), of(CancelRun, out), of(CloseHold, out)) == (
        [FindLine(ONE, 3)],
        [],
        [],
        [],
    )
    before = len(scene.all)
    scene.do(LineFound(ONE, 3, "return x"))
    scene.hear_out()
    assert shown(scene.all[before:]) == ["Line 3: return x"]
    assert "Line 3: return x" in read(scene.all[before:])


def test_N7_of_two_answers_it_is_the_newest_that_has_a_text():
    scene = reading()
    typed(scene, "and then")
    assert of(FindLine, scene.do(Typed("read line 1"))) == [FindLine(ONE, 1)]
    scene.do(BrainWrote(RunId(2), "Two."))
    assert of(FindLine, scene.do(Typed("read line 1"))) == [FindLine(RunId(2), 1)]


@pytest.mark.parametrize("silence", [StopAsked, SilenceAsked])
def test_T4_after_a_stop_no_line_is_said(silence):
    scene = reading()
    scene.do(Typed("read line 3"), silence(InputMeans.KEY))
    out = scene.do(LineFound(ONE, 3, "return x"))
    assert (shown(out), read(out)) == ([], [])


def test_N7_a_line_is_said_once_and_only_the_newest_that_was_wanted():
    scene = reading()
    scene.do(Typed("read line 3"), Typed("read line 4"))
    assert shown(scene.do(LineFound(ONE, 3, "three"))) == []
    assert shown(scene.do(LineFound(ONE, 4, "four"), LineFound(ONE, 4, "four"))) == ["Line 4: four"]


def test_N6_N7_while_a_line_is_looked_for_it_is_not_asked_for_more():
    scene = ReadAloud(Policy(spoken_ms=1_500))
    scene.do(Typed("tell me"))
    scene.answer(["Here is the first sentence of it."] * 4)
    scene.hear_out()
    assert shown(scene.do(Typed("read line 1"))) == []
    scene.do(LineFound(ONE, 1, "return x"))
    scene.hear_out()
    assert shown(scene.all) == ["More?", "Line 1: return x", "More?"]
