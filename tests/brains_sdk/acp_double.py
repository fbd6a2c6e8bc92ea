"""The test's end of `acp_agent.py`: the scripts that it plays, and what it has seen."""

import asyncio
import contextlib
import json
import os
import sys
from pathlib import Path

from solovox.brains.acp.brain import AcpBrain
from solovox.brains.acp.session import AcpSettings
from solovox.testing.contracts_remote_brain import MEGABYTE, PIECES, ServerWay

PROGRAM = Path(__file__).with_name("acp_agent.py")
COMMAND = (sys.executable, "-I", "-S", str(PROGRAM))
SESSION = "session-1"
USAGE = {"usage": {"inputTokens": 5, "outputTokens": 3, "totalTokens": 8, "cachedReadTokens": 2}}
OPTIONS = [
    {"optionId": "for ever", "name": "Always", "kind": "allow_always"},
    {"optionId": "yes", "name": "Yes", "kind": "allow_once"},
    {"optionId": "no", "name": "No", "kind": "reject_once"},
]


def text(said, **more):
    content = {"type": "text", "text": said}
    return ["update", {"sessionUpdate": "agent_message_chunk", "content": content, **more}]


def thought(said):
    return ["update", {"sessionUpdate": "agent_thought_chunk", "content": {"type": "text", "text": said}}]


def tool(name, **more):
    return ["update", {"sessionUpdate": "tool_call", "toolCallId": name, **more}]


def further(name, **more):
    return ["update", {"sessionUpdate": "tool_call_update", "toolCallId": name, **more}]


def permission(name, options=OPTIONS, **more):
    params = {"toolCall": {"toolCallId": name, **more}, "options": options}
    return ["ask", 900, "session/request_permission", params]


END = ["end", USAGE]
WAYS = {
    ServerWay.ANSWERS: [*map(text, PIECES), END],
    ServerWay.GOES_ON: [text(PIECES[0]), ["hang", text("and on ")[1]]],
    ServerWay.STALLS_AT_FIRST: [["hang"]],
    ServerWay.STALLS_WITHIN: [text(PIECES[0]), ["hang"]],
    ServerWay.IS_CUT: [text(PIECES[0]), ["errors", "out of memory"], ["exit", 7]],
    ServerWay.TOO_MANY: [
        ["error", {"code": -32603, "message": "Internal error", "data": {"details": "429: over quota"}}]
    ],
    ServerWay.NO_KEY: [["error", {"code": -32000, "message": "Authentication required"}]],
    ServerWay.NONSENSE: [text(PIECES[0]), ["raw", "TypeError: undefined is not a function"], ["hang"]],
    ServerWay.MEGABYTE: [text("m" * 1_000) for _ in range(MEGABYTE // 1_000)] + [END],
}
ACTS = [
    tool("t1", title="touch made", kind="execute", status="pending", rawInput={"command": "touch made"}),
    permission("t1"),
    [
        "if allowed",
        [further("t1", status="in_progress"), further("t1", status="completed"), text("Made."), END],
        [further("t1", status="failed"), text("Then not."), END],
    ],
]


class AgentDouble:
    """What the agent is told to do, and what came to it."""

    def __init__(self, scripts):
        self.scripts = scripts
        self.asked = 0
        self.told = []
        self._news = asyncio.Condition()

    async def serve(self, reader, writer):
        asyncio.current_task().set_name("double")
        self.told.append({"event": "connected"})
        while line := await reader.readline():
            event = json.loads(line)
            if event["event"] == "asked":
                script = self.scripts[min(self.asked, len(self.scripts) - 1)]
                self.asked += 1
                writer.write(json.dumps(script).encode() + b"\n")
            await self._tell(event)
        await self._tell({"event": "gone"})
        writer.close()
        with contextlib.suppress(ConnectionError):
            await writer.wait_closed()

    async def _tell(self, event):
        async with self._news:
            self.told.append(event)
            self._news.notify_all()

    async def _happened(self, *events):
        async with self._news:
            await self._news.wait_for(lambda: any(one["event"] in events for one in self.told))

    async def await_reached(self):
        await self._happened("asked")

    async def await_left(self):
        await self._happened("stopped", "gone")

    async def gone(self):
        await self._happened("gone")

    def messages(self, method=None):
        """What the client sent, in order."""
        sent = [one["message"] for one in self.told if one["event"] == "message"]
        return [one for one in sent if method is None or one.get("method") == method]

    def answers(self):
        """What the client answered."""
        return [one for one in self.messages() if "method" not in one]

    def events(self, name):
        return [one for one in self.told if one["event"] == name]


@contextlib.asynccontextmanager
async def scripted(*scripts, answers=None, **more):
    """The test's end for an agent that plays these scripts, and the variables to start that agent with."""
    double = AgentDouble(list(scripts))
    server = await asyncio.start_server(double.serve, "127.0.0.1", 0, limit=8_000_000)
    told = {
        "port": server.sockets[0].getsockname()[1],
        "session": SESSION,
        "answers": {
            "initialize": {
                "result": {"protocolVersion": 1, "agentInfo": {"name": "agent", "title": "The agent"}}
            },
            "session/new": {"result": {"sessionId": SESSION}},
            **(answers or {}),
        },
        **more,
    }
    try:
        yield double, {"ACP_DOUBLE": json.dumps(told)}
    finally:
        server.close()


@contextlib.asynccontextmanager
async def agent(*scripts, folder, answers=None, environment=None, double=None, state=None, **settings):
    """A brain whose agent plays these scripts, and the double."""
    async with scripted(*scripts, answers=answers, **(double or {})) as (made, told):
        variables = {"PATH": os.environ["PATH"], **told, **(environment or {})}
        yield AcpBrain(AcpSettings(COMMAND, folder, variables, **settings), state), made
