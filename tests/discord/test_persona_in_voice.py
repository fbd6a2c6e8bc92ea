"""A talk in voice, and what the persona does in it: it ends it, and it waits for a yes that is written. Words are given as typed ones:
the engines of sound hear nothing."""

import re
from datetime import UTC, datetime

import pytest

from cli.quiet_engines import in_place
from solovox.acts.allowed import AllowedActions
from solovox.brains.local import OFFLINE
from solovox.core.commands import ShowHold
from solovox.core.events import Typed
from solovox.core.units import Principal, SourceId

from .double.world import GUILD, VOICE
from .talking import talking
from .test_written import AGENT, agent_of, code_in

pytestmark = pytest.mark.slow

ANN = "Ann (2001)"
HELD = re.compile("Waits for a yes: message_")


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
        await bot.double.happenings.until(lambda: any(map(HELD.match, bot.posted())))
        code = code_in(next(filter(HELD.match, bot.posted())))
        (line,) = await bot.written(ben, "yes")
        assert line == OFFLINE
        await bot.written(ann, "yes")
        assert "hello @everyone" not in bot.posted()
        await bot.written(ann, code)
        await bot.double.happenings.until(lambda: "hello @everyone" in bot.posted())
        assert bot.double.happenings.every("posted", text="hello @everyone")[0]["channel"] == VOICE


class Holds:
    """What waited for a yes, with its code."""

    def __init__(self):
        self.codes = []

    def see(self, _event, commands):
        self.codes += [one.code for one in commands if isinstance(one, ShowHold)]


@pytest.mark.parametrize(
    ("server", "action", "grave"),
    [
        (GUILD, "message_discord_bot", False),
        (GUILD, "update_diary", True),
        (GUILD + 1, "message_discord_bot", True),
    ],
)
async def test_A7_an_action_that_an_operator_has_freed_in_a_server_needs_only_a_yes_there(
    tmp_path, server, action, grave
):
    """It is freed while the bot runs, and asked for again as soon as it is removed."""
    holds = Holds()
    async with talking(tmp_path, *agent_of(tmp_path, AGENT), folds=lambda *_: [holds]) as bot:
        _ann, session = await in_voice(bot)
        freed = AllowedActions(server, tmp_path / "allowed")
        made = freed.add(action, "operator", datetime(2026, 11, 27, tzinfo=UTC))
        await session.tell(Typed("tell them", SourceId(ANN), Principal(ANN)))
        await bot.double.happenings.until(lambda: holds.codes)
        assert [code != "" for code in holds.codes] == [grave]
        await session.tell(Typed("no", SourceId(ANN), Principal(ANN)))
        freed.remove(made.id)
        await session.tell(Typed("tell them", SourceId(ANN), Principal(ANN)))
        await bot.double.happenings.until(lambda: len(holds.codes) > 1)
        assert holds.codes[-1] != ""
        assert "hello @everyone" not in bot.posted()
