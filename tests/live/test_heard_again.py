"""A stored sound through a live ear: over a connection of its own, before and after what was taught (law K2)."""

import asyncio

import pytest

from live.gemini_double import Double
from live.gemini_ears import speech
from live.gemini_ways import Close, Way
from solovox.config.schema import Config, EarConfig, NarratorConfig
from solovox.parts.engines.retesting import NotHeard, Retest
from solovox.parts.engines.shared import SharedEngines
from solovox.ports import SttCorrection
from solovox.shell.clock import run
from solovox.weights import Cache

SPEED = 100
WORDS = "run cube control now"
HEARD, MEANT = WORDS, "run kubectl now"


def retested(folder, kind="voice", way=None):
    """What was heard, and each connection that was opened."""
    vocabulary = sorted(WORDS.split())
    pcm = speech(WORDS.split(), 0, vocabulary).tobytes()
    taught = SttCorrection("1", "2026-01-31T09:00:00.000Z", pcm, HEARD, MEANT)

    async def main():
        async with asyncio.timeout(3_000), Double(way or Way(), vocabulary, None, 0, ()) as double:
            ear = EarConfig(kind="gemini", url=double.url)
            config = Config(ear=ear, narrator=NarratorConfig(kind=kind), workspace=str(folder))
            retest = Retest(config, SharedEngines(Cache(folder)), [taught])
            return await retest.of(taught), double.talks

    return run(main(), SPEED)


@pytest.mark.parametrize("kind", ["voice", "relay"])
def test_K2_a_live_ear_hears_it_without_and_with_what_was_taught(tmp_path, kind):
    found, (before, after) = retested(tmp_path, kind)
    assert (found.now, found.mended) == (HEARD, MEANT)
    assert (found.before.count, found.after.count) == (2, 0)
    told = [" ".join(part.text for part in one.setup.system_instruction.parts) for one in (before, after)]
    assert ["kubectl" in one for one in told] == [False, True]


def test_K2_a_service_that_refuses_is_one_line(tmp_path):
    with pytest.raises(NotHeard) as error:
        retested(tmp_path, way=Way(opened=(Close(1008, "no model of that name"),)))
    assert "no model of that name" in str(error.value)
    assert "\n" not in str(error.value)
