"""What may come of what Claude Code wants to do: free, undoable or grave, and whether it is asked for."""

import os

import pytest

from solovox.acts.paths import WorkFolder
from solovox.brains.claude.risk import Kind, Reach, Rule, judge

FOLDER = "/srv/ada/project"
FREE, UNDOABLE, GRAVE = Kind


def reach(permissions="ask", **choices):
    return Reach(WorkFolder(FOLDER, os.path.normpath), permissions, **choices)


COMMANDS = [
    ("ls -la", FREE, FREE),
    ("pytest -q", GRAVE, UNDOABLE),
    ("rm -rf src", GRAVE, UNDOABLE),
    ("git push --force", GRAVE, UNDOABLE),
    ("cat /etc/hosts", UNDOABLE, UNDOABLE),
    ("cat ~/.ssh/id_rsa", GRAVE, UNDOABLE),
    ("cat /srv/ada/.ssh/id_rsa", GRAVE, UNDOABLE),
    ("echo $(ls)", GRAVE, UNDOABLE),
    ("", GRAVE, UNDOABLE),
]
"""What each is where nothing fences it in, and behind the fence: there nothing leaves, and all can be given back."""


@pytest.mark.parametrize(("command", "bare", "fenced"), COMMANDS)
def test_A7_a_command_is_judged_by_what_it_can_do(command, bare, fenced):
    given = {"command": command}
    assert judge("Bash", given, reach()).kind is bare
    assert judge("Bash", given, reach(fenced=True)).kind is fenced
    assert judge("Bash", {**given, "dangerouslyDisableSandbox": True}, reach(fenced=True)).kind is GRAVE
    assert (judge("Bash", given, reach("edits", fenced=True)).rule is Rule.LET) is (fenced is FREE)
    changes = judge("Bash", given, reach(fenced=True)).changes
    assert (judge("Bash", given, reach("plan", fenced=True)).rule is Rule.NEVER) is changes
    assert changes is (bare is GRAVE)


def test_A7_what_goes_on_when_the_answer_is_over_is_grave():
    given = {"command": "sleep 5; rm -rf src", "run_in_background": True}
    assert judge("Bash", given, reach(fenced=True)).kind is GRAVE


WISHES = [
    ("Read", {"file_path": f"{FOLDER}/a.py"}, FREE),
    ("Read", {"file_path": "/etc/hosts"}, UNDOABLE),
    ("Read", {"file_path": "/srv/ada/.ssh/id_rsa"}, GRAVE),
    ("Grep", {"pattern": "x"}, FREE),
    ("Grep", {"pattern": "x", "glob": "../**"}, UNDOABLE),
    ("Glob", {"pattern": "*", "path": "/etc"}, UNDOABLE),
    ("Glob", {"pattern": "/etc/*"}, UNDOABLE),
    ("TodoWrite", {"todos": []}, FREE),
    ("Edit", {"file_path": f"{FOLDER}/src/a.py"}, UNDOABLE),
    ("Edit", {"file_path": "src/a.py"}, UNDOABLE),
    ("Write", {"file_path": f"{FOLDER}/new.py", "content": ""}, UNDOABLE),
    ("NotebookEdit", {"notebook_path": f"{FOLDER}/a.ipynb"}, UNDOABLE),
    ("Edit", {"file_path": f"{FOLDER}/.env.example"}, UNDOABLE),
    ("Edit", {"file_path": f"{FOLDER}/../other/a.py"}, GRAVE),
    ("Write", {"file_path": "/etc/hosts"}, GRAVE),
    ("Write", {"file_path": "~/.bashrc"}, GRAVE),
    ("Write", {"file_path": f"{FOLDER}/.env"}, GRAVE),
    ("Write", {"file_path": f"{FOLDER}/.env.local"}, GRAVE),
    ("Write", {"file_path": f"{FOLDER}/.git/hooks/pre-commit"}, GRAVE),
    ("Edit", {"file_path": f"{FOLDER}/.claude/settings.json"}, GRAVE),
    ("Edit", {}, GRAVE),
    ("WebFetch", {"url": "https://example.org/a"}, GRAVE),
    ("WebSearch", {"query": "x"}, GRAVE),
    ("mcp__github__list_issues", {}, GRAVE),
    ("mcp__github__delete_repo", {}, GRAVE),
    ("NeverHeardOf", {}, GRAVE),
]


@pytest.mark.parametrize(("tool", "given", "kind"), WISHES)
def test_A7_each_tool_is_judged_by_what_it_is_used_for(tool, given, kind):
    judged = judge(tool, given, reach())
    assert (judged.kind, judged.rule is Rule.LET) == (kind, kind is FREE)
    assert bool(judged.risk) is (kind is not FREE)
    changes = kind is not FREE and not tool.startswith(("Read", "Grep", "Glob"))
    assert (judge(tool, given, reach("plan")).rule is Rule.NEVER) is changes
    let = judge(tool, given, reach("edits")).rule is Rule.LET
    assert let is (kind is FREE or (kind is UNDOABLE and changes))


def test_A7_what_cannot_be_kept_cannot_be_undone():
    for tool, given in (("Bash", {"command": "pytest"}), ("Edit", {"file_path": "a.py"})):
        judged = judge(tool, given, reach("edits", fenced=True, unkept="the folder has more than 1000 MB"))
        assert (judged.kind, judged.rule) == (GRAVE, Rule.ASK)
        assert judged.risk == "it cannot be undone: the folder has more than 1000 MB"


def test_A7_a_link_that_leads_out_of_the_workspace_is_outside():
    place = WorkFolder(FOLDER, lambda path: os.path.normpath(path).replace(f"{FOLDER}/link", "/etc"))
    judged = judge("Edit", {"file_path": f"{FOLDER}/link/hosts"}, Reach(place, "edits"))
    assert (judged.kind, judged.rule) == (GRAVE, Rule.ASK)
