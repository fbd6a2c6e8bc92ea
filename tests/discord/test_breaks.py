"""What breaks in a voice connection, and that the bot hears and is heard afterwards."""

import asyncio

import pytest
from discord.voice_state import ConnectionFlowState

from .bot import Tone, bot_online
from .double.tones import pitch, tone
from .double.world import OTHER_VOICE, VOICE

pytestmark = pytest.mark.slow

BOTH = pytest.mark.parametrize("dave", [False, True], ids=["in the clear", "end to end"])


async def both_ways(bot, human, voice, hz):
    """What the person says is heard, and what the bot plays."""
    await bot.whole()
    await bot.hears(human, hz)
    human.frames.clear()
    voice.play(Tone(tone(1000, 0.2)))
    await bot.double.happenings.until(lambda: len(human.frames) >= 10)
    assert abs(pitch(human.heard()) - 1000) < 3
    voice.stop()


async def talking(bot):
    ann = bot.double.person(2001)
    await ann.join(VOICE)
    voice = await bot.join_whole()
    await bot.hears(ann, 440)
    return ann, voice


@BOTH
async def test_a_crashed_voice_server_is_resumed(dave):
    async with bot_online(dave=dave) as bot:
        ann, voice = await talking(bot)
        await bot.double.world.seat.socket.close(code=4015)
        await bot.double.happenings.happened("voice resumed")
        await both_ways(bot, ann, voice, 500)
        assert len(bot.double.happenings.every("asked for")) == 1


async def test_a_crashed_voice_server_that_does_not_resume_is_joined_anew():
    async with bot_online() as bot:
        ann, voice = await talking(bot)
        bot.double.voice_resumable = False
        await bot.double.world.seat.socket.close(code=4015)
        await bot.double.happenings.happened("seated", times=2)
        await both_ways(bot, ann, voice, 500)


@pytest.mark.slow  # the library's own back-off: up to two seconds
async def test_a_move_after_a_broken_connection_is_not_taken_for_a_kick():
    async with bot_online() as bot:
        ann, voice = await talking(bot)
        bot.double.world.seat.cut()
        await bot.double.happenings.happened("seated", times=2)
        await bot.whole()
        await ann.leave()
        await ann.join(OTHER_VOICE)
        await bot.double.move(OTHER_VOICE)
        await bot.double.happenings.happened("seated", times=3)
        await both_ways(bot, ann, voice, 500)
        assert not bot.double.happenings.every("ended")


@BOTH
async def test_moved_to_another_channel_it_hears_and_is_heard_there(dave):
    async with bot_online(dave=dave) as bot:
        ann, voice = await talking(bot)
        await ann.leave()
        await ann.join(OTHER_VOICE)
        await bot.double.move(OTHER_VOICE)
        await bot.double.happenings.happened("seated", channel=OTHER_VOICE)
        await both_ways(bot, ann, voice, 500)
        assert voice.channel.id == OTHER_VOICE


@BOTH
async def test_another_voice_server_takes_over(dave):
    async with bot_online(dave=dave) as bot:
        ann, voice = await talking(bot)
        await bot.double.change_server()
        await bot.double.happenings.happened("seated", server=bot.double.net.servers[1].endpoint)
        await both_ways(bot, ann, voice, 500)


async def test_a_state_that_comes_while_its_wait_begins_is_not_missed():
    async with bot_online() as bot:
        _, voice = await talking(bot)
        connection = voice._connection
        connection.state = ConnectionFlowState.set_guild_voice_state
        waiting = asyncio.create_task(connection._wait_for_state(ConnectionFlowState.connected, timeout=5))
        await asyncio.sleep(0)
        connection.state = ConnectionFlowState.connected
        await waiting


async def test_a_dropped_gateway_leaves_the_voice_as_it_is():
    async with bot_online() as bot:
        ann, voice = await talking(bot)
        bot.double.gateway.drop()
        await bot.double.happenings.happened("resumed")
        await both_ways(bot, ann, voice, 500)
        assert len(bot.double.happenings.every("seated")) == 1


async def test_an_encrypted_session_of_no_use_is_begun_anew():
    async with bot_online(dave=True) as bot:
        ann, voice = await talking(bot)
        await voice.recover()
        await bot.double.happenings.happened("group", times=2)
        await both_ways(bot, ann, voice, 500)
