"""A page of a studio, as its own design document has it, talks with `solovox serve`: sound both ways, a tool, and faults."""

import json
import os
import re
import statistics
import subprocess
import sys
import wave
from contextlib import suppress

import pytest

from cli.page_server import page_server
from e2e.conftest import JOE
from solovox.core.units import MIC_RATE, VOICE_RATE
from solovox.speech.resample import Resampler
from solovox.speech.stt.whisper import Whisper
from solovox.text.matching import errors
from solovox.weights import Cache, default_root
from strangers.clients import PATIENCE, PROGRAMS
from test_docs_examples import BLOCKS

pytestmark = [pytest.mark.weights, pytest.mark.slow]

STATUS = "What is the status of the project?"
SUM = "What is seven times eight?"
AHEAD = 200
"""Milliseconds of sound that such a page may have waiting: it cannot throw any away."""
SHARE = 20
"""By so much a piece may be late on its way to it."""
LATE = 100
"""By so much a busy machine may keep the stranger from its clock, but for a few pieces."""


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    project = tmp_path_factory.mktemp("project")
    (project / "notes.md").write_text("Water the garden.")
    flags = (*JOE, "--set", f"workspace={project}", "--limit", "1")
    with page_server(tmp_path_factory.mktemp("server"), *flags) as one:
        yield one


@pytest.fixture
def talk(server, tmp_path):
    """A function: the steps of a plan to the lines that the stranger told of it."""

    def held(*steps):
        sound = tmp_path / "heard.wav"
        plan = {"url": server.socket, "out": str(sound), "steps": steps}
        done = subprocess.run(
            [sys.executable, PROGRAMS / "studio.py"],
            input=json.dumps(plan), capture_output=True, text=True, timeout=PATIENCE, cwd=tmp_path,
        )  # fmt: skip
        assert done.returncode == 0, f"{done.stderr}\n{done.stdout[-2_000:]}"
        lines = [json.loads(line) for line in done.stdout.splitlines()]
        assert not [line for line in lines if "wrong" in line]
        return lines

    return held


def frames(lines, kind):
    return [line["got"] for line in lines if line.get("got", {}).get("type") == kind]


def said(lines, role):
    return [frame["text"] for frame in frames(lines, "transcript") if frame["role"] == role]


def heard(path):
    with wave.open(str(path)) as file:
        pcm = file.readframes(file.getnframes())
    down = Resampler(VOICE_RATE, MIC_RATE)
    whisper = Whisper(Cache(default_root(os.environ)).path("whisper-base"))
    return whisper.transcribe(down.feed(pcm) + down.finish()).text


def test_a_spoken_question_is_answered_with_a_tool_and_the_session_ends(talk, spoken, tmp_path):
    lines = talk(
        {"start": {"theme": "expert", "projectContext": {"name": "garden", "tools": []}}},
        {"until": "ready"},
        {"say": spoken(STATUS)},
        {"until": "tool_result", "name": "get_project_status"},
        {"hear": 1.0},
        {"quiet": 0.7},
        {"end": True},
        {"until": "session_end"},
        {"finish": True},
    )
    kinds = [line["got"]["type"] for line in lines if "got" in line]
    assert kinds[0] == "ready"
    assert frames(lines, "ready")[0]["sessionId"]
    assert frames(lines, "session_end") == [{"type": "session_end", "reason": "user"}]
    assert kinds[-1] == "session_end"
    (words,) = said(lines, "user")
    assert errors(STATUS, words).rate <= 0.2
    called, answered = kinds.index("tool_call"), kinds.index("tool_result")
    assert kinds.index("transcript") < called < answered < len(kinds) - 2, "heard, called, told, said"
    assert frames(lines, "tool_call") == [{"type": "tool_call", "name": "get_project_status", "args": {}}]
    told = " ".join(said(lines, "vox"))
    assert told == "There is no project yet: say what to build."
    assert errors(told, heard(tmp_path / "heard.wav")).rate <= 0.4, "one short sentence"
    marks = "".join(map(mark, lines)).lstrip("s")  # it says by a sound that it works
    assert marks.count("vs") == marks.count("v") == 2, "each clause when it begins, and its sound behind it"
    ahead = [line["ahead"] for line in lines if "sound" in line]
    assert statistics.median(ahead) <= AHEAD + SHARE
    assert statistics.quantiles(ahead, n=5)[-1] <= AHEAD + LATE


