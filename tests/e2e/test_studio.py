"""The Studio offline, as a person has it who talks or types to `solovox ask`: no key, no network, no page."""

import re

import pytest

from cli.running import solovox
from e2e.conftest import JOE

pytestmark = pytest.mark.weights
OFFLINE = ("--profile", "studio", "--set", "brain.kind=local", *JOE)
WORDS = (
    "what should I use for charts?", "add it", "build me a calculator", "make it green", "show me the preview",
    "search data and storage for spreadsheets", "how is the project doing",
)  # fmt: skip
ANSWERS = (
    r'for the screen: card \[\{"id": "chartjs", "name": "Chart\.js", .*\n',
    r"I would take Chart\.js, because you asked for charts\. Or .* Shall I add it\?\n",
    r"for the screen: project \w+\n(?:.*\n)?done: add_tool \(added chartjs to New app\)\nChart\.js is added to New app\.\n",
    r"done: generate_app \(job 1\)\nJob 1: I am building Calculator\.\n(?:.*\n)*?solovox: Done\. A calculator\.\n",
    r"done: generate_app \(job 2\)\nJob 2: I am changing Calculator\.\n(?:.*\n)*?solovox: Done\. It is green now\.\n",
    r"for the screen: navigate preview\nHere is the preview\.\n",
    r'for the screen: card \[\{"id": .*"domain": "data and storage".*\nI found .* in data and storage\.\n',
    r"Calculator is at version 2, with \d files\. It uses Chart\.js\. Job 2 is done: It is green now\.\n",
)


@pytest.mark.wide
def test_a_talk_in_the_studio_by_text(tmp_path):
    first, *later = WORDS
    acts = [part for at, text in enumerate(later, 1) for part in ("--do", f"type:{text}@{20 * at}")]
    done = solovox(
        "ask", "--text", first, *OFFLINE, "--speed", "24", *acts, "--journal", "journal", cwd=tmp_path
    )
    assert done.returncode == 0, done.stderr
    at = 0
    for answer in ANSWERS:
        found = re.compile(answer).search(done.stdout, at)
        assert found, f"{answer}\nis not in\n{done.stdout[at:]}"
        at = found.end()
    replayed = solovox("replay", "journal", cwd=tmp_path)
    assert replayed.stdout.startswith("identical: "), replayed.stdout
    again = solovox("ask", "--text", "make it blue", *OFFLINE, "--speed", "24", cwd=tmp_path)
    assert "I am changing Calculator." in again.stdout, "it goes on with the newest project"


@pytest.mark.wide
def test_what_is_not_clear_is_asked_back(tmp_path):
    done = solovox(
        "ask",
        "--text",
        "add it",
        *OFFLINE,
        "--speed",
        "24",
        "--do",
        "type:make it green@10",
        cwd=tmp_path,
    )
    assert done.returncode == 0, done.stderr
    assert (
        done.stdout
        == "No card of tools is open: say which tool, by its name.\nThere is no app yet. What shall I build first?\n"
    )


def test_a_spoken_request_begins_a_job(ask, said):
    asked = ask(said("Build me a calculator.", voice="rms"), *OFFLINE, "--speed", "24")
    assert asked.done.returncode == 0, asked.done.stderr
    assert "Job 1: I am building Calculator." in asked.done.stdout, asked.done.stdout
    assert "Done. A calculator." in asked.done.stdout, asked.done.stdout
    assert "identical: " in asked.replayed()
