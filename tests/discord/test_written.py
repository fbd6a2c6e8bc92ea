"""What is written to the bot, and what it answers: in a text channel, directly, offline. The engines of sound hear nothing."""

import pytest

from cli.quiet_engines import in_place
from solovox.brains.local import OFFLINE
from solovox.discord.bot import UNREAD as READS_MENTIONS
from solovox.discord.texts import BUSY, UNREAD
from solovox.recordings import journal_reader

from .double.world import BOT, TEXT, VOICE
from .talking import talking

pytestmark = pytest.mark.slow

OWNED = "owners=2001"


def agent_of(folder, text):
    """Flags by which this is the brain of owners."""
    name = f"agent_{len(text)}_{abs(hash(folder))}"
    (folder / f"{name}.py").write_text(text)
    return OWNED, f"workspace={folder}", "brain.kind=python", f"brain.python.agent={name}:answer"


@pytest.fixture(autouse=True)
def engines(monkeypatch):
    in_place(monkeypatch)


async def test_a_mention_is_answered_in_its_channel_and_nobody_is_called(tmp_path):
    async with talking(tmp_path, OWNED) as bot:
        ann = bot.double.person(2001)
        assert await bot.written(ann, "what is 6 times 7?") == ["That is 42."]
        (posted,) = bot.double.happenings.every("posted")
        assert posted["channel"] == TEXT
        assert posted["called"]["parse"] == []
        assert bot.double.happenings.every("typing", channel=TEXT)


async def test_a_direct_message_is_answered_directly(tmp_path):
    async with talking(tmp_path, OWNED) as bot:
        ann = bot.double.person(2001)
        assert await bot.written(ann, "what is 6 times 7?", directly=True) == ["That is 42."]
        assert bot.double.happenings.every("posted")[0]["channel"] == ann.id + 1


async def test_what_is_for_others_is_not_answered(tmp_path):
    async with talking(tmp_path, OWNED) as bot:
        ann, robot = bot.double.person(2001), bot.double.person(2009, "Robot")
        bot.double.world.members[2009]["user"]["bot"] = True
        await bot.double.write(ann, "what is 6 times 7?")
        await bot.double.write(robot, f"<@{BOT}> what is 6 times 7?")
        await bot.double.write(ann, f"<@{BOT}> joined", type=7)
        await bot.double.write(ann, f"<@{robot.id}> what is 6 times 7?")
        assert await bot.written(ann, "what is 2 times 3?") == ["That is 6."]
        assert len(bot.posted()) == 1


async def test_A4_a_guest_is_answered_offline_and_sees_nothing_of_the_owners(tmp_path):
    (tmp_path / "notes.txt").write_text("the owner's own words")
    async with talking(tmp_path, OWNED, options={"workspace": str(tmp_path)}) as bot:
        ann, ben = bot.double.person(2001), bot.double.person(2002, "Ben")
        assert "own words" in (await bot.written(ann, "read notes.txt"))[0]
        for said in ("read notes.txt", "list the files", "write in your diary that Ben was here", "join us"):
            (line,) = await bot.written(ben, said)
            assert line in (OFFLINE, "I can't answer that.")
        assert await bot.written(ben, "what is 6 times 7?") == ["That is 42."]
    by_owners = {
        record.header.policy.owners: {tool.name for tool in record.header.policy.tools}
        for record in map(journal_reader.read, tmp_path.glob("journals/*/journal.jsonl"))
    }
    assert by_owners[frozenset()] == {"get_time", "date", "calculate", "convert_units"}
    assert {"read_file_head", "update_diary"} < by_owners[frozenset({"Ann (2001)"})]


async def test_A2_a_message_of_the_persona_waits_for_a_yes_that_is_written(tmp_path):
    flags = agent_of(tmp_path, AGENT)
    async with talking(tmp_path, *flags) as bot:
        ann, ben = bot.double.person(2001), bot.double.person(2002, "Ben")
        (held,) = await bot.written(ann, "tell them")
        assert held.startswith("Waits for a yes: message_discord_bot")
        code = code_in(held)
        await bot.written(ben, code)
        await bot.written(ann, "yes")
        assert "hello @everyone" not in bot.posted()
        assert await bot.written(ann, code)
        await bot.double.happenings.until(lambda: bot.posted()[-1] == "The message is written.")
        assert bot.double.happenings.every("posted", text="hello @everyone")[0]["called"]["parse"] == []


async def test_lines_wait_for_their_turn_and_one_too_many_is_told(tmp_path):
    flags = agent_of(tmp_path, SLOW)
    async with talking(tmp_path, *flags) as bot:
        ann = bot.double.person(2001)
        await bot.double.write(ann, f"<@{BOT}> 0")
        await bot.double.happenings.happened("typing")
        for number in range(1, 6):
            await bot.double.write(ann, f"<@{BOT}> {number}")
        await bot.double.happenings.until(lambda: bot.posted() == [BUSY])
        (tmp_path / "go").touch()
        await bot.double.happenings.until(lambda: len(bot.posted()) == 6)
        assert bot.posted()[1:] == [f"answer to {number}" for number in range(5)]


async def test_a_stop_does_not_wait(tmp_path):
    flags = agent_of(tmp_path, STUCK)
    async with talking(tmp_path, *flags) as bot:
        ann = bot.double.person(2001)
        await bot.double.write(ann, f"<@{BOT}> 0")
        await bot.double.happenings.happened("typing")
        await bot.double.write(ann, f"<@{BOT}> stop")
        assert await bot.written(ann, "1") == ["answer to 1"]
        assert bot.posted() == ["answer to 1"]


