"""A page of a studio, as its own design document has it, talks with `solovox serve`: sound both ways, a tool, and faults."""

import json
import os
import statistics
import subprocess
import sys
import wave

import pytest

from cli.page_server import page_server
from e2e.conftest import JOE
from solovox.core.units import MIC_RATE, VOICE_RATE
from solovox.speech.resample import Resampler
from solovox.speech.stt.whisper import Whisper
from solovox.text.matching import errors
from solovox.weights import Cache, default_root
from strangers.conftest import HERE, PATIENCE

pytestmark = [pytest.mark.weights, pytest.mark.slow]

STATUS = "What is the status of the project?"
SUM = "What is seven times eight?"
AHEAD = 200
"""Milliseconds of sound that such a page may have waiting: it cannot throw any away."""
LATE = 300
"""By so much a busy machine may keep the stranger from its clock."""


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    with page_server(tmp_path_factory.mktemp("server"), *JOE) as one:
        yield one


@pytest.fixture
def talk(server, tmp_path):
    """A function: the steps of a plan to the lines that the stranger told of it."""

    def held(*steps):
        sound = tmp_path / "heard.wav"
        plan = {"url": server.socket, "out": str(sound), "steps": steps}
        done = subprocess.run(
            [sys.executable, HERE / "studio.py"],
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
        {"quiet": 1.5},
        {"end": True},
        {"until": "session_end"},
        {"finish": True},
    )
    kinds = [line["got"]["type"] for line in lines if "got" in line]
    assert kinds[0] == "ready"
    assert frames(lines, "ready")[0]["sessionId"]
    assert kinds[-1] == "session_end"
    (words,) = said(lines, "user")
    assert errors(STATUS, words).rate <= 0.2
    order = [kinds.index(kind) for kind in ("tool_call", "tool_result")]
    assert kinds.index("transcript") < order[0] < order[1] < len(kinds) - 2, "heard, called, told, said"
    assert [frame["name"] for frame in frames(lines, "tool_call")] == ["get_project_status"]
    assert frames(lines, "tool_call")[0]["args"] == {}
    told = " ".join(said(lines, "vox"))
    assert "It has" in told or "On branch" in told
    assert errors(told, heard(tmp_path / "heard.wav")).rate <= 0.3
    assert frames(lines, "session_end") == [{"type": "session_end", "reason": "user"}]


def test_each_sentence_is_told_when_it_begins_to_sound_and_little_is_sent_ahead(talk, spoken):
    lines = talk(
        {"start": {}},
        {"say": spoken("What can you do?")},
        {"hear": 3.0},
        {"quiet": 1.5},
        {"end": True},
        {"finish": True},
    )
    ahead = [line["ahead"] for line in lines if "sound" in line]
    assert statistics.median(ahead) <= AHEAD
    assert max(ahead) <= AHEAD + LATE
    marks = "".join(
        "v" if line.get("got", {}).get("role") == "vox" else "s" if "sound" in line else "" for line in lines
    )
    assert marks.startswith("vs"), "no sound before its words"
    assert marks.count("vs") == marks.count("v") > 1, "each sentence by itself, with its sound behind it"


def test_a_muted_microphone_is_not_heard(talk, spoken):
    lines = talk(
        {"start": {}},
        {"until": "ready"},
        {"mute": True},
        {"say": spoken(STATUS)},
        {"said": True},
        {"mute": False},
        {"say": spoken(SUM)},
        {"hear": 0.5},
        {"quiet": 1.5},
        {"end": True},
        {"finish": True},
    )
    (words,) = said(lines, "user")
    assert "status" not in words.lower()
    assert "56" in " ".join(said(lines, "vox"))
    assert frames(lines, "tool_call") == [] or "get_project_status" not in str(frames(lines, "tool_call"))


def test_what_is_wrong_is_told_and_the_session_goes_on(talk, spoken):
    wrong = ('{"type": "mute", "muted":', '{"type": "dance"}', '{"type": "mute"}', "[]", "\x00")
    lines = talk(
        {"start": {"theme": "no such theme"}},
        {"until": "ready"},
        *(step for text in wrong for step in ({"text": text}, {"until": "error"})),
        {"bytes": 3201},
        {"until": "error"},
        {"say": spoken(SUM)},
        {"hear": 0.5},
        {"quiet": 1.5},
        {"end": True},
        {"finish": True},
    )
    assert len(frames(lines, "error")) == len(wrong) + 1
    assert all("\n" not in frame["message"] for frame in frames(lines, "error"))
    assert "56" in " ".join(said(lines, "vox"))


def test_who_sends_nothing_for_a_while_is_waited_for(talk, spoken):
    lines = talk(
        {"start": {}},
        {"until": "ready"},
        {"say": spoken(SUM)},
        {"said": True},
        {"deaf": True},
        {"hear": 0.5},
        {"quiet": 1.5},
        {"deaf": False},
        {"say": spoken("What is six times seven?")},
        {"until": "transcript", "role": "user"},
        {"hear": 0.5},
        {"quiet": 1.5},
        {"end": True},
        {"finish": True},
    )
    assert len(said(lines, "user")) == 2
    assert "42" in " ".join(said(lines, "vox"))


def test_who_dies_without_a_word_keeps_nobody_else_out(talk, spoken):
    talk({"start": {}}, {"until": "ready"}, {"say": spoken(STATUS)}, {"until": "tool_call"}, {"die": True})
    lines = talk({"start": {}}, {"until": "ready"}, {"end": True}, {"until": "session_end"}, {"finish": True})
    assert frames(lines, "session_end") == [{"type": "session_end", "reason": "user"}]
