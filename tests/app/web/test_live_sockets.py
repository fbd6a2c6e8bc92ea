"""Sockets of a site, over the real network stack of this machine: drops, take-overs, and clients that behave badly.

What is spoken and read is exact text in sound (`coded_speech`): one sample that was lost or came twice is a wrong letter.
"""

import asyncio
import json

import numpy as np
import pytest

from app.web.coded_speech import LONG, PER_CHARACTER, QUIET, spoken
from app.web.page_client import page
from solovox.app.web.socket import LiveSocket
from solovox.core.units import VOICE_RATE
from solovox.testing.fakes import ScriptedTts

QUESTION = "What time is it now?"
TELL = "Tell me all."


def sound_of(text):
    return ScriptedTts(PER_CHARACTER).sound(text)


def resumed(ready, read=0, samples=0):
    return {"type": "resume", "token": ready["token"], "read": read, "samples": samples}


async def heard(one, text):
    """The person's words are this, once and whole."""
    await one.until("heard", final=True, text=text)


async def answered(one):
    """To the end of an answer, all of which was heard."""
    text = (await one.until("text"))["text"]
    await one.until("spoken", shown_to=len(text))
    return text


async def test_speech_is_heard_to_the_letter_answered_and_read_to_the_sample(site):
    running = await site()
    async with page(running.socket) as one:
        ready = await one.until("ready")
        await one.mic(spoken(QUESTION) + QUIET)
        await heard(one, QUESTION)
        assert await answered(one) == f"You said: {QUESTION}"
        assert {one.said[read]: pcm for read, pcm in one.voice.items()} == {
            said: sound_of(said) for said in one.said.values()
        }
        await one.say("end")
        assert await one.over() == 1000
    await running.ended()
    assert running.microphone(ready["sessionId"]) == spoken(QUESTION) + QUIET


async def test_S3_a_drop_in_the_middle_of_an_utterance_loses_nothing(site):
    running = await site()
    said = spoken(QUESTION) + QUIET
    async with page(running.socket) as one:
        ready = await one.until("ready")
        await one.mic(said[:20_002], piece=1_234)
        one.vanish()
        await one.over()
    async with page(running.socket, first=resumed(ready)) as one:
        back = await one.until("ready")
        assert back["sessionId"] == ready["sessionId"]
        assert back["samples"] <= 10_001
        await one.mic(said[2 * back.get("samples", 0) :])
        await heard(one, QUESTION)
        assert await answered(one) == f"You said: {QUESTION}"
        await one.say("end")
        await one.over()
    await running.ended()
    assert running.microphone(ready["sessionId"]) == said


async def test_S3_a_drop_in_the_middle_of_a_read_goes_on_at_the_sample_that_was_played(site):
    running = await site()
    async with page(running.socket, plays=False) as one:
        ready = await one.until("ready")
        await one.say("text", text=TELL)
        await one.when(
            lambda: 0.36 * VOICE_RATE < one.total <= 0.4 * VOICE_RATE
        )  # and no more, before it was played
        first, read = one.voice
        await one.say("played", read=first, samples=one.samples(first))
        await one.when(lambda: 0.36 * VOICE_RATE < one.samples(read) <= 0.4 * VOICE_RATE)
        one.vanish()
        await one.over()
    played = 5_000
    had = bytes(one.voice[read][: 2 * played])
    async with page(running.socket, first=resumed(ready, read, played)) as two:
        two.voice[read] = had
        state = await two.until("state")
        assert [turn["runs"][0]["text"] for turn in state["view"]["turns"]] == [LONG]
        await two.until("read_end", read=read)
        assert two.firsts[0] == (read, played)
        assert two.voice[read] == sound_of(two.said[read])
        await two.until("spoken", shown_to=len(LONG))
        assert first not in two.voice, "what was played is not sent again"


async def test_S3_a_drop_while_something_waits_for_a_yes_leaves_it_waiting(site):
    running = await site("approval=review")
    async with page(running.socket) as one:
        ready = await one.until("ready")
        await one.mic(spoken(QUESTION) + QUIET)
        hold = await one.until("hold", text=QUESTION)
        one.vanish()
        await one.over()
    async with page(running.socket, first=resumed(ready)) as one:
        [held] = (await one.until("state"))["view"]["holds"]
        assert (held["hold"], held["text"]) == (hold["hold"], QUESTION)
        await one.say("accept", hold=hold["hold"], text=QUESTION)
        assert await answered(one) == f"You said: {QUESTION}"
        assert "hold_closed" in one.kinds()


