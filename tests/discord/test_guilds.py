"""Several guilds at once: a session for each, under one limit. The engine hears a question in whatever is loud."""

import pytest

from cli.loud_engines import QUESTION, in_place
from solovox.core.events import LocalTranscript
from solovox.discord.voice.channel_hearing import Attention
from solovox.recordings import journal_reader
from solovox.recordings.replay import Identical, replay

from .double.tones import tone
from .double.world import GUILDS
from .talking import talking

pytestmark = pytest.mark.slow

START = "start_live_voice_discord"


@pytest.fixture(autouse=True)
def engines(monkeypatch):
    in_place(monkeypatch)


async def started(bot, guild, user, name):
    """A person of that guild who has started a talk there, and what they were answered."""
    person = bot.double.person(user, name, guild)
    await person.join(guild + 2)
    answer = await bot.asks(person, START, guild + 2)
    return person, answer


async def answered(bot, person):
    """They say something, and hear an answer."""
    before = len(person.frames)
    await person.say(tone(440, 0.5), paced=True)
    line = bot.voice_in(person.channel - 2).line
    await bot.double.happenings.until(lambda: len(person.frames) > before)
    await bot.double.happenings.until(lambda: not line.voice.ready)


def asked_by(folder):
    """How often something was asked in each session, by its owner; no one else was heard in it."""
    journals = [journal_reader.read(one / "journal.jsonl") for one in folder.iterdir()]
    assert all(isinstance(replay(one), Identical) for one in journals)
    counts = {}
    for one in journals:
        words = [e.event for e in one.entries if isinstance(e.event, LocalTranscript)]
        assert {said.text for said in words} == {QUESTION}
        (owner,) = {said.source for said in words}
        assert owner in one.header.policy.owners
        counts[owner] = len(words)
    return counts


async def test_each_guild_has_a_talk_of_its_own_and_one_goes_on_without_the_other(tmp_path):
    first, second, third = GUILDS
    async with talking(tmp_path, "owners=2001,2002,2003", guilds=3, most=2) as bot:
        ann, told = await started(bot, first, 2001, "Ann")
        assert "I talk in voice-1002. The owner is Ann." in told
        ben, told = await started(bot, second, 2002, "Ben")
        assert "I talk in voice-1102. The owner is Ben." in told
        assert len(bot.sessions) == 2
        for guild in (first, second):
            line = bot.voice_in(guild).line
            await bot.double.happenings.until(lambda line=line: line.connected)

        cat, refused = await started(bot, third, 2003, "Cat")
        assert "2 sessions" in refused
        assert not [line for line in bot.posted() if "voice-1202" in line]
        assert "\n" not in refused
        assert len(bot.sessions) == 2
        assert bot.voice_in(third).wanted is None

        await answered(bot, ann)
        assert ben.frames == cat.frames == []
        await answered(bot, ben)
        heard = len(ann.frames)

        await bot.double.kick(first)
        await bot.double.happenings.until(lambda: len(bot.sessions) == 1)
        await bot.double.happenings.until(lambda: bot.voice_in(first).line.attention is Attention.DEAD)
        await answered(bot, ben)
        assert len(ann.frames) == heard
        assert await bot.asks(ann, "status", first + 2) == "I am in no voice channel"
        assert "I listen" in await bot.asks(ben, "status", second + 2)

        # There is room again.
        assert "I talk in voice-1202" in await bot.asks(cat, START, third + 2)
        line = bot.voice_in(third).line
        await bot.double.happenings.until(lambda: line.connected)
        await answered(bot, cat)
    assert asked_by(tmp_path / "journals") == {"Ann (2001)": 1, "Ben (2002)": 2, "Cat (2003)": 1}
