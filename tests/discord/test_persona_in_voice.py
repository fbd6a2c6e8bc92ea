"""A talk in voice, and what the persona does in it: it ends it, and it waits for a yes that is written. Words are given as typed ones:
the engines of sound hear nothing."""

import pytest

from cli.quiet_engines import in_place
from solovox.core.events import Typed
from solovox.core.units import Principal, SourceId

from .double.world import VOICE
from .talking import talking
from .test_written import AGENT, agent_of

ANN = "Ann (2001)"


@pytest.fixture(autouse=True)
def engines(monkeypatch):
    in_place(monkeypatch)


async def in_voice(bot):
    """A talk that Ann started, and its session."""
    ann = bot.double.person(2001)
    await ann.join(VOICE)
    assert "I talk in" in await bot.asks(ann, "start_live_voice_discord")
    await bot.double.happenings.until(lambda: bot.voice.line.connected)
    (name,) = bot.sessions
    return ann, bot.session(name)


async def test_the_persona_ends_the_talk_when_it_has_said_so(tmp_path):
    async with talking(tmp_path) as bot:
        ann, session = await in_voice(bot)
        await session.tell(Typed("leave the voice channel", SourceId(ANN), Principal(ANN)))
        await bot.double.happenings.until(lambda: bot.posted()[-1] == "the talk is over")
        assert bot.sessions == ()
        assert ann.frames, "it says that it leaves before it does"
        assert bot.voice.line.channel is None


async def test_asked_to_come_while_it_is_there_it_says_where_it_is(tmp_path):
    async with talking(tmp_path) as bot:
        ann, session = await in_voice(bot)
        await session.tell(Typed("join us in voice", SourceId(ANN), Principal(ANN)))
        await bot.double.happenings.until(lambda: ann.frames)
        assert bot.sessions


async def test_A2_what_waits_in_a_talk_is_answered_by_an_owner_who_writes(tmp_path):
    async with talking(tmp_path, *agent_of(tmp_path, AGENT)) as bot:
        ann, session = await in_voice(bot)
        ben = bot.double.person(2002, "Ben")
        await session.tell(Typed("tell them", SourceId(ANN), Principal(ANN)))
        await bot.double.happenings.until(lambda: bot.posted()[-1].startswith("Waits for a yes: message_"))
        (line,) = await bot.written(ben, "yes")
        assert line == "I'm offline. Set brain.url."
        while (
            "hello @everyone" not in bot.posted()
        ):  # a yes that comes too soon to have been read shows it again
            await bot.written(ann, "yes")
        assert bot.double.happenings.every("posted", text="hello @everyone")[0]["channel"] == VOICE
