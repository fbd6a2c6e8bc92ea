"""Claude Code's real program, against a Messages API on loopback."""

from brains_sdk.serving import served
from solovox.brains.claude_code import ClaudeCode, ClaudeSettings
from solovox.demo.messages import TextBlock
from solovox.demo.messages_app import messages_app
from solovox.ports import Question, Wrote
from solovox.testing.contracts_brain import ScriptedHost

QUIET = {"CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC": "1", "ANTHROPIC_API_KEY": "dummy"}


class Says:
    async def reply(self, request):
        for word in ("It ", "is ", "noon."):
            yield TextBlock(word)


async def test_the_text_comes_through_the_real_program(tmp_path):
    async with served(messages_app(Says())) as url:
        brain = ClaudeCode(ClaudeSettings(tmp_path, {**QUIET, "ANTHROPIC_BASE_URL": url}))
        await brain.open()
        answer = brain.answer(Question("What time is it?"), ScriptedHost())
        text = [piece.text async for piece in answer if isinstance(piece, Wrote)]
        await brain.aclose()
    assert text == ["It ", "is ", "noon."]