async def test_a_long_answer_comes_in_several_messages(tmp_path):
    flags = agent_of(tmp_path, 'def answer(text):\n    return "word " * 1000\n')
    async with talking(tmp_path, *flags) as bot:
        parts = await bot.written(bot.double.person(2001), "go on", times=3)
        assert " ".join(parts) == ("word " * 1000).strip()
        assert all(len(part) <= 2000 for part in parts)


async def test_an_answer_knows_what_was_said_before_also_in_the_next_session(tmp_path):
    flags = agent_of(tmp_path, REMEMBERS)
    async with talking(tmp_path, *flags, options={"idle_minutes": 0.02}) as bot:
        ann = bot.double.person(2001)
        await bot.written(ann, "one")
        assert await bot.written(ann, "two") == ["one / heard: one / two"]
        texts = bot.texts
        await bot.double.happenings.until(lambda: not texts._sessions.names)
        first = "one / heard: one / two"
        assert await bot.written(ann, "three") == [f"{first} / heard: {first} / three"]


async def test_without_the_intent_it_says_so_once_and_all_else_works(tmp_path, caplog):
    async with talking(tmp_path, OWNED, content=False) as bot:
        ann = bot.double.person(2001)
        assert bot.double.happenings.every("intents refused")
        assert [one.message for one in caplog.records if one.message == READS_MENTIONS]
        assert (await bot.asks(ann, "status")).endswith(READS_MENTIONS)
        await bot.double.write(ann, "and what is that?", answers=BOT)
        await bot.double.happenings.until(lambda: bot.posted() == [UNREAD])
        await bot.double.write(ann, "hello?", answers=BOT)
        assert await bot.written(ann, "what is 6 times 7?") == ["That is 42."]
        assert await bot.written(ann, "what is 6 times 7?", directly=True) == ["That is 42."]
        assert len(bot.posted()) == 3


async def test_with_the_intent_a_reply_and_its_name_are_for_it(tmp_path):
    async with talking(tmp_path, OWNED, "wake.phrase=luna", "wake.by=phrase") as bot:
        ann = bot.double.person(2001)
        assert READS_MENTIONS not in await bot.asks(ann, "status")
        for text, how in (("what is 6 times 7?", {"answers": BOT}), ("Luna, what is 6 times 7?", {})):
            before = len(bot.posted())
            await bot.double.write(ann, text, **how)
            await bot.double.happenings.until(lambda n=before: len(bot.posted()) > n)
        assert bot.posted() == ["That is 42."] * 2


async def test_two_channels_are_two_talks(tmp_path):
    flags = agent_of(tmp_path, REMEMBERS)
    async with talking(tmp_path, *flags) as bot:
        ann = bot.double.person(2001)
        await bot.written(ann, "one")
        assert await bot.written(ann, "two", directly=True) == ["two"]


async def test_A4_its_owner_alone_asks_it_into_voice_and_sends_it_away(tmp_path):
    async with talking(tmp_path) as bot:
        ann, ben = bot.double.person(2001), bot.double.person(2002, "Ben")
        assert await bot.written(ann, "join us in voice") == ["You are in no voice channel: join one first."]
        await ann.join(VOICE)
        notice, line = await bot.written(ann, "come and talk with us", times=2)
        assert notice.startswith("I begin to listen in voice-1002.")
        assert line == "I talk in voice-1002. The owner is Ann."
        await bot.double.happenings.until(lambda: bot.voice.line.connected)
        for asked in ("stop the voice", "join us"):
            (line,) = await bot.written(ben, asked)
            assert line in (OFFLINE, "I can't answer that.")
        (again,) = await bot.written(ann, "join us")
        assert again.startswith("I talk already, in voice-1002")
        over = await bot.written(ann, "leave the voice channel", times=2)
        assert sorted(over) == ["I have left the voice channel.", "the talk is over"]
        assert bot.sessions == ()


async def test_A4_where_owners_are_named_nobody_else_asks_it_into_voice(tmp_path):
    async with talking(tmp_path, OWNED) as bot:
        ann, ben = bot.double.person(2001), bot.double.person(2002, "Ben")
        await ben.join(VOICE)
        await ann.join(VOICE)
        assert await bot.written(ben, "join us in voice") == [OFFLINE]
        _, line = await bot.written(ann, "join us in voice", times=2)
        assert line == "I talk in voice-1002. The owner is Ann."


def code_in(held):
    """What is answered to it, as it is written there."""
    return held.split('Answer me with "')[1].split('"')[0]


AGENT = """
async def answer(text, host):
    result = await host.call("message_discord_bot", {"text": "hello @everyone"})
    return result.text
"""
SLOW = """
import asyncio
from pathlib import Path

async def answer(text):
    while not (Path(__file__).parent / "go").exists():
        await asyncio.sleep(0.01)
    return f"answer to {text}"
"""
STUCK = """
import asyncio

async def answer(text):
    if text == "0":
        await asyncio.Event().wait()
    return f"answer to {text}"
"""
REMEMBERS = """
def answer(text, question):
    told = (line.text if line.role == "person" else f"heard: {line.text}" for line in question.history)
    return " / ".join([*told, text])
"""
