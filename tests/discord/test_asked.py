"""What is asked of the bot by slash commands, and what ends a talk. The engines hear nothing; all else is real."""

import asyncio

import pytest

from cli.quiet_engines import in_place
from solovox.discord.rooms import NOWHERE, BotRefused
from solovox.discord.voice.channel_hearing import Attention
from solovox.recordings import journal_reader

from .double.loopback import loopback
from .double.tones import tone
from .double.world import OTHER_VOICE, VOICE
from .talking import bot_of, talking

pytestmark = pytest.mark.slow

START, STOP = "start_live_voice_discord", "stop_live_voice_discord"
CONNECT, SPEAK, VIEW, DETECTED = 1 << 20, 1 << 21, 1 << 10, 1 << 25


@pytest.fixture(autouse=True)
def engines(monkeypatch):
    in_place(monkeypatch)


async def started(bot):
    """A talk with Ann in it."""
    ann = bot.double.person(2001)
    await ann.join(VOICE)
    assert "I talk in" in await bot.asks(ann, START)
    await bot.double.happenings.until(lambda: bot.voice.line.connected)
    return ann


async def over(bot, said=""):
    """Wait until nothing of the talk is left, no session and no channel, and what was said of it is written."""
    line = bot.voice.line
    await bot.double.happenings.until(
        lambda: bot.voice.wanted is None and not line.connected and not bot.sessions
    )
    await bot.double.happenings.until(lambda: line.attention is Attention.DEAD)
    if said:
        await bot.double.happenings.until(lambda: said in bot.posted()[-1])


async def test_a_talk_is_started_told_of_and_stopped(tmp_path):
    async with talking(tmp_path) as bot:
        ann = await started(bot)
        (notice,) = bot.posted()
        assert notice.startswith(
            "I begin to listen in voice-1002. Speech stays on the machine where I run. I keep"
        )
        assert await bot.asks(ann, "status") == "I am in voice-1002; I listen. The owner is Ann (2001)"
        assert "already, in voice-1002" in await bot.asks(ann, START)
        assert "stop that first" in await bot.asks(ann, "join")
        assert "have left" in await bot.asks(ann, STOP)
        await over(bot, "the talk is over")
        assert len(bot.posted()) == 2
        assert await bot.asks(ann, STOP) == await bot.asks(ann, "status") == "I am in no voice channel"


async def test_to_be_there_is_not_to_listen(tmp_path):
    async with talking(tmp_path) as bot:
        ann = bot.double.person(2001)
        await ann.join(VOICE)
        assert "do not listen" in await bot.asks(ann, "join")
        await bot.double.happenings.until(lambda: bot.voice.line.connected)
        assert bot.sessions == ()
        assert bot.voice.line.attention is Attention.DEAD
        assert "do not listen" in await bot.asks(ann, "status")
        assert "I talk in" in await bot.asks(ann, START)
        assert "have left" in await bot.asks(ann, "leave")
        await over(bot)


@pytest.mark.parametrize(
    ("lacks", "said"),
    [(CONNECT, "Connect"), (SPEAK, "Speak"), (DETECTED, "Use Voice Activity"), (SPEAK | DETECTED, "Speak, Use")],
)  # fmt: skip
async def test_what_it_may_not_do_is_named(tmp_path, lacks, said):
    async with talking(tmp_path, world={"permissions": str((1 << 53) - 1 & ~lacks & ~8)}) as bot:
        ann = bot.double.person(2001)
        await ann.join(VOICE)
        assert f"give me there: {said}" in await bot.asks(ann, START)
        assert bot.posted() == []
        assert bot.sessions == ()


async def test_who_is_in_no_channel_and_a_full_one_are_told_so(tmp_path):
    may = CONNECT | SPEAK | VIEW | DETECTED | 1 << 11
    async with talking(tmp_path, world={"permissions": str(may), "limit": 1}) as bot:
        ann = bot.double.person(2001)
        assert await bot.asks(ann, START) == NOWHERE
        await ann.join(VOICE)
        assert "is full (1)" in await bot.asks(ann, START)


