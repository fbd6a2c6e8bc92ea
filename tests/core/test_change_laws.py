"""What an agent has changed: it is shown, cannot be taken back, and is told when the person asks. Laws C6, N5, T2."""

import pytest

from laws.scene import Scene, asked, of, read
from solovox.core.commands import ShowChanges, ShowNotice
from solovox.core.events import BrainChanged, BrainFinished, BrainStep, StopAsked, Typed
from solovox.core.policy import Policy
from solovox.core.units import FileChange, InputMeans, RunId, StepId, StepKind

ONE, TWO = RunId(1), RunId(2)
AUTH = FileChange("src/auth.py", 3, 1)
ASK = Typed("What did you change?")


def at_work(text="rename it", **choices):
    scene = Scene(Policy(**choices))
    scene.say(text)
    return scene


def changed(*files, run=ONE):
    return BrainChanged(run, files, "-a\n+b\n")


def told(scene, ask=ASK):
    return [one.text for one in of(ShowNotice, scene.do(ask))]


def test_C6_what_was_changed_is_shown_and_the_newest_counts():
    scene = at_work()
    assert scene.do(changed(AUTH)) == [ShowChanges(ONE, (AUTH,), "-a\n+b\n")]
    assert scene.do(BrainChanged(ONE, ())) == [ShowChanges(ONE, ())]
    assert told(scene) == ["Nothing was changed."]


@pytest.mark.parametrize("end", [BrainFinished(ONE), StopAsked(InputMeans.KEY)])
def test_C6_what_was_changed_is_shown_also_when_the_run_has_ended(end):
    scene = at_work()
    scene.write(1, "Well.", finish=False)
    scene.do(end)
    assert of(ShowChanges, scene.do(changed(AUTH))) == [ShowChanges(ONE, (AUTH,), "-a\n+b\n")]


def test_C6_what_was_changed_for_a_question_that_was_not_asked_yet_is_not_shown():
    scene = at_work()
    scene.do(Typed("and also this"), Typed("and then that"))
    assert scene.do(changed(AUTH, run=RunId(3))) == scene.do(changed(AUTH, run=RunId(9))) == []


@pytest.mark.parametrize(("files", "asks"), [((), ["rename it everywhere"]), ((AUTH,), ["everywhere"])])
def test_T2_an_agent_that_told_of_changes_is_never_taken_back_and_asked_again(files, asks):
    scene = at_work("rename it")
    scene.do(changed(*files))
    assert asked(scene.say("everywhere") + scene.wait(3_000)) == asks


@pytest.mark.parametrize(
    ("files", "shown", "said"),
    [
        ((), "Nothing was changed.", "Nothing was changed."),
        (
            (AUTH, FileChange("tests\\test_auth.py", 1, 0)),
            "I changed 2 files: auth.py, 3 lines added, 1 removed; test_auth.py, 1 line added.",
            "I changed 2 files: auth py, 3 lines added, 1 removed; test auth py, 1 line added.",
        ),
        (
            (FileChange("lib/", 0, 1), FileChange("…", 0, 2)),
            "I changed 2 files: lib, 1 line removed; a file, 2 lines removed.",
            "I changed 2 files: lib, 1 line removed; a file, 2 lines removed.",
        ),
        (
            tuple(FileChange(f"{name}.md", 0, 0) for name in "abcd"),
            "I changed 4 files: a.md; b.md; c.md; 1 more file.",
            "I changed 4 files: a md; b md; c md; 1 more file.",
        ),
    ],
    ids=["nothing", "both", "removed", "many"],
)
def test_N5_what_is_said_of_what_was_changed(files, shown, said):
    scene = at_work()
    scene.do(changed(*files))
    out = scene.do(ASK)
    assert [one.text for one in of(ShowNotice, out)] == [shown]
    assert read(out) == [said]


def acts(run=TWO):
    return BrainStep(run, StepId("1"), StepKind.TOOL, "running make", effects=True)


@pytest.mark.parametrize(
    ("before", "then", "words"),
    [
        ([], [], "Nothing was changed."),
        ([], [acts()], "The agent did not say what it changed."),
        (
            [changed(AUTH)],
            [],
            "The last answer changed nothing. Before that, I changed 1 file: auth.py, 3 lines added, 1 removed.",
        ),
        (
            [changed(AUTH)],
            [changed(run=TWO)],
            "The last answer changed nothing. Before that, I changed 1 file: auth.py, 3 lines added, 1 removed.",
        ),
        ([changed(AUTH)], [acts()], "The agent did not say what it changed."),
        ([changed(AUTH)], [acts(), changed(FileChange("b", 1, 0), run=TWO)], "I changed 1 file: b, 1 line added."),
        ([changed(AUTH)], [changed(run=TWO), changed(run=ONE)], "Nothing was changed."),
    ],
    ids=["nothing", "not told", "earlier", "earlier, then told of nothing", "earlier, then not told", "both", "taken back"],
)  # fmt: skip
def test_N5_what_was_changed_is_told_of_the_last_answer(before, then, words):
    scene = at_work()
    scene.do(*before)
    scene.write(1, "Done.")
    scene.wait(9_000)
    scene.say("what time is it")
    scene.do(*then)
    assert told(scene) == [words]
