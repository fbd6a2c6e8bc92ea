"""A journal that keeps no sound of what was not said to us, whatever the order in which things are told (law T6)."""

import asyncio

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from solovox.core import events as e
from solovox.core.policy import Listens, Policy
from solovox.core.units import MIC, AudioSpan, SourceId, StreamId
from solovox.shell.spared_sound import BEFORE, MOST, SparedSound
from solovox.testing.fakes import MemoryJournal

pytestmark = pytest.mark.slow

PIECE = 1_600
LOUD = b"\x01\x02"


class Kept(MemoryJournal):
    """Keeps the sound itself."""

    def __init__(self):
        super().__init__()
        self.pcm = {}

    def sound(self, span, pcm):
        super().sound(span, pcm)
        assert len(pcm) == 2 * span.count
        assert len(self.pcm.setdefault(span.stream, bytearray())) == 2 * span.first, "in order, without holes"
        self.pcm[span.stream] += pcm


def told(pieces, events):
    """What is kept of so many pieces of loud sound, with `events` by the sample at which they are told."""
    kept = Kept()
    spared, waits = SparedSound(kept), 0
    left = sorted(events, key=lambda one: one[0])
    for number in range(pieces):
        span = AudioSpan(MIC, number * PIECE, PIECE)
        spared.sound(span, LOUD * PIECE)
        while left and left[0][0] <= span.end:
            spared.append(span.end // 16, left.pop(0)[1], ())
        waits = max(waits, span.end - len(kept.pcm.get(MIC, b"")) // 2)
    return kept, spared, waits


def finished(pieces, events):
    kept, spared, waits = told(pieces, events)
    asyncio.run(spared.aclose())
    return kept, waits


def ours(kept):
    """Which samples were kept as they are, as pieces `(first, end)`; all others are silence."""
    samples = np.frombuffer(kept.pcm.get(MIC, b""), "<i2")
    assert set(np.unique(samples)) <= {0, int.from_bytes(LOUD, "little")}
    edges = np.flatnonzero(np.diff(samples != 0, prepend=False, append=False)).tolist()
    return list(zip(edges[::2], edges[1::2], strict=True))


def speech(first, end, words, *, woken=None, late=0):
    """An utterance as a recogniser tells of it: events by the sample at which they are told."""
    span = AudioSpan(MIC, first, end - first)
    told_at = [(first + 3_000, e.SpeechConfirmed(first))]
    if woken is not None:
        told_at.append((max(first + 3_000, woken), e.WakeHeard(woken)))
    told_at.append((end + 8_000, e.SpeechEnded(span)))
    told_at.append((end + 8_000 + late, e.LocalTranscript(span, words, final=True)))
    return told_at


def test_T6_an_utterance_with_the_phrase_whose_words_never_come_ends_where_its_speech_did():
    events = [
        one for one in speech(16_000, 48_000, "", woken=20_000) if not isinstance(one[1], e.LocalTranscript)
    ]
    kept, _ = finished(300, [*events, *speech(80_000, 96_000, "")])
    assert ours(kept) == [(16_000, 48_000)]


def test_T6_sound_whose_words_do_not_come_is_not_held_for_ever():
    kept, _, waits = told(1_000, [(19_000, e.SpeechConfirmed(16_000))])
    assert waits <= MOST + PIECE
    assert ours(kept) == []


SPARING, NOT = (
    e.PolicyChanged(Policy(wake="computer", listens=one)) for one in (Listens.WOKEN, Listens.ALWAYS)
)


def test_T6_all_that_is_said_after_the_person_wants_it_kept_is_kept_and_nothing_before():
    kept, _ = finished(300, [*speech(16_000, 48_000, ""), (8 * 16_000, NOT)])
    assert ours(kept) == [(8 * 16_000, 300 * PIECE)]


def test_T6_what_is_said_after_the_person_wants_it_spared_is_silence():
    kept, _ = finished(300, [(0, NOT), (8 * 16_000, SPARING), *speech(10 * 16_000, 12 * 16_000, "")])
    assert ours(kept) == [(PIECE, 8 * 16_000)]


@pytest.mark.parametrize(("words", "end"), [("what time is it", 80_000), ("", 48_000)])
def test_T6_what_was_being_said_when_it_changed_is_judged_as_a_whole(words, end):
    kept, _ = finished(300, [(0, NOT), *speech(16_000, 80_000, words), (48_000, SPARING)])
    assert ours(kept) == [(PIECE, end)]


def test_T6_other_sound_and_all_events_go_through_at_once():
    kept = Kept()
    spared = SparedSound(kept)
    spared.sound(AudioSpan(StreamId("voice/1"), 0, 3), LOUD * 3)
    spared.append(7, e.HungUp(), ())
    assert kept.pcm[StreamId("voice/1")] == LOUD * 3
    assert kept.entries == [(7, e.HungUp(), ())]


UTTERANCES = st.lists(
    st.tuples(
        st.integers(200, 60_000),  # quiet before it
        st.integers(4_000, 100_000),  # how long it is
        st.sampled_from(["", "", "stop", "what time is it"]),
        st.one_of(st.none(), st.floats(0, 1)),  # where in it the phrase is heard
        st.integers(0, 60_000),  # how late its words are
    ),
    max_size=6,
)


@given(UTTERANCES)
def test_T6_what_is_kept_is_exactly_what_was_said_to_us(drawn):
    events, wanted, at = [], [], 0
    for quiet, length, words, where, late in drawn:
        first = (
            at + quiet + 12_000
        )  # an utterance is told to have ended before the next is told to have begun
        at = first + length
        woken = None if where is None else first + int(where * length)
        events += speech(first, at, words, woken=woken, late=late)
        if words or woken is not None:
            wanted.append((first, at))
    order = [one for _, one in sorted(events, key=lambda one: one[0]) if isinstance(one, e.LocalTranscript)]
    finals = sorted(order, key=lambda one: one.span.first)
    if order != finals:  # words are told in the order of the utterances
        return
    pieces = (at + 200_000) // PIECE
    kept, waits = finished(pieces, events)
    assert len(kept.pcm[MIC]) == 2 * pieces * PIECE
    assert ours(kept) == wanted
    assert waits <= MOST + PIECE


def test_T6_silence_is_held_no_longer_than_an_utterance_may_need_to_be_told():
    _, _, waits = told(300, [])
    assert waits <= BEFORE + PIECE


ANN = StreamId("mic/2001")


def kept_apart(pieces, events, late):
    """The same sound as Ann's own, each piece told `late` pieces after the microphone's."""
    kept = Kept()
    spared, left = SparedSound(kept), sorted(events, key=lambda one: one[0])
    for number in range(pieces + late):
        if number < pieces:
            span = AudioSpan(MIC, number * PIECE, PIECE)
            spared.sound(span, LOUD * PIECE)
            while left and left[0][0] <= span.end:
                spared.append(span.end // 16, left.pop(0)[1], ())
        if number >= late:
            first = (number - late) * PIECE
            own = AudioSpan(ANN, first, PIECE)
            spared.append(span.end // 16, e.SourceCaptured(own, SourceId("Ann (2001)"), first, 960), ())
            spared.sound(own, LOUD * PIECE)
    asyncio.run(spared.aclose())
    return kept


@pytest.mark.parametrize("late", [0, 1, 5])
@pytest.mark.parametrize(
    "events",
    [
        [],
        speech(16_000, 80_000, ""),
        speech(16_001, 80_003, "what time is it"),
        [*speech(16_000, 48_000, "so"), *speech(80_000, 96_000, ""), *speech(160_000, 176_000, "yes")],
        [*speech(16_000, 48_000, ""), (8 * 16_000, NOT)],
        [(16_000, NOT), (64_000, SPARING), *speech(80_000, 96_000, "so")],
    ],
)
def test_T6_and_R3_what_one_of_several_says_is_kept_where_the_microphone_s_sound_is(events, late):
    kept = kept_apart(300, events, late)
    assert len(kept.pcm[ANN]) == len(kept.pcm[MIC]) == 2 * 300 * PIECE
    assert kept.pcm[ANN] == kept.pcm[MIC]
