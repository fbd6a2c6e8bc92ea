"""Claude Code's real program, open elsewhere, with a voice: it calls our tools over MCP, told to by a model double."""

import asyncio
import contextlib
import json
import os
import sys
from pathlib import Path

from brains_sdk.serving import served
from brains_sdk.test_claude_code import Script
from http_server import coded_mcp
from http_server.conftest import coded, site
from http_server.mcp_agent import door
from http_server.page_client import page
from solovox.brains.claude.launch import scrub_variables
from solovox.demo.messages import ToolUse
from solovox.demo.serving import messages_app

__all__ = ["coded", "site"]
PATIENCE = 120
"""Seconds, on a busy machine."""
TOOLS = ("listen", "speak", "ask", "status")
TOKEN = "0123456789abcdef0123456789abcdef"


def tool(name, use="toolu_1", **given):
    return ToolUse(use, f"mcp__solovox__{name}", given)


def results(script, request):
    """What came of the tools, in a request to the model."""
    last = script.requests[request].messages[-1]["content"]
    texts = [one["content"] for one in last if one["type"] == "tool_result"]
    return [json.loads(text if isinstance(text, str) else text[0]["text"]) for text in texts]


@contextlib.asynccontextmanager
async def claude(folder, script, server):
    """The program, started with our server; gives its process. It has ended by itself, or is ended."""
    async with served(messages_app(script)) as url:
        given = {
            "ANTHROPIC_API_KEY": "dummy-key",
            "ANTHROPIC_BASE_URL": url,
            "CLAUDE_CONFIG_DIR": str(folder / "home"),
        }
        line = [
            "-p",
            "Talk with me.",
            "--strict-mcp-config",
            "--mcp-config",
            json.dumps({"mcpServers": {"solovox": server}}),
        ]
        line += ["--allowedTools", ",".join(f"mcp__solovox__{one}" for one in TOOLS), "--setting-sources="]
        process = await asyncio.create_subprocess_exec(
            program(), *line, cwd=folder, env=scrub_variables(dict(os.environ), given),
            stdin=asyncio.subprocess.DEVNULL, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE,
        )  # fmt: skip
        try:
            async with asyncio.timeout(PATIENCE):
                yield process
        finally:
            if process.returncode is None:
                process.terminate()
                await process.wait()


def program():
    import claude_agent_sdk

    return str(Path(claude_agent_sdk.__file__).parent / "_bundled" / "claude")


async def test_claude_code_asks_aloud_hears_the_answer_and_says_what_it_does(site, tmp_path):
    running = await site("brain.kind=mcp")
    url, headers = door(running)
    script = Script(
        tool("ask", question="Which file shall I open?"),
        tool("speak", "toolu_2", text="I open the red one."),
        "Done.",
    )
    async with page(running.socket) as person:
        await person.until("state")
        async with claude(tmp_path, script, {"type": "http", "url": url, "headers": headers}) as process:
            await person.when(lambda: person.total == len("Which file shall I open?") * 240)
            await person.say("text", text="The red one.")
            out, trouble = await process.communicate()
    assert (process.returncode, out.decode().strip()) == (0, "Done."), trouble.decode()
    assert list(person.said.values()) == ["Which file shall I open?", "I open the red one."]
    assert results(script, 1) == [
        {"heard": "The red one.", "ended_by": "person", "played": True, "interrupted_at_word": None}
    ]
    assert results(script, 2) == [{"played": True, "interrupted_at_word": None}]


async def test_claude_code_starts_solovox_mcp_and_the_page_is_there_when_it_listens(
    tmp_path, unused_tcp_port
):
    script = Script(tool("listen"), tool("speak", "toolu_2", text="The red one."), "Done.")
    server = {
        "type": "stdio",
        "command": sys.executable,
        "args": [coded_mcp.__file__, "--port", str(unused_tcp_port)],
        "env": {"SOLOVOX_TOKEN": TOKEN, "XDG_STATE_HOME": str(tmp_path / "state")},
    }
    async with claude(tmp_path, script, server) as process:
        await reachable(unused_tcp_port)
        async with page(f"ws://127.0.0.1:{unused_tcp_port}/api/vox/live?token={TOKEN}") as person:
            await person.say("text", text="Which one?")
            await person.when(lambda: person.total == len("The red one.") * 240)
            out, trouble = await process.communicate()
    assert (process.returncode, out.decode().strip()) == (0, "Done."), trouble.decode()
    assert list(person.said.values()) == ["The red one."]
    assert results(script, 1) == [{"heard": "Which one?", "ended_by": "person"}]


async def reachable(port):
    """Until something listens there."""
    async with asyncio.timeout(PATIENCE):
        while True:
            with contextlib.suppress(OSError):
                _, writer = await asyncio.open_connection("127.0.0.1", port)
                writer.close()
                return
            await asyncio.sleep(0.1)