@pytest.mark.slow
async def test_S3_who_stays_away_for_longer_has_left_and_joins_anew(site):
    """All at once, for the wait is long: in the middle of an utterance, of a read, and while something waits for a yes."""
    running = await site("approval=review")
    cut, read, held = await asyncio.gather(
        _away(running, _half_an_utterance), _away(running, _half_a_read), _away(running, _a_hold)
    )
    assert cut["holds"] == []
    assert [draft["text"][:15] for draft in cut["drafts"]] == [QUESTION[:15]], (
        "what was heard is kept, unsent"
    )
    assert read["reads"] == [], "no sound is played to an empty room"
    assert held["holds"] == []
    assert [draft["text"] for draft in held["drafts"]] == [QUESTION]


async def _half_an_utterance(one):
    await one.mic(spoken(QUESTION))
    await one.until("heard")


async def _half_a_read(one):
    await one.say("text", text=TELL)
    await one.until("read")


async def _a_hold(one):
    await one.mic(spoken(QUESTION) + QUIET)
    await one.until("hold")


async def _away(running, doing):
    """The view of who is back after the grace."""
    async with page(running.socket, plays=False) as one:
        ready = await one.until("ready")
        await doing(one)
        one.vanish()
        await running.left(ready["sessionId"])
    async with page(running.socket, first=resumed(ready)) as late:
        assert "away for too long" in (await late.until("error"))["message"]
        assert await late.over() == 4404
    async with page(running.socket, session=ready["sessionId"]) as again:
        assert (await again.until("ready"))["sessionId"] == ready["sessionId"]
        view = (await again.until("state"))["view"]
        await again.mic(spoken("Thanks.") + QUIET)
        await again.until("hold", text="Thanks.")
    return view


class Wire:
    """A socket as the server has it, without a network: what is put in comes when the loop turns."""

    def __init__(self, talks, **first):
        self._up = asyncio.Queue()
        self._came = asyncio.Queue()
        self.put(type="websocket.connect")
        self.text(**first)
        self.task = asyncio.create_task(LiveSocket(talks)({}, self._up.get, self._came.put))

    def put(self, **message):
        self._up.put_nowait(message)

    def text(self, **frame):
        self.put(type="websocket.receive", text=json.dumps(frame))

    def mic(self, pcm):
        self.put(type="websocket.receive", bytes=pcm)

    async def until(self, kind):
        while True:
            message = await self._came.get()
            frame = json.loads(message.get("text") or "{}")
            if kind in (frame.get("type"), message["type"]):
                return frame or message


async def test_S3_a_page_is_back_before_its_first_socket_is_known_to_be_gone_and_nothing_comes_twice(site):
    running = await site()
    said = spoken(QUESTION)[:32_000]
    old = Wire(running.site.talks, type="start", solovox=1)
    ready = await old.until("ready")
    new = Wire(running.site.talks, **resumed(ready))
    old.mic(said)  # it comes after the resume, in the same turn of the loop
    back = await new.until("ready")
    new.mic(said[2 * back.get("samples", 0) :])
    assert (await old.until("websocket.close"))["code"] == 1000
    await old.task
    new.text(type="end")
    await new.until("session_end")
    await running.ended()
    assert running.microphone(ready["sessionId"]) == said


async def test_S3_a_drop_of_a_page_with_other_rates_is_to_its_own_sample(site):
    """48 kHz up and 16 kHz down: what comes over two sockets is what comes over one. It is too short to be speech."""
    running = await site()
    rates = {"microphone_rate": 48_000, "speaker_rate": 16_000}
    said = np.random.default_rng(7).integers(-9_000, 9_000, 9_000, dtype="<i2").tobytes()
    kept, voices = [], []
    for dropped in (False, True):
        async with page(running.socket, **rates) as one:
            ready = await one.until("ready")
            if dropped:
                await one.mic(said[:6_006], piece=2_002)
                one.vanish()
                await one.over()
            else:
                voices.append(await _all_of_it(one, said))
        if dropped:
            async with page(running.socket, first=resumed(ready) | rates) as one:
                back = await one.until("ready")
                voices.append(await _all_of_it(one, said[2 * back.get("samples", 0) :]))
        kept.append(ready["sessionId"])
    await running.ended()
    whole, mended = (running.microphone(session) for session in kept)
    assert abs(len(whole) - len(said) // 3) < 1_280, "but for what the resampler still has"
    assert whole == mended
    assert voices[0] == voices[1]


async def _all_of_it(one, said):
    await one.mic(said, piece=2_002)
    await one.say("text", text=QUESTION)
    await answered(one)
    await one.say("end")
    await one.over()
    return one.voice
