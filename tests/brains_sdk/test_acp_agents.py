"""Agents that others wrote, unpatched, from a registry, through the Agent Client Protocol: each kind of act, with a model on loopback,
a dummy key and an empty home. All agents talk at once; each test judges one act of one of them.

A proxy lets nothing out of this machine, and counts what would have left it.
"""

import asyncio
import contextlib
import os
import re
import sys
from pathlib import Path

import pytest

from brains_sdk.acp_agents import AGENTS
from brains_sdk.acp_models import (
    AGAIN,
    ALSO,
    ASK,
    BETTER,
    COUNT,
    EDIT,
    END_OF_WISH,
    KEY,
    NEW,
    OLD,
    WRITE,
    command,
)
from brains_sdk.acp_proxy import counting
from brains_sdk.acp_seen import ACTS, kept, sighting, write
from brains_sdk.serving import served
from solovox.brains.acp.brain import AcpBrain
from solovox.brains.acp.session import AcpSettings, HandedOver
from solovox.core.units import StepKind, StepState
from solovox.ports import BrainError, Changed, Consent, Question, Step, Wrote
from solovox.testing.contracts_brain import ScriptedHost

NOON = "It is noon."
BEGINS_ANEW = "a new one begins, and is told"
WITHIN_ITS_MINUTE = {("Gemini CLI", "next session"): BEGINS_ANEW}
"""Gemini CLI names the file of a session by its minute, and writes over it when it is loaded within that minute."""
TOOL = re.compile(r"lights_+lamp|kitchen of the person")
ROOM = "kitchen of the person"
LAMP = {
    "name": "lights",
    "command": sys.executable,
    "args": ["-I", str(Path(__file__).with_name("mcp_lamp.py"))],
    "env": [{"name": "LAMP_ROOM", "value": ROOM}],
}


class Talk:
    """What one agent does, act by act: what was seen, or why it does not hold."""

    def __init__(self, agent, home):
        self.agent, self.home = agent, home
        self.folder = home / "project"
        self.seen = {}
        self.reaches = set()

    async def held(self):
        """All acts, in their order."""
        (self.home / "home").mkdir()
        self.folder.mkdir()
        (self.folder / "story.txt").write_text(OLD)
        async with self.world({self.agent.key: KEY}) as settings:
            async with begun(settings) as brain:
                for act in ("question", "new file", "edit", "command", "MCP server", "refusal", "stop"):
                    await self.tried(act, getattr(self, act.replace(" ", "_")), brain)
            async with begun(settings) as brain:
                await self.tried("next session", self.next_session, brain)
        async with self.world({}) as settings, begun(settings) as brain:
            await self.tried("no key", self.no_key, brain)
        return self

    @contextlib.asynccontextmanager
    async def world(self, key):
        """Its model, and how it is started. Without a key it has a home of its own, in which no model is named where that asks for one."""
        self.model = self.agent.model()
        home = self.home / ("home" if key else "keyless")
        home.mkdir(exist_ok=True)
        async with counting() as proxy, served(self.model.app()) as url:
            proxies = dict.fromkeys(
                ("HTTPS_PROXY", "HTTP_PROXY", "https_proxy"), f"http://127.0.0.1:{proxy.port}"
            )
            yield AcpSettings(
                self.agent.command,
                self.folder,
                {
                    "PATH": os.environ["PATH"],
                    "HOME": str(home),
                    "NO_PROXY": "127.0.0.1",
                    **proxies,
                    **self.agent.prepare(home, url),
                    **key,
                },
                session="last" if key else "new",
                kept=self.home / "last" if key else None,
                mcp=HandedOver((LAMP,)),
                start_seconds=90,
                first_seconds=60,
            )
            self.reaches |= {
                "npm" if "npm" in target else target.rpartition(".")[0] for target in proxy.refused
            }

    @property
    def failures(self):
        return [one for one in self.seen.values() if isinstance(one, Exception)]

    async def tried(self, act, way, brain):
        try:
            async with asyncio.timeout(100):
                self.seen[act] = await way(brain)
        except (AssertionError, BrainError, TimeoutError, OSError) as wrong:
            self.seen[act] = wrong

    async def question(self, brain):
        assert said(await answered(brain, ASK)) == NOON
        return "answers"

    async def new_file(self, brain):
        host, new = OnceAllowed(), self.folder / "notes.txt"
        pieces = await answered(brain, f"{WRITE} {new} {END_OF_WISH}", host)
        assert new.read_text() == NEW
        assert "+hello there" in host.only.text
        began_after(pieces, host)
        assert changed(pieces) == ["notes.txt"]
        await answered(brain, "undo that")
        assert not new.exists()
        return "asks once, with the diff"

    async def edit(self, brain):
        host, story = OnceAllowed(), self.folder / "story.txt"
        pieces = await answered(brain, f"{EDIT} {story} {END_OF_WISH}", host)
        assert story.read_text() == BETTER
        assert "+one 2 three" in host.only.text or "+2" in host.only.text
        began_after(pieces, host)
        assert changed(pieces) == ["story.txt"]
        return "asks once, with the diff"

    async def command(self, brain):
        host = OnceAllowed()
        pieces = await answered(brain, command("touch made.txt"), host)
        assert (self.folder / "made.txt").exists()
        assert "touch made.txt" in host.only.text
        assert host.only.grave
        began_after(pieces, host)
        return "asks once, with the command"

    async def MCP_server(self, brain):
        """Its model is told of the tool that the person's server has; some start it beside the first questions."""
        for _ in range(5):
            if TOOL.search(self.model.offered):
                return "its tools are there"
            await answered(brain, ALSO)
        return "its tools are not offered"

    async def refusal(self, brain):
        host = ScriptedHost(allows=False)
        pieces = await answered(brain, command("touch refused.txt"), host)
        assert len(host.acts) == 1
        assert not (self.folder / "refused.txt").exists()
        told = [one for one in steps(pieces) if one.kind is StepKind.TOOL]
        assert [(one.state, one.effects) for one in told] == [(StepState.FAILED, False)]
        assert said(pieces) in ("", NOON)
        return "nothing is done; " + ("it answers" if said(pieces) else "it ends without a word")

    async def stop(self, brain):
        answer = brain.answer(Question(COUNT), ScriptedHost())
        async for piece in answer:
            if isinstance(piece, Wrote):
                break
        await answer.aclose()
        await self.model.left.wait()
        assert said(await answered(brain, ALSO)) == NOON
        return "stops, and leaves its model"

    async def next_session(self, brain):
        self.model.seen.clear()
        pieces = await answered(brain, AGAIN)
        assert said(pieces) == NOON
        new = any("a new one began" in one.title for one in steps(pieces))
        knows = any(ASK in asked for asked in self.model.seen)
        assert knows is not new, "it goes on, or the person is told that it does not"
        return BEGINS_ANEW if new else "goes on"

    async def no_key(self, brain):
        with pytest.raises(BrainError) as error:
            await answered(brain, ASK)
        assert "\n" not in str(error.value)
        self.line = str(error.value)
        return "one line" + (" that says how to log in" if "wants a login" in self.line else "")


