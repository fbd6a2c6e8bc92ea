"""Agents that others wrote, unpatched, from a registry, through the Agent Client Protocol: with a model on loopback, a dummy
key and an empty home. A proxy counts what would leave this machine: nothing does.
"""

import asyncio
import contextlib
import json
import os
import sys
from pathlib import Path

import claude_agent_sdk
import pytest

from brains_sdk.acp_models import COMMAND, COUNT, MAKE, NEW, WRITE, Contents, Messages, counting
from brains_sdk.serving import served
from solovox.brains.acp.brain import AcpBrain
from solovox.brains.acp.session import AcpSettings
from solovox.core.units import StepState
from solovox.ports import Changed, Question, Step, Wrote
from solovox.testing.contracts_brain import ScriptedHost

JS = Path(sys.prefix) / "js"
MODULES = JS / "node_modules"


def through_claude(home, url):
    """Claude Code's own program, behind the adapter of the protocol's makers."""
    program = Path(claude_agent_sdk.__file__).parent / "_bundled" / "claude"
    return (MODULES / "@agentclientprotocol/claude-agent-acp/dist/index.js",), {
        "ANTHROPIC_API_KEY": "dummy",
        "ANTHROPIC_BASE_URL": url,
        "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC": "1",
        "CLAUDE_CODE_EXECUTABLE": str(program),
        "CLAUDE_CONFIG_DIR": str(home / "claude"),
    }


def gemini_cli(home, url):
    """Gemini CLI, which speaks the protocol by itself."""
    settings = home / ".gemini" / "settings.json"
    settings.parent.mkdir()
    quiet = {"privacy": {"usageStatisticsEnabled": False}, "general": {"enableAutoUpdate": False}}
    settings.write_text(json.dumps(quiet))
    return (MODULES / "@google/gemini-cli/bundle/gemini.js", "--acp", "-m", "gemini-2.5-pro"), {
        "GEMINI_API_KEY": "dummy",
        "GOOGLE_GEMINI_BASE_URL": url,
    }


AGENTS = {"Claude Agent": (through_claude, Messages), "Gemini CLI": (gemini_cli, Contents)}


@contextlib.asynccontextmanager
async def real(name, tmp_path):
    """How this agent is started, its model, and its folder."""
    make, kind = AGENTS[name]
    home, folder, model = tmp_path / "home", tmp_path / "here", kind()
    home.mkdir()
    folder.mkdir()
    async with counting() as proxy, served(model.app()) as url:
        arguments, variables = make(home, url)
        proxies = dict.fromkeys(
            ("HTTPS_PROXY", "HTTP_PROXY", "https_proxy"), f"http://127.0.0.1:{proxy.port}"
        )
        environment = {
            "PATH": os.environ["PATH"],
            "HOME": str(home),
            **proxies,
            "NO_PROXY": "127.0.0.1",
            **variables,
        }
        settings = AcpSettings(
            (str(JS / "node"), *map(str, arguments)),
            folder,
            environment,
            session="last",
            kept=tmp_path / "last",
        )
        yield settings, model, folder
        assert proxy.refused == []


@contextlib.asynccontextmanager
async def begun(settings):
    brain = AcpBrain(settings)
    try:
        await brain.open()
        yield brain
    finally:
        await brain.aclose()


def said(pieces):
    return "".join(one.text for one in pieces if isinstance(one, Wrote))


async def answered(brain, text, host):
    return [one async for one in brain.answer(Question(text), host)]


@pytest.mark.parametrize("name", AGENTS)
async def test_an_agent_of_others_answers_asks_for_a_yes_stops_and_goes_on(tmp_path, name):
    async with real(name, tmp_path) as (settings, model, folder), asyncio.timeout(60):
        async with begun(settings) as brain:
            assert said(await answered(brain, "What time is it?", ScriptedHost())) == "It is noon."

            refuses = ScriptedHost(allows=False)
            pieces = await answered(brain, MAKE, refuses)
            [asked] = [act.text for act in refuses.acts]
            assert COMMAND in asked
            assert not (folder / "made.txt").exists()
            steps = [one for one in pieces if isinstance(one, Step)]
            assert not [one for one in steps if one.effects]

            allows = ScriptedHost(allows=True)
            pieces = await answered(brain, MAKE, allows)
            assert (folder / "made.txt").exists()
            ran = [one for one in pieces if isinstance(one, Step) and one.effects]
            assert [one.state for one in ran] == [StepState.BEGUN, StepState.DONE]
            assert [one.files[0].path for one in pieces if isinstance(one, Changed)] == ["made.txt"]

            wants, new = ScriptedHost(allows=True), folder / "notes.txt"
            await answered(brain, f"{WRITE} {new} .", wants)
            assert new.read_text() == NEW
            assert all("+hello there" in act.text for act in wants.acts)
            assert wants.acts
            await answered(brain, "undo that", ScriptedHost())
            assert not new.exists()

            answer = brain.answer(Question(COUNT), ScriptedHost())
            async for piece in answer:
                if isinstance(piece, Wrote):
                    break
            await answer.aclose()
            await model.left.wait()
            assert said(await answered(brain, "And now?", ScriptedHost())) == "It is noon."

        async with begun(settings) as brain:
            pieces = await answered(brain, "Say it again.", ScriptedHost())
    notes = [one.title for one in pieces if isinstance(one, Step)]
    assert ("What time is it?" in model.seen) is not any("a new one began" in note for note in notes), (
        "its last session went on, or the person is told that it does not"
    )
    assert name == "Gemini CLI" or not notes
