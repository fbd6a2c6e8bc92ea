"""The protocol as its makers' SDK has it: an agent of the SDK takes what we send, and we take what it sends."""

import sys

from solovox.brains.acp.brain import AcpBrain
from solovox.brains.acp.session import AcpSettings
from solovox.ports import Question, Step, Wrote
from solovox.testing.contracts_brain import ScriptedHost

SDK_AGENT = """
import asyncio
import acp
from acp import schema

class Mine(acp.Agent):
    def on_connect(self, conn):
        self.client = conn

    async def initialize(self, protocol_version, client_capabilities=None, client_info=None, **more):
        return acp.InitializeResponse(protocol_version=protocol_version)

    async def new_session(self, cwd, mcp_servers=None, **more):
        return acp.NewSessionResponse(session_id="s")

    async def prompt(self, prompt, session_id, **more):
        await self.client.session_update(session_id, acp.start_tool_call("t", "ls", kind="execute", status="pending"))
        answer = await self.client.request_permission(
            session_id=session_id,
            tool_call=schema.ToolCallUpdate(tool_call_id="t"),
            options=[
                schema.PermissionOption(option_id="y", name="Yes", kind="allow_once"),
                schema.PermissionOption(option_id="n", name="No", kind="reject_once"),
            ],
        )
        said = f"{prompt[0].text} {answer.outcome.option_id}"
        await self.client.session_update(session_id, acp.update_agent_message_text(said))
        return acp.PromptResponse(stop_reason="end_turn")

asyncio.run(acp.run_agent(Mine()))
"""


async def test_an_agent_of_the_sdk_is_a_brain(tmp_path):
    program = tmp_path / "agent.py"
    program.write_text(SDK_AGENT)
    brain = AcpBrain(AcpSettings((sys.executable, str(program)), tmp_path, {}))
    pieces = [one async for one in brain.answer(Question("Hello."), ScriptedHost(allows=True))]
    await brain.aclose()
    assert [one.text for one in pieces if isinstance(one, Wrote)] == ["Hello. y"]
    assert [(one.title, one.effects) for one in pieces if isinstance(one, Step)] == [("ls", True)]
