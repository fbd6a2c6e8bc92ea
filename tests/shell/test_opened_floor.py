"""The wake phrase alone opens the floor for one question, and for nothing else (law T6): what the listener link tells a
conversation that tells it which words are wanted."""

import asyncio

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from laws.scene import asked, worded
from shell.test_sparing_listener import Telling
from solovox.core import events as e
from solovox.core.commands import HearAll
from solovox.core.conversation import Conversation
from solovox.core.policy import Listens, Policy
from solovox.core.units import MIC, AudioSpan, Instant, RunId, SurfaceCaps
from solovox.lang.understanding import understand
from solovox.shell.clock import LoopClock
from solovox.shell.links.listener import Listener
from solovox.shell.sound import SoundStore

OPEN_MS, LENGTH_MS, LATE_MS, LATER_MS = 6_000, 600, 300, 900
"""How long the floor is open, a speech lasts, and the words of the phrase, and of what follows it, come after its end."""
PHRASE, SOUND, ASKS, TALK, COUGH = "Computer.", "(its sound)", "Computer, the time?", "Soup at {}.", ""
ALONE = (PHRASE, SOUND, COUGH)


class Room:
    """A recogniser's events go through the link to the conversation, and what is wanted goes back."""

    def __init__(self):
        self.talk = Conversation(worded(Policy(wake="computer", listens=Listens.WOKEN)))
        self.recogniser, self.store, self.at, self.told, self.asked = Telling(), SoundStore(), 0, [], []
        self.link = Listener(self.recogniser, self.store, LoopClock())

    async def decide(self, event):
        event = understand(event, self.talk, Instant(self.at))
        if isinstance(event, e.LocalTranscript) and event.text:
            self.told.append(event.text)
        out = self.talk.handle(Instant(self.at), event)
        for one in out:
            if isinstance(one, HearAll):
                assert self.link.perform_now(one)
        self.asked += asked(out)
        for number in range(len(self.asked) * bool(asked(out))):
            await self.decide(e.BrainFailed(RunId(number + 1), "nobody thinks here"))

    async def until(self, at):
        while (due := self.talk.next_deadline) is not None and due <= at:
            self.at = due
            await self.decide(e.DeadlineReached())
        self.at = at

    async def hears(self, event):
        self.recogniser.said.put_nowait(event)
        await self.recogniser.said.join()


async def held(speeches):
    """What is told of `speeches`, each with the silence before it, in ms."""
    room = Room()
    task = asyncio.create_task(room.link.run(room.decide))
    await room.decide(e.SurfaceJoined(SurfaceCaps()))
    script, ends = [], 0
    for gap, words in speeches:
        span = AudioSpan(MIC, 16 * (ends + gap), 16 * LENGTH_MS)
        begins, ends = ends + gap, ends + gap + LENGTH_MS
        wakes = [(ends, e.WakeHeard(span.end))] * (words in (PHRASE, SOUND, ASKS))
        text = e.LocalTranscript(span, "" if words == SOUND else words, final=True)
        late = LATE_MS if words in (PHRASE, SOUND) else LATER_MS
        script += [
            (begins, e.SpeechConfirmed(span.first)),
            *wakes,
            (ends, e.SpeechEnded(span)),
            (ends + late, text),
        ]
    for at, event in sorted(script, key=lambda one: one[0]):
        await room.until(at)
        await room.hears(event)
    task.cancel()
    room.store.close()
    return room


def apart(speeches):
    """The phrase begins an utterance of its own: the words of what was said before it are known (T2)."""
    befores = ["", *(words for _, words in speeches)]
    for (gap, words), before in zip(speeches, befores, strict=False):
        yield max(gap, LATER_MS + 1) if words in (PHRASE, SOUND) and before not in ALONE else gap, words


def ours(speeches):
    """Which words are for us: with the phrase, or the first within `OPEN_MS` of the phrase alone."""
    found, now, until = [], 0, -1
    for gap, words in speeches:
        begins = now + gap
        now = begins + LENGTH_MS
        if words in (PHRASE, SOUND):
            until = begins + LENGTH_MS + OPEN_MS
        if words == ASKS or (words not in ALONE and begins < until):
            found.append(words)
        until = until if words in ALONE else -1
    return found


SPEECHES = st.lists(
    st.tuples(
        st.sampled_from([500, 1_100, 1_700, 4_200, 5_400, 7_000]),
        st.sampled_from([PHRASE, SOUND, ASKS, TALK, TALK, TALK, COUGH]),
    ),
    min_size=1,
    max_size=12,
)


@settings(deadline=None, max_examples=60)
@example([(500, PHRASE), (500, TALK), (500, TALK)])
@example([(500, SOUND), (1_700, TALK)])
@example([(500, PHRASE), (1_100, COUGH), (4_200, TALK)])
@example([(500, PHRASE), (500, COUGH), (500, TALK)])
@given(SPEECHES)
def test_T6_after_the_phrase_alone_one_question_is_told_and_no_other_word(speeches):
    speeches = [(gap, words.format(number)) for number, (gap, words) in enumerate(apart(speeches))]
    room = asyncio.run(held(speeches))
    assert [text for text in room.told if text != PHRASE] == ours(speeches)


@pytest.mark.parametrize("phrase", [PHRASE, SOUND])
@pytest.mark.parametrize("gap", [800, 1_400, 2_000])
async def test_T6_the_question_after_the_phrase_is_asked(phrase, gap):
    room = await held([(500, phrase), (gap, "What time is it?")])
    assert room.asked == ["What time is it?"]
