"""Sockets of a site, over the real network stack of this machine: drops, take-overs, and clients that behave badly.

What is spoken and read is exact text in sound (`coded_speech`): one sample that was lost or came twice is a wrong letter.
"""

import numpy as np
import pytest

from http_server.coded_speech import PER_CHARACTER, QUIET, spoken
from http_server.page_client import page
from solovox.core.units import VOICE_RATE
from solovox.http.persons_settings import PersonsSettings
from solovox.surfaces.web.outbox import TOO_SLOW
from solovox.testing.fakes import ScriptedTts

pytestmark = pytest.mark.slow

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


# Several at one site: who has the speaker, and that no client delays another.


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


# What is changed at the switch of a page counts for the talks to come, too.

FLAGS = ("tools=get_time", "narrator.voice=af_bella")


@pytest.fixture
def own(tmp_path):
    """Makes the settings of a person, with flags."""
    return lambda *flags: PersonsSettings(
        (*FLAGS, *flags), None, tmp_path, {"SOLOVOX_STATE": str(tmp_path / "state")}
    )


async def test_what_needs_a_yes_is_kept_for_the_next_talk(site, own):
    running = await site(own=own())
    async with page(running.socket) as one:
        await one.until("settings", approval="direct")
        await one.say("set", key="approval", value="review")
        await one.until("settings", approval="review")
        await one.say("set", key="barge_in", value="false")  # it is answered when what came before is kept
        await one.until("settings", barge_in=False)
    assert own().config("talk").approval == "review"


async def test_where_it_is_set_elsewhere_it_counts_for_this_talk_alone(site, own):
    running = await site(own=own("approval=direct"))
    async with page(running.socket) as one:
        await one.say("set", key="approval", value="correct")
        await one.until("settings", approval="correct")
    assert own("approval=direct").config("talk").approval == "direct"
    assert own().config("talk").approval == "direct"
