"""What a timeline says of an agent's work: its steps, what it used, what it changed."""

import json
import re

from laws.scene import Scene
from recordings.test_held import told
from solovox.core import events as ev
from solovox.core.units import FileChange, RunId, StepId, StepKind, StepState
from solovox.recordings.page import page

DIFF = "--- a/a.py\n+++ b/a.py\n@@ -1 +1 @@\n-x = 1\n+x = 2\n"


def worked(run, name):
    run = RunId(run)
    step = ev.BrainStep(run, StepId("1"), StepKind.TOOL, f"Edit {name}", "-x = 1\n+x = 2", effects=True)
    return [
        step,
        ev.BrainUsed(run, 10, 2),
        ev.BrainStep(run, StepId("1"), StepKind.TOOL, step.title, step.detail, StepState.DONE, True, "r-1"),
        ev.BrainUsed(run, 30, 5, 400),
        ev.BrainChanged(run, (FileChange(name, 1, 1),), DIFF.replace("a.py", name)),
        ev.BrainFinished(run),
    ]


def talk():
    scene = Scene()
    scene.do(ev.Typed("change it"), ev.BrainWrote(RunId(1), "Done."), *worked(1, "a.py"))
    scene.do(ev.Typed("hello"), ev.BrainWrote(RunId(2), "Hello."), ev.BrainFinished(RunId(2)))
    return told(scene)


def test_C6_a_turn_has_the_newest_of_each_step_all_that_was_used_and_the_diff():
    changed, plain = talk().summary()["turns"]
    (step,) = changed["steps"]
    assert (step["title"], step["state"], step["effects"], step["receipt"]) == (
        "Edit a.py",
        "done",
        True,
        "r-1",
    )
    assert changed["usage"] == {"input_tokens": 30, "output_tokens": 5, "cost": 400}
    assert changed["changed"] == [{"path": "a.py", "added": 1, "removed": 1}]
    assert changed["diff"] == DIFF
    assert not {"steps", "usage", "changed", "diff"} & set(plain)


def test_C4_a_turn_whose_answer_has_no_act_says_so_and_no_other():
    scene = Scene()
    scene.do(ev.Typed("what is it?"), ev.BrainWrote(RunId(1), "A file."), ev.BrainFinished(RunId(1)))
    scene.do(ev.Typed("change it"), ev.BrainWrote(RunId(2), "Done."), *worked(2, "a.py"))
    scene.do(ev.Typed("again"), ev.BrainWrote(RunId(3), "Done."), ev.BrainFinished(RunId(3)))
    acts = [turn.get("acts") for turn in told(scene).summary()["turns"]]
    assert acts == ["no action was recorded", None, "no action was recorded"]


def test_the_page_has_them_too():
    data = re.search(r'id="data">(.*?)</script>', page(talk()), re.DOTALL)[1]
    assert json.loads(data)["turns"][0]["diff"] == DIFF
