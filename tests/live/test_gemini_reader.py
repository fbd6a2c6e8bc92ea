"""The narrator `reader` in whole sessions, over a service that reads in every order, and in every wrong way.

What the speaker played is taken apart into words again (`words_of`).
"""

from itertools import cycle
from random import Random

import numpy as np
import pytest

from live.gemini_readers import Service, Told, late, meet
from live.gemini_reading import (
    ANSWER,
    BROKEN,
    ENDS,
    FAULTS,
    FORBIDDEN,
    GO_AWAY,
    INTERRUPTED,
    ORDERS,
    PIECES,
    TAUGHT,
    TURN_OVER,
    at,
    by_chance,
    is_whole,
    said,
)
from portions import sampled
from solovox.core import commands as c
from solovox.core import events as e
from solovox.core.errors import Misuse
from solovox.core.policy import Fidelity, NarratorKind, Policy
from solovox.core.units import ReadId
from solovox.live.reader import LINES, READS, LiveReader, ReaderOptions
from solovox.shell.sound import SoundStore
from solovox.wire.gemini_live import server_frames as s
from solovox.wire.gemini_live.parts import Content, Part, sound

pytestmark = pytest.mark.slow


@pytest.mark.parametrize(("order", "fresh"), list(zip(ORDERS, cycle([False, True]))))
def test_G6_a_reader_that_reads_is_heard_in_whatever_order_it_sends(order, fresh):
    told = Told(Service(ORDERS[order]), fresh=fresh).run()
    assert told.heard == ANSWER.split()
    assert told.exactly == told.spoken.spoken == []
    assert all(line.closed for line in told.service.lines)
    scores = {event.score for event in told.events if isinstance(event, e.ReadFollowed)}
    assert scores == {1.0}


@pytest.mark.parametrize(("fault", "number"), list(zip(FAULTS, cycle([1, 0, 2]))))
def test_G6_whatever_a_reader_does_wrong_the_reading_is_whole_and_nothing_else_is_heard(fault, number):
    """It does it once: the first time or the next; or (0) always."""
    wrong, right = FAULTS[fault], ORDERS["together"]
    service = Service(lambda words, n: (wrong if number in (0, n) else right)(words, n))
    told = Told(service).run()
    if fault != "text for half of the sound":
        assert told.whole, told.heard
    assert told.exactly
    assert all(one in told.heard for one in ANSWER.split())


def test_G6_sound_without_text_is_heard_for_at_most_twice_the_time_its_text_takes():
    told = Told(Service(FAULTS["text for half of the sound"])).run()
    assert told.heard.count("zebra") <= 3 * 2 * 1_400 // 360


def test_G6_without_an_exact_voice_what_was_not_read_is_shown():
    told = Told(Service(at(1, "zebra")), exact=False).run()
    assert "zebra" not in told.heard
    shown = [one.text for one in told.commands if isinstance(one, c.ShowFailure)]
    assert set(shown) == {"reading aloud failed: the reader said something else"}
    assert "".join(one.text for one in told.commands if isinstance(one, c.ShowText)) == ANSWER


@pytest.mark.parametrize("obeys", [True, False])
def test_G6_a_reader_is_given_a_word_as_the_person_wants_it_said_and_may_say_either(obeys):
    def way(words, n):
        return ORDERS["together"](words if obeys else [{"zebra": "Lunch"}.get(one, one) for one in words], n)

    told = Told(Service(way), pronounced=lambda: [TAUGHT]).run()
    assert told.exactly == []
    assert told.heard == (ANSWER.replace("Lunch", "zebra") if obeys else ANSWER).split()
    asked = [text for line in told.service.lines for text in line.asked]
    assert "Lunch" not in " ".join(asked)


class PositiveIsSpeech:
    """A detector: the words of `gemini_reading` are never below zero, a tone is."""

    frame_samples = 512

    def reset(self):
        pass

    def probability(self, frame):
        return float(np.frombuffer(frame, "<i2").min() > -500)


def in_a_tone(word):
    """The right word in the transcription, and a tone for as long as it takes."""
    beeps = (8_000 * np.sin(np.arange(1_440 * (len(word) + 1)) / 4)).astype("<i2").tobytes()
    turn = Content(parts=(Part(inline_data=sound(beeps, 24_000)),), role="model")
    content = s.ServerContent(output_transcription=s.Transcription(text=f" {word}"), model_turn=turn)
    return s.ServerMessage(server_content=content)


@pytest.mark.parametrize(("place", "again"), [(0, 2), (1, 2), (4, 2), (8, 3)])
def test_G6_speech_that_turns_into_a_tone_is_said_again_though_its_transcription_is_right(place, again):
    """In the third read: its connection has read before. Of the tone no more is heard than the detector takes to be sure."""

    def way(words, n):
        if n != 3:
            return [*said(words), *ENDS]
        return [*said(words[:place]), *map(in_a_tone, words[place:]), *ENDS]

    told = Told(Service(way), detect=PositiveIsSpeech).run()
    assert told.exactly == told.spoken.spoken == PIECES[again:]
    heard = np.frombuffer(b"".join(pcm for _, pcm in sorted(told.surface.heard.items())), "<i2")
    assert np.count_nonzero(heard < 0) < 24_000 * 0.1


def test_G6_a_detector_cuts_no_right_reading():
    told = Told(Service(ORDERS["together"]), detect=PositiveIsSpeech).run()
    assert told.heard == ANSWER.split()
    assert told.exactly == []


