"""Someone speaks in the channel, offline: the engines of this machine hear and answer, and what is heard there is right."""

import os

import numpy as np
import pytest
import soxr

import house_rules as house
from solovox.recordings import journal_reader
from solovox.speech.stt.whisper import Whisper
from solovox.weights import Cache, default_root

from .double.world import VOICE
from .talking import channel_sound, talking

pytestmark = [pytest.mark.weights, pytest.mark.slow]

QUESTION = house.ROOT / "examples" / "question.wav"


@pytest.fixture(scope="module")
def transcribe():
    whisper = Whisper(Cache(default_root(os.environ)).path("whisper-base"))
    return lambda pcm: whisper.transcribe(pcm).text


@pytest.mark.parametrize("dave", [False, True], ids=["in the clear", "end to end"])
async def test_a_question_is_answered_aloud_in_the_channel(tmp_path, transcribe, dave):
    async with talking(tmp_path, "narrator.voice=joe", dave=dave) as bot:
        ann = bot.double.person(2001)
        await ann.join(VOICE)
        assert "I talk in" in await bot.asks(ann, "start_live_voice_discord", within=60)
        await bot.double.happenings.until(lambda: bot.voice.line.connected)
        await ann.say(channel_sound(QUESTION))
        line = bot.voice.line
        await bot.double.happenings.until(lambda: line.voice.ready, within=60)
        talk = bot.voice.talk
        await bot.double.happenings.until(lambda: not (line.voice.ready or talk.busy), within=60)
        heard = soxr.resample(ann.heard().astype(float), 48_000, 16_000).astype("<i2")
        assert np.abs(heard).max() > 1_000
        assert "the time is" in transcribe(heard.tobytes()).casefold()
        assert bot.posted()[0].startswith("I begin to listen")
        assert "left" in await bot.asks(ann, "stop_live_voice_discord")
        assert not line.connected
    (folder,) = (tmp_path / "journals").iterdir()
    recorded = journal_reader.read(folder / "journal.jsonl")
    assert recorded.header.policy.owners == {"Ann (2001)"}
