"""The sessions that Claude Code's real program keeps: listed, read, taken back, renamed, deleted."""

import pytest

from brains_sdk.serving import served
from solovox.brains.claude_code import ClaudeCode, ClaudeSettings
from solovox.brains.claude_sessions import ClaudeSessions
from solovox.demo.messages import TextBlock
from solovox.demo.serving import messages_app
from solovox.ports import AgentSessionError, Question, Wrote
from solovox.testing.contracts_brain import ScriptedHost

QUIET = {"CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC": "1", "ANTHROPIC_API_KEY": "dummy"}
ABSENT = "00000000-0000-4000-8000-000000000000"


class Counts:
    """Answers with how often it was asked."""

    asked = 0

    async def reply(self, request):
        self.asked += 1
        yield TextBlock(f"Answer {self.asked}.")


async def talk(folder, *instructions):
    """One session of the program, in `folder`."""
    async with served(messages_app(Counts())) as url:
        brain = ClaudeCode(ClaudeSettings(folder, {**QUIET, "ANTHROPIC_BASE_URL": url}))
        await brain.open()
        for instruction in instructions:
            answer = brain.answer(Question(instruction), ScriptedHost())
            assert [piece async for piece in answer if isinstance(piece, Wrote)]
        await brain.aclose()


async def test_the_sessions_of_a_folder_are_listed_read_taken_back_renamed_and_deleted(tmp_path):
    folder, other = tmp_path / "here", tmp_path / "there"
    folder.mkdir()
    other.mkdir()
    await talk(folder, "Remember the number seven.", "Forget it.")
    sessions = ClaudeSessions(folder)
    [one] = await sessions.list_sessions()
    said = [(message.by_agent, message.text) for message in await sessions.messages(one.id)]
    assert said == [
        (False, "Remember the number seven."),
        (True, "Answer 1."),
        (False, "Forget it."),
        (True, "Answer 2."),
    ]
    assert one.title
    assert one.changed > 1_700_000_000_000
    assert await ClaudeSessions(other).list_sessions() == []

    first_answer = (await sessions.messages(one.id))[1].id
    taken_back = await sessions.fork(one.id, first_answer, "before that")
    assert taken_back.title == "before that"
    assert [message.text for message in await sessions.messages(taken_back.id)] == [
        "Remember the number seven.",
        "Answer 1.",
    ]
    assert len(await sessions.messages(one.id)) == 4, "the old one stays"

    await sessions.rename(one.id, "seven")
    assert {session.title for session in await sessions.list_sessions()} == {"seven", "before that"}
    await sessions.delete(one.id)
    assert [session.id for session in await sessions.list_sessions()] == [taken_back.id]
    for message in (ABSENT, "nonsense", first_answer):
        with pytest.raises(AgentSessionError, match=f"there is no message '{message}'.*solovox agent show"):
            await sessions.fork(taken_back.id, message)
    with pytest.raises(AgentSessionError, match="a title cannot be empty"):
        await sessions.rename(taken_back.id, " ")


@pytest.mark.parametrize("session", [ABSENT, "last", "../../etc/passwd", ""])
async def test_a_session_that_there_is_not_is_one_line(tmp_path, session):
    for what in ("messages", "fork", "delete", "rename"):
        given = (session, "title") if what == "rename" else (session,)
        with pytest.raises(AgentSessionError, match="there is no session") as caught:
            await getattr(ClaudeSessions(tmp_path), what)(*given)
        assert "\n" not in str(caught.value)