def test_G6_off_believes_the_reader():
    policy = Policy(narrator=NarratorKind.READER, fidelity=Fidelity.OFF, exact_voice=True)
    told = Told(Service(at(1, "zebra")), policy=policy).run()
    assert "zebra" in told.heard
    assert min(event.score for event in told.events if isinstance(event, e.ReadStrayed)) < 1


LATE = {
    "soon": late(0.1, 0.1),
    "late": late(1.9, 1.9),
    "soon, and its own late": late(0.1, 1.9),
    "late, and its own soon": late(1.9, 0.1),
    "only the end is told, and its own soon": late(0.4, 0.1, marks=()),
    "only the end is told, and its own late": late(0.4, 1.9, marks=()),
    "the end a little late": late(0.4, 0.5, 0.5),
    "the end late": late(0.4, 0.5, 1.5),
    "the end too late": late(0.4, 0.5, 3.0),
}


@pytest.mark.parametrize("fresh", [False, True], ids=["kept", "fresh"])
@pytest.mark.parametrize("how", LATE)
def test_G1_what_a_reader_says_behind_the_end_of_a_read_is_of_no_read(how, fresh):
    told = Told(Service(LATE[how]), fresh=fresh, asks=(100, 30_000)).run()
    assert told.heard == ANSWER.split() * 2
    assert told.exactly == []


@pytest.mark.parametrize("fresh", [False, True], ids=["kept", "fresh"])
@pytest.mark.parametrize(
    "end", [[], [BROKEN], [INTERRUPTED, TURN_OVER]], ids=["never", "broken", "interrupted"]
)
def test_G6_a_read_that_was_heard_whole_is_not_said_again_though_it_was_not_ended(end, fresh):
    told = Told(Service(lambda words, n: [*said(words), *end]), fresh=fresh).run()
    assert told.heard == ANSWER.split()
    assert told.exactly == []


def test_N1_one_unfinished_read_at_a_time_and_none_on_a_connection_that_was_cut():
    told = Told(
        Service(lambda words, n: at(1, "zebra")(words, n) if n == 1 else ORDERS["together"](words, n))
    ).run()
    assert [len(line.asked) for line in told.service.lines] == [1, 2, 0]


def test_N1_kept_is_used_again_and_fresh_once_for_each_read():
    kept = Told(Service(ORDERS["together"]), asks=(100, 30_000)).run()
    assert [len(line.asked) for line in kept.service.lines] == [4, 2], "two connections read in turn"
    fresh = Told(Service(ORDERS["together"]), asks=(100, 30_000), fresh=True).run()
    assert [len(line.asked) for line in fresh.service.lines] == [1] * 6 + [0], (
        "the next is open ahead of need"
    )


def test_it_is_opened_ahead_of_need():
    told = Told(Service(ORDERS["together"]), asks=()).run()
    assert told.service.dialled == LINES


def test_L1_a_connection_that_goes_away_is_replaced_between_two_reads():
    told = Told(Service(lambda words, n: [*said(words), *ENDS, *([GO_AWAY] if n == 1 else [])])).run()
    assert told.heard == ANSWER.split()
    assert told.exactly == []
    assert len(told.service.lines[0].asked) == 1


@pytest.mark.parametrize("fresh", [False, True], ids=["kept", "fresh"])
def test_L1_a_service_that_lets_go_of_every_connection_at_once_is_not_stormed(fresh):
    class Leaving(Service):
        async def dial(self):
            line = await super().dial()
            line.queue.put_nowait(GO_AWAY)
            return line

    told = Told(Leaving(ORDERS["together"]), fresh=fresh).run()
    assert told.heard == ANSWER.split()
    assert told.service.dialled <= 5


def test_L1_a_service_that_cannot_be_reached_is_not_stormed():
    service = Service(ORDERS["together"], refuses=range(1, 3))
    told = Told(service, asks=(10_000, 40_000)).run()
    assert told.heard == ANSWER.split() * 2
    assert service.dialled == 4
    assert told.exactly == PIECES[:1]


def test_G1_what_nobody_asked_for_is_dropped():
    service = Service(lambda words, n: [*said(words), *ENDS, 1.0, *said(FORBIDDEN), *ENDS])
    told = Told(service).run()
    assert told.heard == ANSWER.split()
    assert told.ledger.dropped[c.SoundOrigin.NARRATOR]


def test_a_family_that_takes_content_only_at_the_beginning_is_asked_by_text():
    told = Told(Service(ORDERS["together"], model="gemini-3.1-flash-live-preview")).run()
    assert told.heard == ANSWER.split()


async def test_more_reads_than_can_wait_are_misuse():
    reader = LiveReader(Service(ORDERS["together"]).dial, ReaderOptions(), SoundStore())
    for number in range(READS):
        await reader.perform(c.Read(ReadId(number), "x"))
    with pytest.raises(Misuse):
        await reader.perform(c.Read(ReadId(READS), "x"))


@pytest.mark.parametrize("seed", sampled(range(60), range(10)))
def test_G6_by_chance(seed):
    random = Random(seed)
    service = Service(by_chance(random), refuses={n for n in range(1, 9) if random.random() < 0.1})
    told = Told(service, asks=(100, 30_000), fresh=random.random() < 0.5).run()
    assert is_whole(told.heard), told.heard


@pytest.mark.parametrize("seed", sampled(range(40), range(6)))
def test_G1_N1_a_reader_whose_every_event_is_late_is_heard_and_nothing_else(seed):
    meet(seed)
