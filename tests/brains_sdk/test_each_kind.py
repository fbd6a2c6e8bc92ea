"""`solovox ask` in each profile that has a brain, with each kind that is a program of others.

The model and the agent are on loopback, beside the command, which has a loop of its own.
"""

import contextlib
import random
import shlex

import pytest
from anyio.from_thread import start_blocking_portal

from brains_sdk.acp_double import COMMAND, END, further, scripted, text, tool
from cli import quiet_engines
from cli.running import talked
from solovox.demo.serving import LoopbackModel
from solovox.demo.tour import Task, TourModel, TourUse

PROFILES = ("talk", "handoff", "studio", "discord")
PATIENT = "brain.first_seconds=1600", "brain.idle_seconds=1600"
"""Seconds of the talk, which is 32 times as quick as a clock."""


@pytest.fixture(autouse=True)
def quiet(monkeypatch):
    quiet_engines.in_place(monkeypatch)


@contextlib.contextmanager
def beside(manager):
    with start_blocking_portal() as portal, portal.wrap_async_context_manager(manager) as made:
        yield made


each_profile = pytest.mark.parametrize("profile", PROFILES)


def reads(folder):
    got = yield TourUse("Read", {"file_path": f"{folder}/cups.py"})
    return got.text


@each_profile
def test_claude_code_reads_a_file_and_answers(profile, tmp_path, monkeypatch, capfd):
    limit_of = Task("What is the cup limit?", frozenset({"cup"}), frozenset({"what", "is", "limit"}), reads)
    limit = str(random.randrange(100, 999))
    (tmp_path / "cups.py").write_text(f"CUP_LIMIT = {limit}\n")
    with beside(LoopbackModel(TourModel((limit_of,), word=0, thought=0)).serve()) as url:
        flags = (f"brain.url={url}", "brain.api_key=dummy", *PATIENT)
        own = {"CLAUDE_CONFIG_DIR": str(tmp_path / "own")}
        printed = talked(limit_of.says, "claude_code", profile, flags, tmp_path, monkeypatch, capfd, **own)
    assert limit in printed


@each_profile
def test_an_agent_of_the_protocol_works_and_answers(profile, tmp_path, monkeypatch, capfd):
    works = [tool("t", title="Reading", kind="read", status="in_progress"), further("t", status="completed")]
    with beside(scripted([*works, text("It is "), text("done."), END])) as (double, variables):
        flags = (f"brain.command={shlex.join(COMMAND)}", *PATIENT)
        printed = talked("Do it.", "acp", profile, flags, tmp_path, monkeypatch, capfd, **variables)
    assert "It is done." in printed
    assert len(double.messages("session/prompt")) == 1
