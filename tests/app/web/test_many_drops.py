"""A page with a bad line: it drops again and again, in speech and while it is read to, and nothing is lost or comes twice."""

import random
from functools import partial

import pytest

from app.web.coded_speech import LONG, QUIET, spoken
from app.web.page_client import page
from app.web.test_live_sockets import QUESTION, TELL, heard, resumed, sound_of
from portions import sampled

SEEDS = range(40)


@pytest.mark.parametrize("seed", sampled(SEEDS, [7]))
async def test_S2_an_answer_is_heard_to_the_sample_over_many_sockets(site, seed):
    chance = random.Random(seed)
    running = await site()
    voice, said, reported, first, drops = {}, {}, {}, None, 0
    while True:
        async with page(running.socket, first=first) as one:
            one.voice, one.said, one.reported, one.lag = voice, said, reported, chance.randrange(6_000)
            ready = await one.until("ready")
            if first is None:
                await one.say("text", text=TELL)
            enough = one.total + chance.randrange(1, 12_000)
            await one.when(partial(_has, one, enough))
            if _heard_all(one):
                break
            one.vanish()
            await one.over()
        drops += 1
        read = max(reported, default=0)
        reported[read] = chance.randrange(reported.get(read, 0), one.samples(read) + 1)
        first = resumed(ready, read, reported[read])
    assert drops > 2
    assert voice == {read: sound_of(text) for read, text in said.items()}


def _has(one, samples):
    return one.total >= samples or _heard_all(one)


def _heard_all(one):
    """The server says that all of the answer was heard."""
    states = [
        run["heard_to"]
        for frame in one.of("state")
        for turn in frame["view"]["turns"]
        for run in turn["runs"]
    ]
    return len(LONG) in [*states, *(frame["shown_to"] for frame in one.of("spoken"))]


@pytest.mark.parametrize("seed", sampled(SEEDS, [7]))
async def test_S3_a_sentence_is_understood_to_the_letter_over_many_sockets(site, seed):
    chance = random.Random(seed)
    running = await site()
    pcm, first = spoken(QUESTION) + QUIET, None
    for _ in range(8):
        async with page(running.socket, first=first) as one:
            ready = await one.until("ready")
            at = 2 * ready.get("samples", 0)
            end = min(at + 2 * chance.randrange(1, 6_000), len(spoken(QUESTION)))
            await one.mic(pcm[at:end], piece=2 * chance.randrange(100, 2_000))
            one.vanish()
            await one.over()
        first = resumed(ready)
    async with page(running.socket, first=first) as one:
        at = 2 * (await one.until("ready")).get("samples", 0)
        await one.mic(pcm[at:])
        await heard(one, QUESTION)
        await one.say("end")
        await one.over()
    await running.ended()
    assert running.microphone(ready["sessionId"]) == pcm


async def test_S1_another_page_takes_over_while_the_first_is_away_and_the_first_is_told(site):
    running = await site()
    async with page(running.socket, plays=False) as one:
        ready = await one.until("ready")
        async with page(running.socket, session=ready["sessionId"]) as two:
            two_is = (await two.until("ready"))["page"]
            await one.say("text", text=TELL)
            await one.until("read")
            one.vanish()
            await one.over()
            await two.say("take")
            await two.until("holder", page=two_is)
            async with page(running.socket, first=resumed(ready)) as back:
                assert (await back.until("state"))["holder"] == two_is
                await two.until("spoken", shown_to=len(LONG))
                assert two.voice == {read: sound_of(text) for read, text in two.said.items()}
                assert back.voice == {}
