"""What is said in the channel reaches the bot, and what the bot plays is heard."""

import pytest

from .bot import Tone, bot_online
from .double.tones import pitch, tone
from .double.world import BOT, VOICE


async def test_a_tone_said_in_the_channel_is_heard_at_its_pitch():
    async with bot_online() as bot:
        ann = bot.double.person(2001)
        await ann.join(VOICE)
        await bot.join()
        await bot.double.happenings.happened("seated")
        await ann.say(tone(440, 0.5))
        await bot.double.happenings.happened("came", times=25, ssrc=ann.ssrc)
        assert pitch(bot.hearing.sound(ann.ssrc)) == pytest.approx(440, abs=1)
        assert bot.hearing.users == {ann.ssrc: ann.id}


async def test_a_tone_the_bot_plays_is_heard_at_its_pitch():
    async with bot_online() as bot:
        ann = bot.double.person(2001)
        await ann.join(VOICE)
        voice = await bot.join()
        voice.play(Tone(tone(1000, 0.5)))
        await bot.double.happenings.happened("heard", times=25, by=ann.id)
        assert pitch(ann.heard()) == pytest.approx(1000, abs=1)


@pytest.mark.parametrize("committer", [None, BOT], ids=["a person commits", "the bot commits"])
async def test_sound_encrypted_end_to_end_is_heard_in_both_directions(committer):
    async with bot_online(dave=True) as bot:
        bot.double.committer = committer
        ann = bot.double.person(2001)
        await ann.join(VOICE)
        voice = await bot.join()
        await bot.double.happenings.happened("group", members=[BOT, ann.id] if committer else [ann.id, BOT])
        await bot.double.happenings.until(lambda: voice._connection.can_encrypt)
        await ann.say(tone(440, 0.5))
        await bot.double.happenings.happened("came", times=25, ssrc=ann.ssrc)
        assert pitch(bot.hearing.sound(ann.ssrc)) == pytest.approx(440, abs=1)
        voice.play(Tone(tone(1000, 0.5)))
        await bot.double.happenings.happened("heard", times=25, by=ann.id)
        assert pitch(ann.heard()) == pytest.approx(1000, abs=1)
        assert voice.voice_privacy_code == ann.session.voice_privacy_code
        assert not bot.double.happenings.every("deaf")
        assert not ann.undecoded
