"""Several sockets at one site: who has the speaker, and that no client delays another."""

import asyncio
import math

import pytest

from app.web.coded_speech import LONG, QUIET, spoken
from app.web.page_client import page
from app.web.test_live_sockets import QUESTION, TELL, answered, heard, sound_of
from solovox.app.web.session_counts import Sockets
from solovox.app.web.socket import SLOW_SECONDS, written
from solovox.core.units import VOICE_RATE
from solovox.shell.clock import run
from solovox.surfaces.web.outbox import TOO_SLOW, PageOutbox


async def test_S1_another_page_takes_over_and_the_voice_goes_on_where_it_was(site):
    running = await site()
    async with page(running.socket, plays=False) as one, page(running.socket) as other:
        ready = await one.until("ready")
        assert (await other.until("ready"))["sessionId"] != ready["sessionId"]
        async with page(running.socket, session=ready["sessionId"], plays=False) as two:
            two_is = (await two.until("ready"))["page"]
            assert (await two.until("state"))["holder"] == ready["page"]
            await one.say("text", text=TELL)
            await one.when(lambda: one.total == 0.4 * VOICE_RATE)
            first, read = one.voice
            await one.say("played", read=first, samples=one.samples(first))
            await one.say("played", read=read, samples=1_000)
            await two.until("text", text=LONG)
            assert not two.voice, "a page that watches has no sound"
            await one.when(lambda: one.samples(read) == 1_000 + 0.4 * VOICE_RATE)
            two.voice[read] = one.voice[read][:2_000]
            two.plays = True
            await two.say("take")
            await one.until("holder", page=two_is)
            await two.until("spoken", shown_to=len(LONG))
            assert two.firsts[0] == (read, 1_000)
            assert two.voice[read] == sound_of(one.said[read])
            sent = one.total
            await one.mic(spoken("Stop it now.") + QUIET)
            await two.mic(spoken(QUESTION) + QUIET)
            await heard(two, QUESTION)
            await heard(one, QUESTION)
            await answered(two)
            assert one.total == sent, "the first page has no sound any more"
            assert [frame["text"] for frame in one.of("heard") if frame["final"]] == [QUESTION]
            assert not other.of("heard"), "another session hears nothing of it"


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


def test_who_never_reads_again_is_let_go_without_a_word():
    async def main():
        outbox, never = PageOutbox(), asyncio.Event()
        outbox.put("a frame")

        async def send(message):
            await never.wait()

        began = asyncio.get_running_loop().time()
        await written(outbox, send, Sockets())
        assert outbox.closing[0] == TOO_SLOW
        return asyncio.get_running_loop().time() - began

    assert run(main(), math.inf) == 2 * SLOW_SECONDS


async def test_typed_lines_of_both_pages_do_what_speech_does(site):
    running = await site()
    async with page(running.socket) as one:
        session = (await one.until("ready"))["sessionId"]
        async with page(running.socket, session=session) as two:
            await two.say("text", text=QUESTION)
            await one.until("typed", text=QUESTION)
            await answered(one)
            await two.until("text", text=f"You said: {QUESTION}")
            await two.say("end")
            assert (await one.until("session_end"))["reason"] == "user"
            assert await one.over() == await two.over() == 1000
