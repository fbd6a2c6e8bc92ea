"""What became of work while the person was away, and that it is told at the next talk, once."""

import stat

import pytest

from solovox.core import commands as do
from solovox.core import events as ev
from solovox.core.units import InputMeans, RunId, SurfaceCaps, SurfaceId
from solovox.store.untold import AwayEnding, AwayWork, UntoldFile

ONE, TWO = RunId(1), RunId(2)
A, B = SurfaceId("a"), SurfaceId("b")


def joined(surface=A):
    return ev.SurfaceJoined(SurfaceCaps(), surface), ()


def asked(run=ONE, text="rename login"):
    return ev.Typed(text), (do.AskBrain(run, None, text, do.RoutedBy.TYPED),)


LEFT = ev.SurfaceLeft(A), ()
WROTE = ev.BrainWrote(ONE, "I renamed **login** in `auth.py`.\n\n```py\nx = 1\n```\n"), ()
DONE = ev.BrainFinished(ONE), ()
END = ev.DeadlineReached(), (do.CancelRun(ONE, "over"), do.EndSession(do.EndReason.SURFACE_GONE))
HUNG_UP = ev.HungUp(), (do.CancelRun(ONE, "over"), do.EndSession(do.EndReason.HUNG_UP))
STOP = ev.StopAsked(InputMeans.KEY), (do.CancelRun(ONE, "the person said stop"),)

AWAY = [
    ([joined(), asked(), WROTE, DONE], []),
    ([joined(), asked(), LEFT, WROTE, DONE], ['While you were away, "rename login" was finished. I renamed login in auth dot py. a Python code block of 1 line, on screen.']),
    ([joined(), asked(), LEFT, (ev.BrainFailed(ONE, "no quota"), ())], ['While you were away, "rename login" failed: no quota.']),
    ([joined(), asked(), LEFT, END], ['"rename login" was stopped when the talk ended.']),
    ([joined(), asked(), HUNG_UP], ['"rename login" was stopped when the talk ended.']),
    ([joined(), asked(), STOP], []),
    ([joined(), asked(), LEFT, DONE, joined()], []),
    ([joined(), asked(), joined(B), LEFT, DONE], []),
    ([joined(), asked(), (ev.SurfaceLeft(), ()), DONE], ['While you were away, "rename login" was finished.']),
    ([joined(), asked(), LEFT, DONE, DONE], ['While you were away, "rename login" was finished.']),
]  # fmt: skip


@pytest.mark.parametrize(("steps", "told"), AWAY)
def test_what_ended_while_the_person_was_away_is_untold(steps, told, tmp_path):
    fold = AwayWork(UntoldFile(tmp_path, tmp_path))
    for step in steps:
        fold.see(*step)
    assert [one.describe() for one in fold.endings] == told


def test_a_long_question_and_a_long_answer_are_told_in_short(tmp_path):
    fold = AwayWork(UntoldFile(tmp_path, tmp_path))
    for step in (
        joined(),
        asked(text="word " * 100),
        LEFT,
        (ev.BrainWrote(ONE, "A sentence is this. " * 500), ()),
        DONE,
    ):
        fold.see(*step)
    assert len(fold.endings[0].describe()) < 600


def test_it_is_told_once_to_its_owner_only(tmp_path):
    root = tmp_path / "untold"
    UntoldFile(root, tmp_path).add([AwayEnding("a", "stopped")], 100.0)
    UntoldFile(root, tmp_path).add([AwayEnding("b", "finished", "Done.")], 200.0)
    (kept,) = root.iterdir()
    assert stat.S_IMODE(kept.stat().st_mode) == 0o600
    assert stat.S_IMODE(root.stat().st_mode) == 0o700
    assert UntoldFile(root, tmp_path / "other").take_endings(0) == []
    assert [one.asked for one in UntoldFile(root, tmp_path).take_endings(0)] == ["a", "b"]
    assert UntoldFile(root, tmp_path).take_endings(0) == []


def test_what_is_too_old_is_not_told_and_only_the_newest_is_kept(tmp_path):
    file = UntoldFile(tmp_path / "untold", tmp_path)
    for at in range(20):
        file.add([AwayEnding(str(at), "stopped")], float(at))
    assert [one.asked for one in file.take_endings(15.0)] == ["15", "16", "17", "18", "19"]


@pytest.mark.parametrize(
    "text",
    ["", "{", "[1]", '[{"asked": 1}]', "null", '{"a": 1}', '[{"asked":"a","how":"b","more":"","at":"x"}]'],
)
def test_a_file_that_is_spoiled_tells_nothing_and_is_gone(tmp_path, text):
    file = UntoldFile(tmp_path / "untold", tmp_path)
    file.add([AwayEnding("a", "stopped")], 1.0)
    (path,) = (tmp_path / "untold").iterdir()
    path.write_text(text)
    assert file.take_endings(0) == []
    assert not path.exists()
