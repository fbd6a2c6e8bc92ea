"""A plain function, a plugin of twenty lines and an MCP server become tools by keys of one file: a whole session each."""

import json
import shutil
import sys

import pytest

import house_rules as house
from cli import quiet_engines
from cli.running import here

EXAMPLES = house.ROOT / "examples" / "own_tools"
SERVER = '''
from pathlib import Path
from mcp.server import MCPServer

server = MCPServer("notes")


@server.tool()
def write(text: str) -> str:
    """Write a note."""
    Path("note.txt").write_text(text)
    return f"{len(text)} letters"


server.run()
'''
CALLS = [
    ("remind", {"what": "tea", "minutes": 3}),
    ("reminders", {}),
    ("lamp_on", {"room": "hall"}),
    ("notes_write", {"text": "milk"}),
    ("lamps_lit", {}),
]
BRAIN = f"""
async def agent(text, host):
    for name, arguments in {CALLS}:
        result = await host.call(name, arguments)
        yield f"{{name}}: {{result.text[:80]}}\\n\\n"
"""


@pytest.fixture
def project(tmp_path, monkeypatch):
    """A folder with all three, as the how-to's have them."""
    for name in ("my_tools.py", "lamps.py"):
        shutil.copy(EXAMPLES / name, tmp_path)
    (tmp_path / "server.py").write_text(SERVER)
    (tmp_path / "calling.py").write_text(BRAIN)
    command = json.dumps([sys.executable, "server.py"])
    (tmp_path / "solovox.toml").write_text(
        'tools = ["my_tools:remind", "my_tools:reminders", "lamps:Lamps", "notes"]\n'
        '[brain]\nkind = "python"\n[brain.python]\nagent = "calling:agent"\n'
        f"[mcp.notes]\ncommand = {command}\n"
    )
    quiet_engines.in_place(monkeypatch)
    path = list(sys.path)
    yield tmp_path
    sys.path[:] = path
    for name in ("my_tools", "lamps", "calling"):
        sys.modules.pop(name, None)


def asked(project, monkeypatch, capfd, *acts, speed=1):
    flags = [part for act in acts for part in ("--do", act)]
    done = here(
        ("ask", "--text", "Do it all.", "--journal", "journal", "--speed", speed, *flags),
        project,
        monkeypatch,
        capfd,
        {},
    )
    lines = (project / "journal" / "journal.jsonl").read_text().splitlines()[1:]
    return done, [json.loads(line) for line in lines]


def returned(entries):
    return [(one["result"], one["receipt"]) for one in entries if one.get("event") == "ToolReturned"]


@pytest.mark.slow
def test_A1_C4_what_acts_waits_for_a_yes_and_the_timeline_has_the_receipts(project, monkeypatch, capfd):
    done, entries = asked(project, monkeypatch, capfd, *["accept@held"] * 3)
    assert done.returncode == 0, done.stderr
    assert returned(entries) == [
        ("a reminder of tea in 3 minutes", "remind answered: a reminder of tea in 3 minutes"),
        ('["in 3 minutes: tea"]', None),
        ("the lamp of the hall is on", "lamp_on answered: the lamp of the hall is on"),
        ("4 letters", "notes answered write: 4 letters"),
        ('["hall"]', None),
    ]
    assert len([one for one in entries if one.get("event") == "ConsentGiven"]) == 3
    assert (project / "note.txt").read_text() == "milk"
    page = here(("timeline", "journal", "--html", "seen.html"), project, monkeypatch, capfd, {})
    assert page.returncode == 0, page.stderr
    seen = (project / "seen.html").read_text()
    for _, receipt in returned(entries):
        assert receipt is None or f"receipt {receipt}" in seen
    replayed = here(("replay", "journal/journal.jsonl"), project, monkeypatch, capfd, {})
    assert replayed.stdout.startswith("identical: "), replayed.stdout


@pytest.mark.slow
def test_a_long_result_is_kept_beside_the_journal_and_the_session_replays(project, monkeypatch, capfd):
    (project / "reminders.txt").write_text("in 1 minutes: tea\n" * 10_000)
    (project / "calling.py").write_text(BRAIN.replace(str(CALLS), str([("reminders", {})])))
    text = (project / "solovox.toml").read_text()
    (project / "solovox.toml").write_text(text.partition("[mcp")[0].replace(', "notes"', ""))
    done, entries = asked(project, monkeypatch, capfd, speed=50)
    assert done.returncode == 0, done.stderr
    [(result, _)] = returned(entries)
    assert len(result.encode()) <= 65_536
    kept = project / "journal" / "results" / "1.txt"
    assert f"the whole is in results/{kept.name}, beside the journal" in result
    assert json.loads(kept.read_text()) == ["in 1 minutes: tea"] * 10_000
    replayed = here(("replay", "journal/journal.jsonl"), project, monkeypatch, capfd, {})
    assert replayed.stdout.startswith("identical: "), replayed.stdout
