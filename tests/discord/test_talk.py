"""What is said in the channel reaches the bot, and what the bot plays is heard."""

import pytest

from .bot import Tone, bot_online
from .double.packets import GCM, XCHACHA
from .double.tones import pitch, tone
from .double.world import BOT, VOICE

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("mode", [GCM, XCHACHA])
async def test_tones_are_heard_at_their_pitch_in_both_directions_and_modes(mode):
    async with bot_online() as bot:
        bot.double.net.servers[0].modes = [mode]
        ann = bot.double.person(2001)
        await ann.join(VOICE)
        voice = await bot.join_whole()
        await ann.say(tone(440, 0.5))
        await bot.double.happenings.happened("came", times=25, ssrc=ann.ssrc)
        assert pitch(bot.hearing.sound(ann.ssrc)) == pytest.approx(440, abs=1)
        assert bot.hearing.users == {ann.ssrc: ann.id}
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


async def test_alone_first_the_bot_and_who_comes_later_hear_each_other_and_again_after_leaving():
    async with bot_online(dave=True) as bot:
        voice = await bot.join()
        for who in range(2001, 2003):
            human = bot.double.person(who)
            await human.join(VOICE)
            await bot.whole()
            await bot.hears(human, 440)
            voice.play(Tone(tone(1000, 0.4)))
            await bot.double.happenings.happened("heard", times=20, by=who)
            assert pitch(human.heard()) == pytest.approx(1000, abs=1)
            voice.stop()
            await human.leave()
            await bot.double.happenings.happened("gone", user=who)
