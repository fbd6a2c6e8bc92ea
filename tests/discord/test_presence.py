"""The bot is where it is meant to be, whatever happens to its connection."""

import asyncio
import contextlib

import pytest

from solovox.discord.voice.presence import ChannelPresence, VoicePatience

from .bot import bot_online
from .double.world import BOT, GUILD, OTHER_VOICE, VOICE

pytestmark = pytest.mark.slow

QUICK = VoicePatience(connect_s=5, leave_s=2, first_s=0.05, longest_s=0.2)


@contextlib.asynccontextmanager
async def present(**how):
    """A bot that is meant to be in the channel, and a person who is there."""
    async with bot_online(**how) as bot:
        ann = bot.double.person(2001)
        await ann.join(VOICE)
        presence = ChannelPresence(bot.client, bot.hearing, QUICK)
        presence.join(bot.channel)
        running = asyncio.create_task(presence.run())
        try:
            await bot.double.happenings.happened("seated")
            await bot.whole()
            yield bot, ann, presence
        finally:
            running.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await running


@pytest.mark.parametrize("patience", [VoicePatience(), QUICK])
def test_no_wait_is_longer_than_the_longest_however_often_it_failed(patience):
    waits = [patience.after(failures) for failures in range(5_000)]
    assert waits[0] == patience.first_s
    assert waits == sorted(waits)
    assert set(waits[5:]) == {patience.longest_s}
    assert patience.after(10**9) == patience.longest_s


async def test_after_many_drops_it_is_back_as_soon_as_after_the_first():
    """discord.py's own back-off would wait for a minute and a half by then."""
    async with present() as (bot, ann, presence):
        waits = []
        for times in range(2, 22):
            began = asyncio.get_running_loop().time()
            bot.double.world.seat.cut()
            await bot.double.happenings.happened("seated", times=times)
            await bot.double.happenings.until(lambda: presence.voice and presence.voice.is_connected())
            waits.append(asyncio.get_running_loop().time() - began)
        assert max(waits) < 3
        assert len(bot.double.happenings.every("asked for")) <= 3 * 21
        await bot.hears(ann, 440)


@pytest.mark.parametrize(
    ("what", "told"),
    [
        ("nothing", "anew"),
        ("kick", "by others"),
        ("kick, told late", "by others"),
        ("move", ""),
        ("move, told late", ""),
    ],
)
async def test_a_close_with_4014_is_a_kick_a_move_or_a_loss_by_what_else_is_said(what, told, caplog):
    caplog.set_level("INFO", "solovox.discord.voice.presence")
    async with present() as (bot, _ann, presence):
        seat, double = bot.double.world.seat, bot.double
        match what:
            case "nothing":
                await seat.socket.close(code=4014)
            case "kick":
                await double.kick()
            case "kick, told late":
                await seat.socket.close(code=4014)
                await double.bot_leaves(double.world)
            case "move":
                await double.move(OTHER_VOICE)
            case "move, told late":
                await seat.socket.close(code=4014)
                await double.seat_bot(OTHER_VOICE)
        if told == "by others":
            await double.happenings.until(lambda: presence.voice is None)
            assert presence.intended is None
            assert len(double.happenings.every("seated")) == 1
        else:
            await double.happenings.happened("seated", times=2)
            await bot.whole()
            assert (
                double.world.seat.channel
                == presence.voice.channel.id
                == (OTHER_VOICE if "move" in what else VOICE)
            )
        lines = [one.getMessage() for one in caplog.records if one.name.startswith("solovox")]
        assert len(lines) == bool(told)
        assert all(told in line for line in lines)


async def test_a_server_that_refuses_is_asked_until_it_takes_the_bot():
    async with present() as (bot, ann, _presence):
        bot.double.net.servers[0].refusals = 4
        bot.double.world.seat.cut()
        await bot.double.happenings.happened("refused", times=4)
        await bot.double.happenings.happened("seated", times=2)
        await bot.whole()
        await bot.hears(ann, 440)


async def test_moved_by_others_it_comes_back_to_where_it_was_moved():
    async with present() as (bot, _ann, presence):
        await bot.double.move(OTHER_VOICE)
        await bot.double.happenings.happened("seated", channel=OTHER_VOICE)
        await bot.whole()
        bot.double.world.seat.cut()
        await bot.double.happenings.happened("seated", channel=OTHER_VOICE, times=2)
        await bot.whole()
        assert presence.intended.id == OTHER_VOICE


async def test_told_to_be_in_another_channel_it_goes_there():
    async with present() as (bot, _ann, presence):
        presence.join(bot.client.get_guild(GUILD).get_channel(OTHER_VOICE))
        await bot.double.happenings.happened("seated", channel=OTHER_VOICE)
        await bot.whole()
        assert presence.voice.channel.id == OTHER_VOICE


async def test_a_deaf_bot_begins_its_session_anew_and_then_its_connection():
    async with present(dave=True) as (bot, ann, presence):
        presence.deaf()
        await bot.double.happenings.happened("invalid commit")
        await bot.double.happenings.happened("group", times=2)
        await bot.whole()
        await bot.hears(ann, 440)
        presence.deaf()
        await bot.double.happenings.happened("seated", times=2)
        await bot.whole()
        await bot.hears(ann, 500)


async def test_whoever_stops_it_finds_it_out_of_the_channel():
    async with present() as (bot, _ann, _presence):
        pass
    assert BOT not in bot.double.world.voices
