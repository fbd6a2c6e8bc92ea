"""What is recorded of people in a channel whose packets are lost and overtaken: each apart, and nothing missing. The engines
hear nothing; all else is real.
"""

import asyncio

import numpy as np
import pytest

from cli.quiet_engines import in_place
from solovox.core.events import SourceCaptured
from solovox.core.units import StreamId
from solovox.recordings import journal_reader, sound_files
from solovox.recordings.replay import Identical, replay
from solovox.recordings.timeline import build

from .double.tones import tone
from .double.world import VOICE
from .talking import talking

pytestmark = pytest.mark.slow

HERTZ = {2001: 440, 2002: 700}
SECONDS = 2


def pitch(sound):
    return np.argmax(abs(np.fft.rfft(sound * np.hanning(len(sound))))) * 16_000 / len(sound)


@pytest.mark.parametrize("dave", [False, True], ids=["in the clear", "end to end"])
async def test_R3_each_is_recorded_apart_whole_and_at_their_pitch_though_packets_are_lost(
    tmp_path, monkeypatch, dave
):
    in_place(monkeypatch)
    async with talking(tmp_path, "owners=2001,2002", dave=dave) as bot:
        people = [bot.double.person(2001), bot.double.person(2002, "Ben")]
        for one in people:
            await one.join(VOICE)
        assert "I talk in" in await bot.asks(people[0], "start_live_voice_discord")
        await bot.double.happenings.until(lambda: bot.voice.line.connected)
        group = bot.double.group(VOICE)
        own = bot.voice.line.presence.voice._connection
        await bot.double.happenings.until(lambda: not dave or (group.whole and own.dave_session.ready))
        net = bot.double.net.servers[0].socket
        net.worsen(seed=7)
        await asyncio.gather(*[one.say(tone(HERTZ[one.id], SECONDS), paced=True) for one in people])
        hearing = bot.voice.line._hearing
        await bot.double.happenings.until(lambda: not (hearing._floor.holder or hearing._floor.waiting_ms))
        assert net.lost > 5
        assert "left" in await bot.asks(people[0], "stop_live_voice_discord")
    (folder,) = (tmp_path / "journals").iterdir()
    recorded = journal_reader.read(folder / "journal.jsonl")
    assert isinstance(replay(recorded), Identical)
    for user, hertz in HERTZ.items():
        sound = np.frombuffer(sound_files.read(folder / "sound", StreamId(f"mic/{user}")), "<i2").astype(
            float
        )
        loud = sound[np.flatnonzero(abs(sound) > 1_000)[0] :][: SECONDS * 16_000]
        # With the silence at its end; a machine that is late makes it longer, and nothing makes it shorter.
        assert SECONDS - 0.02 <= len(sound) / 16_000 <= SECONDS + 0.7
        assert pitch(loud) == pytest.approx(hertz, abs=2)
        # The machine's own stalls are silence, too; what the network does is none (test_channel_hearing).
        level = abs(loud[: len(loud) // 80 * 80]).reshape(-1, 80).max(axis=1)
        assert np.count_nonzero(level < 30) < 0.15 * len(level)
    told = [one.event for one in recorded.entries if isinstance(one.event, SourceCaptured)]
    assert {one.source for one in told} == {"Ann (2001)", "Ben (2002)"}
    said = {name: at for name in ("Ann", "Ben") for at in [shown(recorded, name)]}
    # They spoke at once; the microphone has one after the other.
    assert abs(said["Ann"].at - said["Ben"].at) < 200
    assert max(one.waited for one in told) > (SECONDS - 0.5) * 16_000


def shown(recorded, name):
    """The first mark of a person in the timeline."""
    return next(one for one in build(recorded).marks if one.kind == "source" and one.label.startswith(name))
