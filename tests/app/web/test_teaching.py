"""At a page: what was misheard is heard again, edited, and kept (laws K1, K2)."""

import asyncio
import io
import urllib.request
import wave

import numpy as np
import pytest

from app.web.coded_speech import QUIET, spoken
from app.web.page_client import page
from solovox.app.stores import PersonsStore
from solovox.core.units import MIC_RATE

SAID, MEANT = "Delete the old locks.", "Delete the old logs."


@pytest.fixture
def store(tmp_path):
    return PersonsStore({"SOLOVOX_STATE": str(tmp_path / "state")})


def fetched(running, path):
    """What the server has there, by the token of its address."""
    with urllib.request.urlopen(running.site.address.replace("/?", f"{path}?"), timeout=30) as answer:
        return answer.read()


async def test_K1_what_waits_is_heard_again_edited_and_kept_with_that_sound(site, store):
    running = await site("approval=review", store=store)
    async with page(running.socket) as one:
        ready = await one.until("ready")
        await one.until("settings", approval="review")
        await one.say("set", key="learning", value="true")
        await one.until("settings", learning=True)
        await one.mic(bytes(MIC_RATE) + spoken(SAID) + QUIET)
        hold = await one.until("hold", heard=SAID)
        path = f"/api/sessions/{ready['sessionId']}/holds/{hold['hold']}/sound.wav"
        with wave.open(io.BytesIO(await asyncio.to_thread(fetched, running, path))) as sound:
            heard = sound.readframes(sound.getnframes())
        assert spoken(SAID) in heard
        before = np.frombuffer(heard, "<i2").nonzero()[0][0]
        assert before == MIC_RATE // 2
        await one.say("accept", hold=hold["hold"], text=MEANT, heard=MEANT)
        await one.until("asked", instruction=MEANT)
        taught = await one.until("taught", hold=hold["hold"])
    (kept,) = store.corrections()
    assert (kept.id, kept.heard, kept.meant, kept.audio) == (taught["id"], SAID, MEANT, heard)
    assert store.learning(), "it is kept for the sessions to come"


async def test_K2_a_server_that_keeps_nothing_says_so(site):
    running = await site("approval=review")
    async with page(running.socket) as one:
        await one.until("ready")
        await one.say("set", key="learning", value="true")
        await one.until("error", message="this server keeps nothing that is taught")