class OnceAllowed(ScriptedHost):
    """A person who says yes, and sees what has begun by then."""

    def __init__(self):
        super().__init__(allows=True)
        self.pieces = []
        self.begun = []

    async def needs_yes(self, act) -> Consent:
        self.begun += [one for one in steps(self.pieces) if one.effects]
        return await super().needs_yes(act)

    @property
    def only(self):
        [act] = self.acts
        return act


def steps(pieces):
    return [one for one in pieces if isinstance(one, Step)]


def began_after(pieces, host):
    """Nothing that changes something began before the yes, and it is done."""
    assert host.begun == []
    assert {one.state for one in steps(pieces) if one.effects} >= {StepState.DONE}


def changed(pieces):
    return [file.path for one in pieces if isinstance(one, Changed) for file in one.files]


def said(pieces):
    return "".join(one.text for one in pieces if isinstance(one, Wrote))


async def answered(brain, text, host=None):
    pieces = [] if host is None else getattr(host, "pieces", [])
    async for one in brain.answer(Question(text), host or ScriptedHost()):
        pieces.append(one)
    return pieces


@contextlib.asynccontextmanager
async def begun(settings):
    brain = AcpBrain(settings)
    try:
        yield brain
    finally:
        await brain.aclose()


@pytest.fixture(scope="module")
def talks(tmp_path_factory):
    """What each agent did, by its name."""

    async def all_of_them():
        made = [Talk(one, tmp_path_factory.mktemp("agent")) for one in AGENTS.values()]
        return {one.agent.name: one for one in await asyncio.gather(*(one.held() for one in made))}

    found = asyncio.run(all_of_them())
    if "ACP_SEEN" in os.environ:
        write({name: sighting(one) for name, one in found.items() if not one.failures})
    return found


@pytest.mark.parametrize("name", AGENTS)
@pytest.mark.parametrize("act", ACTS)
def test_an_agent_of_others_does_each_kind_of_act_and_the_docs_say_what_was_seen(talks, name, act):
    seen = talks[name].seen[act]
    if isinstance(seen, Exception):
        raise seen
    assert seen in (kept()[name]["acts"][act], WITHIN_ITS_MINUTE.get((name, act)))


@pytest.mark.parametrize("name", AGENTS)
def test_what_an_agent_would_reach_is_what_the_docs_say(talks, name):
    assert talks[name].reaches <= set(kept()[name]["reaches"])
    assert talks[name].agent.version == kept()[name]["version"]
