"""What is said of what Claude Code wants to do, before a yes: what it does to what, whole, and where (laws N5, A7)."""

import pytest

from solovox.acts.paths import WorkFolder
from solovox.brains.claude.aloud import say_act
from solovox.brains.claude.risk import Reach, judge
from solovox.core.units import RunId
from solovox.ports import Act
from solovox.shell.links.yeses import ask_permission

FENCED = Reach(WorkFolder("/srv/shop", lambda path: path), fenced=True)
LONG = "x = 1\n" * 400


def said(tool, given, limits=FENCED):
    """All of it, as a voice says it."""
    kind = judge(tool, given, limits).kind
    act = Act(tool, arguments=given, spoken=say_act(tool, given, limits.place, kind))
    return ask_permission(RunId(1), act).said


UNDOABLE = {
    "a command": (
        ("Bash", {"command": "rm -rf src", "description": "Tidy up", "timeout": 5_000}),
        "run rm dash rf src, in shop",
    ),
    "a command of two lines": (("Bash", {"command": "cd a\nmake"}), "run cd a new line make, in shop"),
    "a new file": (
        ("Write", {"file_path": "/srv/shop/src/a.py", "content": LONG}),
        "write src/a.py, in shop, 400 lines",
    ),
    "an edit": (
        ("Edit", {"file_path": "/srv/shop/a.py", "old_string": "a\nb", "new_string": "a\nc\nd"}),
        "edit a.py, in shop, 2 lines added, 1 line removed",
    ),
    "a name everywhere": (
        (
            "Edit",
            {"file_path": "/srv/shop/a.py", "old_string": "a", "new_string": "b", "replace_all": True},
        ),
        "edit a.py, in shop, 1 line added, 1 line removed, wherever it stands",
    ),
    "several edits": (
        (
            "MultiEdit",
            {
                "file_path": "/srv/shop/a.py",
                "edits": [
                    {"old_string": "a", "new_string": "b"},
                    {"old_string": "c", "new_string": "c\nd"},
                ],
            },
        ),
        "edit a.py, in shop, 2 lines added, 1 line removed",
    ),
    "a cell": (
        (
            "NotebookEdit",
            {"notebook_path": "/srv/shop/n.ipynb", "cell_id": "c1", "new_source": "a\nb"},
        ),
        "edit n.ipynb, in shop, 2 lines, cell underscore id: c1",
    ),
    "a look elsewhere": (
        ("Read", {"file_path": "/var/log/syslog"}),
        "read slash var/log/syslog, outside of shop",
    ),
    "a search elsewhere": (
        ("Grep", {"pattern": "a b", "path": "/var/log"}),
        "search for a b, in slash var/log, outside of shop",
    ),
    "a plan": (("ExitPlanMode", {"plan": LONG}), "begin to do what was planned, in shop"),
}
GRAVE = {
    "a command that stays": (
        ("Bash", {"command": "make serve", "run_in_background": True}),
        "run make serve, in shop, with no fence around it, run underscore in underscore background: true",
    ),
    "a command without a fence": (
        ("Bash", {"command": "git push", "dangerouslyDisableSandbox": True}),
        "run git push, in shop, with no fence around it",
    ),
    "a file outside": (
        ("Write", {"file_path": "/etc/hosts", "content": LONG}),
        "write slash etc/hosts, outside of shop, 400 lines",
    ),
    "a secret": (
        ("Read", {"file_path": "/srv/shop/.env"}),
        "read dot env, in shop",
    ),
    "a request": (
        ("WebFetch", {"url": "https://docs.example.evil.io/x", "prompt": "Sum it up"}),
        "fetch https colon slash slash docs.example.evil.io/x, from docs.example.evil.io, prompt: Sum it up",
    ),
    "a search of the web": (("WebSearch", {"query": "ann's key"}), "search the web for ann's key"),
    "another server's tool": (
        ("mcp__github__delete_repo", {"name": "shop"}),
        "call delete repo of github, name: shop",
    ),
    "what is not known": (("Fly", {"to": "Rome"}), "use Fly, to: Rome"),
}


@pytest.mark.parametrize("case", [*UNDOABLE, *GRAVE])
def test_N5_what_is_said_before_a_yes_is_the_act_its_object_and_its_place(case):
    given, words = (UNDOABLE | GRAVE)[case]
    assert said(*given) == words


@pytest.mark.parametrize("case", UNDOABLE)
def test_A7_what_can_be_undone_is_never_too_long_to_be_said(case):
    assert said(*UNDOABLE[case][0])


def test_N5_a_command_that_is_too_long_to_be_said_whole_is_not_said():
    assert said("Bash", {"command": "echo " + "a " * 400}) == ""


def test_N5_the_whole_command_is_said_where_nothing_keeps_it():
    assert (
        said("Bash", {"command": "make"}, Reach(FENCED.place)) == "run make, in shop, with no fence around it"
    )


@pytest.mark.parametrize("text", ["a\u202eb", "\u0430pp"])
def test_N5_what_no_voice_can_say_right_is_not_said(text):
    assert said("Write", {"file_path": f"/srv/shop/{text}", "content": ""}) == ""


def test_N5_a_field_that_nobody_knows_is_said_too():
    assert said(
        "Edit", {"file_path": "/srv/shop/a", "old_string": "", "new_string": "b", "mode": "0777"}
    ) == ("edit a, in shop, 1 line added, mode: 0777")