async def test_a_token_that_discord_refuses_is_one_line(tmp_path):
    async with loopback() as double:
        bot = bot_of(double, tmp_path, token="another")
        with pytest.raises(BotRefused, match="refuses the bot's token") as refused:
            await bot.serve(asyncio.Event())
    assert "another" not in str(refused.value)


async def test_a_kick_ends_the_talk(tmp_path):
    async with talking(tmp_path) as bot:
        await started(bot)
        await bot.double.kick()
        await over(bot, "taken out")


async def test_a_move_ends_the_talk_and_the_bot_leaves(tmp_path):
    async with talking(tmp_path) as bot:
        await started(bot)
        await bot.double.move(OTHER_VOICE)
        await over(bot, "moved")


async def test_the_last_human_who_leaves_ends_the_talk(tmp_path):
    async with talking(tmp_path) as bot:
        ann, ben = await started(bot), bot.double.person(2002, "Ben")
        await ben.join(VOICE)
        await bot.double.happenings.until(lambda: len(bot.voice.line.humans) == 2)
        await ann.leave()
        await bot.double.happenings.until(lambda: bot.voice.line.humans == [ben.id])
        assert bot.voice.wanted is not None
        await ben.leave()
        await over(bot, "everyone has left")


async def test_a_connection_that_breaks_ends_no_talk(tmp_path):
    async with talking(tmp_path) as bot:
        await started(bot)
        (session,) = bot.sessions
        bot.double.world.seat.cut()
        await bot.double.happenings.happened("seated", times=2)
        await bot.double.happenings.until(lambda: bot.voice.line.connected)
        assert bot.sessions == (session,)


async def test_silence_closes_the_ear_and_keeps_the_channel_until_someone_speaks(tmp_path):
    async with talking(tmp_path, options={"idle_minutes": 0.02}) as bot:
        ann = await started(bot)
        (first,) = bot.sessions
        await bot.double.happenings.until(lambda: bot.sessions == ())
        assert bot.voice.line.connected
        assert bot.voice.line.attention is Attention.ASLEEP
        assert "sleep until someone speaks" in await bot.asks(ann, "status")
        await ann.say(tone(440, 0.5))
        await bot.double.happenings.until(lambda: bot.sessions != ())
        assert bot.sessions != (first,)
        assert len(bot.posted()) == 1


async def test_the_ear_is_open_no_longer_than_it_may_be_in_a_day(tmp_path):
    async with talking(tmp_path, options={"hours_a_day": 0.5 / 3600}) as bot:
        await started(bot)
        await over(bot, "hours_a_day")


async def test_of_two_who_start_at_once_one_is_refused(tmp_path):
    async with talking(tmp_path, "owners=2001,2002") as bot:
        ann, ben = bot.double.person(2001), bot.double.person(2002, "Ben")
        await ann.join(VOICE)
        await ben.join(VOICE)
        await asyncio.gather(bot.double.command(ann, START, VOICE), bot.double.command(ben, START, VOICE))
        await bot.double.happenings.until(lambda: len(bot.replies()) == 2)
        assert sorted(line[:8] for line in bot.replies()) == ["I talk a", "I talk i"]
        assert len(bot.sessions) == 1


async def test_A4_owners_are_users_whom_their_ids_name(tmp_path):
    async with talking(tmp_path, "owners=2001,2002,2003") as bot:
        ben = bot.double.person(2002, "Ben")
        await ben.join(VOICE)
        await started(bot)
    (folder,) = (tmp_path / "journals").iterdir()
    owners = journal_reader.read(folder / "journal.jsonl").header.policy.owners
    assert owners == {"Ann (2001)", "Ben (2002)", "owner (2003)"}


async def test_A4_a_name_that_anyone_can_take_makes_no_owner(tmp_path):
    async with talking(tmp_path, "owners=ann") as bot:
        ann = bot.double.person(2001)
        await ann.join(VOICE)
        assert "write the id of the user" in await bot.asks(ann, START)
        assert bot.sessions == ()
