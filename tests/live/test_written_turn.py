"""What a live model that should speak has only written (law G7), and what of it a voice can say (N2)."""

import asyncio

import pytest

from solovox.core import events as ev
from solovox.core.units import AudioSpan, CallId, ConnectionId, StreamId
from solovox.live.written_turn import WrittenTurn
from solovox.shell.links.around_ear import SayableEar
from solovox.wire.live_events import ModelWrote, Spoke

ONE = ConnectionId(1)
ENDED, PART, CUT = ev.EarTurnEnded(ONE), ev.EarTurnEnded(ONE, in_progress=True), ev.EarInterrupted(ONE)
SOUND, CALL = Spoke(b"\0\0", 24_000), ev.EarCalled(ONE, CallId("a"), "look", "{}")
SAID = ev.EarOutputTranscript(ONE, "Yes.")


def wrote(text, thought=False):
    return ModelWrote(text, thought)


@pytest.mark.parametrize(
    ("told", "text"),
    [
        ([wrote("It is "), wrote("noon."), ENDED], "It is noon."),
        ([wrote("It is noon."), CUT], "It is noon."),
        ([wrote("It "), PART, wrote("is noon."), ENDED], "It is noon."),
        ([wrote("Noon?", True), wrote("It is noon."), ENDED], "It is noon."),
        ([wrote("It is noon."), SOUND, ENDED], ""),
        ([SOUND, wrote("It is noon."), ENDED], ""),
        ([SAID, wrote("It is noon."), ENDED], ""),
        ([wrote("I call it."), CALL, ENDED], ""),
        ([wrote("I call it."), CALL, wrote("It is noon."), ENDED], "It is noon."),
        ([wrote("<thinking>Is it"), wrote(" noon?</thinking> It is noon."), ENDED], "It is noon."),
        ([wrote("<THINK>a\nb</THINK>It is <b>noon</b>."), ENDED], "It is <b>noon</b>."),
        ([wrote("It is noon. <thought>Well, I"), ENDED], "It is noon."),
        ([wrote("<thinking>Is it noon?</thinking>"), ENDED], ""),
        ([ENDED], ""),
    ],
)
def test_G7_a_turn_that_was_only_written_is_told_at_its_end_without_its_thinking(told, text):
    turn = WrittenTurn()
    *before, last = [turn.see(one) for one in told]
    assert (set(before) <= {""}, last) == (True, text)
    assert turn.see(ENDED) == "", "the next turn has nothing of it"


class Told:
    """An ear that tells these."""

    def __init__(self, *events):
        self.events = events

    async def run(self, tell):
        for event in self.events:
            await tell(event)


def sayable(*events):
    told = []

    async def tell(event):
        told.append(event)

    asyncio.run(SayableEar(Told(*events)).run(tell))
    return told


def pieces(told):
    return [(one.said, one.shown_to) for one in told if isinstance(one, ev.EarOutputTranscript) and one.said]


TEXTS = ["It is **no", "on**. Lunch is at on", "e. Bon", " appétit"]
HEARD = [ev.EarOutputTranscript(ONE, text) for text in TEXTS]
END = sum(map(len, TEXTS))


@pytest.mark.parametrize("end", [ENDED, CUT, ev.EarLost(ONE, "1006")])
def test_N2_each_piece_of_a_text_without_sound_is_told_as_it_can_be_said(end):
    told = sayable(*HEARD, end)
    assert [said for said, _ in pieces(told)] == ["It is noon.", "Lunch is at one.", "Bon appétit"]
    assert [to for _, to in pieces(told)] == sorted(to for _, to in pieces(told))
    assert pieces(told)[-1][1] == END
    texts = "".join(one.text for one in told if isinstance(one, ev.EarOutputTranscript))
    assert (texts, told[-1]) == ("".join(TEXTS), end)


def test_N2_the_next_turn_begins_anew_and_one_that_sounds_is_told_as_it_was():
    sound = ev.EarAudio(ONE, AudioSpan(StreamId("ear/1"), 0, 100))
    told = sayable(*HEARD, PART, ENDED, HEARD[0], sound, *HEARD[1:], ENDED)
    assert told[-len(HEARD) - 2 :] == [HEARD[0], sound, *HEARD[1:], ENDED]
