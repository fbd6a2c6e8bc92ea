"""Several sockets at one site: who has the speaker, and that no client delays another."""

import pytest

from http_server.coded_speech import QUIET, spoken
from http_server.page_client import page
from http_server.test_live_sockets import QUESTION, TELL, answered
from solovox.core.units import VOICE_RATE
from solovox.surfaces.web.outbox import TOO_SLOW

pytestmark = pytest.mark.slow


async def test_S2_who_never_reports_hears_little_and_delays_nobody(site):
    running = await site()
    async with page(running.socket, plays=False) as silent, page(running.socket) as other:
        await silent.say("text", text=TELL)
        await silent.until("finished")
        await other.mic(spoken(QUESTION) + QUIET)
        await answered(other)
        assert silent.total == 0.4 * VOICE_RATE
        await silent.say("text", text="Hello.")
        await silent.until("typed", text="Hello.")
        assert silent.closed is None


@pytest.mark.slow
async def test_who_does_not_read_is_told_and_let_go_and_delays_nobody(site):
    running = await site()
    async with page(running.socket) as one:
        session = (await one.until("ready"))["sessionId"]
        async with page(running.socket, session=session, reads=False, plays=False) as slow:
            await one.say("text", text="Flood me.")  # 4 MB: more than is kept for a client
            await one.until("finished")
            await one.say("text", text=QUESTION)
            await answered(one)
            slow.go_on()
            assert await slow.over() == TOO_SLOW
            assert "too slow" in slow.of("error")[-1]["message"]
            assert one.closed is None
