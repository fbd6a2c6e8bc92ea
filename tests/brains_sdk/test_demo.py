"""The demonstration model behind Claude Code's real program, in a folder made a moment before: it reads, asks, and does what was allowed."""

import contextlib
import random
import tempfile

import pytest
from claude_agent_sdk import (
    ClaudeAgentOptions,
    ClaudeSDKClient,
    PermissionResultAllow,
    PermissionResultDeny,
    ResultMessage,
)

from brains_sdk.serving import served
from solovox.demo.messages_app import messages_app
from solovox.demo.model import DemoModel

TOOLS = pytest.mark.parametrize(
    "tools", [None, ["Read", "Grep", "Glob", "Edit", "Write", "Bash"]], ids=["all", "lean"]
)
QUIET = {"CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC": "1", "ANTHROPIC_API_KEY": "dummy"}


class Room:
    """A folder with a module, and a test that leaves a mark when it runs."""

    def __init__(self, folder):
        self.folder, self.asked, self.allowed = folder, [], True
        self.old, self.new = random.sample(range(100, 999), 2)
        self.module, self.mark = folder / "limits.py", folder / "it-ran"
        self.text = f"\n\nMAX_{self.old}_CUPS = {self.old}\n\n\ndef brew_{self.old}(leaves):\n    return leaves * {self.old}\n"
        objects = folder / ".git" / "objects"
        objects.mkdir(parents=True)
        for one in range(150):  # older than all else, as in a clone
            (objects / f"{one:03}").write_text("x")
        self.module.write_text(self.text)
        (folder / "test_limits.py").write_text(
            "import pathlib\nimport unittest\n\n\nclass LimitsTest(unittest.TestCase):\n    def test_it(self):\n"
            f"        pathlib.Path({str(self.mark)!r}).touch()\n"
        )

    async def decide(self, name, given, context):
        self.asked.append(name)
        return PermissionResultAllow() if self.allowed else PermissionResultDeny(message="the person said no")


@contextlib.asynccontextmanager
async def talking(room, tools):
    """A function: words to the answer."""
    with tempfile.TemporaryDirectory() as own:
        async with served(messages_app(DemoModel(word=0, thought=0))) as url:
            options = ClaudeAgentOptions(
                cwd=room.folder,
                env={**QUIET, "ANTHROPIC_BASE_URL": url, "CLAUDE_CONFIG_DIR": own},
                setting_sources=[],
                can_use_tool=room.decide,
                tools=tools,
            )
            async with ClaudeSDKClient(options) as client:

                async def says(words):
                    await client.query(words)
                    async for message in client.receive_response():
                        if isinstance(message, ResultMessage):
                            assert not message.is_error
                            return message.result
                    raise AssertionError("it did not end")

                yield says


@TOOLS
async def test_a_talk_with_the_real_program(tmp_path, tools):
    room = Room(tmp_path)
    async with talking(room, tools) as says:
        told = await says(f"Where is brew {room.old} defined?")
        assert "`limits.py`, line 6" in told
        assert f"return leaves * {room.old}" in told
        assert room.asked == [], "what only looks is not asked for"

        room.allowed = False
        told = await says(f"Change max {room.old} cups to {room.new}.")
        assert room.asked == ["Edit"]
        assert "I did not change anything: you said no." in told
        assert room.module.read_text() == room.text

        told = await says("Run the tests.")
        assert room.asked == ["Edit", "Bash"]
        assert "I did not run the tests: you said no." in told
        assert not room.mark.exists()

        room.allowed = True
        told = await says(f"Change max {room.old} cups to {room.new}.")
        assert told.startswith("Done.")
        assert room.module.read_text() == room.text.replace(f"CUPS = {room.old}", f"CUPS = {room.new}")

        assert "The tests pass." in await says("Run the tests.")
        assert room.mark.exists()

        assert "I put it back" in await says("Undo that.")
        assert room.module.read_text() == room.text
        assert room.asked == ["Edit", "Bash", "Edit", "Bash", "Edit"]

        assert "`limits.py`" in await says("List the files.")