def mark(line):
    return "v" if line.get("got", {}).get("role") == "vox" else "s" if "sound" in line else ""


@pytest.mark.wide
def test_what_is_muted_is_not_heard_and_what_is_wrong_is_told(talk, spoken):
    wrong = ('{"type": "mute", "muted":', '{"type": "dance"}', '{"type": "mute"}', "[]", "\x00")
    lines = talk(
        {"start": {"theme": "no such theme"}},
        {"until": "ready"},
        {"mute": True},
        {"say": spoken("What time is it?")},
        *(step for text in wrong for step in ({"text": text}, {"until": "error"})),
        {"said": True},
        {"mute": False},
        {"bytes": 3201},
        {"until": "error"},
        {"say": spoken(SUM)},
        {"said": True},
        {"deaf": True},
        {"hear": 0.5},
        {"quiet": 3.2},
        {"deaf": False},
        {"say": spoken("What is six times seven?")},
        {"until": "transcript", "role": "user"},
        {"until": "transcript", "role": "user"},
        {"hear": 0.5},
        {"quiet": 0.7},
        {"end": True},
        {"finish": True},
    )
    assert len(said(lines, "user")) == 2
    assert "time is" not in " ".join(said(lines, "user")).lower()
    told = " ".join(said(lines, "vox"))
    assert "56" in told
    assert "42" in told
    errors_told = frames(lines, "error")
    assert len(errors_told) == len(wrong) + 2  # and the theme that there is not
    assert all("\n" not in frame["message"] for frame in errors_told)


@pytest.mark.wide
def test_who_dies_without_a_word_keeps_nobody_else_out(talk, spoken):
    talk({"start": {}}, {"until": "ready"}, {"say": spoken(STATUS)}, {"until": "tool_call"}, {"die": True})
    for _ in range(50):  # its session takes a moment to end
        with suppress(AssertionError):
            talk({"start": {}}, {"until": "ready"}, {"end": True}, {"until": "session_end"}, {"finish": True})
            return
    raise AssertionError("its session has the only place for ever")


HOWTO = [block for block in BLOCKS if block.note == "run with" and block.about == "serve"]


CURL = [
    line
    for block in BLOCKS
    if "own-client" in block.page
    for line in block.body.splitlines()
    if "curl" in line
]


def test_the_howtos_lines_for_curl_are_answered(server):
    assert len(CURL) == 3
    base, _, token = server.address.partition("/?token=")
    for line in CURL:
        command = line.replace("http://127.0.0.1:8765", base).replace(
            "curl", "curl --fail --silent --show-error"
        )
        done = subprocess.run(
            ["sh", "-c", command], env={**os.environ, "TOKEN": token}, capture_output=True, text=True
        )
        assert done.returncode == 0, (line, done.stderr)


@pytest.mark.parametrize(
    ("block", "asked", "prints"),
    [
        (HOWTO[0], SUM, ('"role":"user"', '"role":"vox"', "56", '"reason":"user"')),
        (HOWTO[1], None, ("That is 42", "ended: user")),
    ],
    ids=["spoken", "typed"],
)
def test_the_clients_of_the_howto_work_as_they_stand_there(server, spoken, tmp_path, block, asked, prints):
    given = spoken(asked) if asked else "What is six times seven?"
    done = subprocess.run(
        [sys.executable, "-c", block.body, server.socket, given, "answer.wav"],
        capture_output=True, text=True, timeout=PATIENCE, cwd=tmp_path,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert [words for words in prints if words not in done.stdout] == [], done.stdout
    told = re.findall(r"\d+", heard(tmp_path / "answer.wav"))
    assert told[-1:] == re.findall("56|42", done.stdout)[-1:]
