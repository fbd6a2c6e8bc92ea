"""G2: what became of every sample."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solovox.core import commands as do
from solovox.core import events as ev
from solovox.core.commands import DropReason, SoundOrigin
from solovox.core.units import AudioSpan, ConnectionId, ReadId, StreamId
from solovox.recordings.ledger import Ledger, Samples

EAR, READ = ConnectionId(1), ReadId(7)


def span(stream, first, count):
    return AudioSpan(StreamId(stream), first, count)


@given(
    st.lists(st.tuples(st.integers(0, 60), st.integers(0, 20))),
    st.lists(st.tuples(st.integers(0, 60), st.integers(0, 20))),
)
def test_samples_are_a_set_of_numbers(one, other):
    first, second, known, others = Samples(), Samples(), set(), set()
    doubled = 0
    for start, count in one:
        new = set(range(start, start + count))
        doubled += len(new & known)
        assert first.add(start, start + count) == len(new - known)
        known |= new
    for start, count in other:
        second.add(start, start + count)
        others |= set(range(start, start + count))
    assert len(first) == len(known)
    assert first.again == doubled
    assert first.without(second) == len(known - others)
    assert {n for start, end in first for n in range(start, end)} == known


def capture(ledger, pieces):
    for n in range(pieces):
        ledger.see(ev.SoundCaptured(span("mic", n * 100, 100)), [])


def test_G2_the_microphone_adds_up_and_resent_sound_counts_once():
    ledger = Ledger()
    capture(ledger, 5)
    send = do.SendMicrophone(EAR, span("mic", 0, 300))
    ledger.see(
        ev.EarOpened(EAR), [send, do.Drop(SoundOrigin.MICROPHONE, span("mic", 300, 100), DropReason.DRAINED)]
    )
    ledger.see(ev.EarOpened(ConnectionId(2)), [do.SendMicrophone(ConnectionId(2), span("mic", 200, 100))])
    assert str(ledger.sums()[0]) == "captured 500 = sent 300 + dropped 100 + kept 100"
    assert ledger.sums()[0].holds
    assert ledger.resent == 100
    assert ledger.dropped == {SoundOrigin.MICROPHONE: {DropReason.DRAINED: 100}}


def voices(ledger):
    """200 samples of a read: 150 released, 50 too late; 80 of the ear, none released."""
    ledger.see(ev.ReadSounded(READ, span("voice/7", 0, 150)), [do.Play(READ, span("voice/7", 0, 150))])
    late = do.Drop(SoundOrigin.NARRATOR, span("voice/7", 150, 50), DropReason.LATE)
    ledger.see(ev.ReadSounded(READ, span("voice/7", 150, 50)), [late])
    ledger.see(
        ev.EarAudio(EAR, span("ear/1", 0, 80)),
        [do.Drop(SoundOrigin.EAR, span("ear/1", 0, 80), DropReason.NOT_A_READ)],
    )


def test_G2_every_voice_adds_up():
    ledger = Ledger()
    voices(ledger)
    ledger.see(ev.Played(READ, 60), [])
    assert [str(one) for one in ledger.sums()[1:]] == [
        "received 280 = played out 150 + dropped 130 + waiting 0",
        "played out 150 = played 60 + flushed 0 + unreported 90",
    ]
    ledger.see(ev.HungUp(), [do.Flush(READ), do.EndSession("hung up")])
    ledger.see(ev.Flushed(READ, 70), [])
    assert str(ledger.sums()[2]) == "played out 150 = played 70 + flushed 80 + unreported 0"
    assert all(one.holds for one in ledger.sums())


def test_G7_sound_of_the_ear_that_is_a_read_is_counted_as_the_ears():
    ledger = Ledger()
    ledger.see(ev.EarAudio(EAR, span("ear/1", 0, 80)), [do.Play(READ, span("ear/1", 0, 80))])
    assert str(ledger.sums()[1]) == "received 80 = played out 80 + dropped 0 + waiting 0"
    assert ledger.sums()[1].holds


@given(st.integers(0, 500), st.integers(0, 500), st.integers(0, 500))
def test_G2_a_surface_that_lies_or_goes_back_cannot_break_the_sum(one, two, last):
    ledger = Ledger()
    voices(ledger)
    for event in (ev.Played(READ, one), ev.Played(READ, two), ev.Flushed(READ, last), ev.Played(READ, 999)):
        ledger.see(event, [])
    total = ledger.sums()[2]
    assert total.holds
    assert dict(total.parts)["played"] == min(150, max(one, two, last))
    assert ledger.reads[READ].claimed == 849


WRONG = {
    "played out twice": (do.Play(READ, span("voice/7", 100, 50)), 1, "50 samples played out twice"),
    "dropped twice": (
        do.Drop(SoundOrigin.EAR, span("ear/1", 0, 80), DropReason.LATE),
        1,
        "80 samples dropped twice",
    ),
    "both": (
        do.Drop(SoundOrigin.NARRATOR, span("voice/7", 0, 10), DropReason.CUT),
        1,
        "both played out and dropped",
    ),
    "never received": (do.Play(READ, span("voice/7", 200, 10)), 1, "never came in"),
    "sent and drained": (
        do.Drop(SoundOrigin.MICROPHONE, span("mic", 0, 10), DropReason.DRAINED),
        0,
        "both sent and dropped",
    ),
    "never captured": (do.SendMicrophone(EAR, span("mic", 400, 200)), 0, "never came in"),
}


@pytest.mark.parametrize(("command", "which", "says"), WRONG.values(), ids=WRONG)
def test_G2_a_sample_in_two_places_is_told(command, which, says):
    ledger = Ledger()
    capture(ledger, 5)
    ledger.see(ev.EarOpened(EAR), [do.SendMicrophone(EAR, span("mic", 0, 100))])
    voices(ledger)
    assert all(one.holds for one in ledger.sums())
    ledger.see(ev.DeadlineReached(), [command])
    assert [one.holds for one in ledger.sums()][which] is False
    assert says in str(ledger.sums()[which])


def test_G2_nothing_may_wait_after_the_end():
    ledger = Ledger()
    ledger.see(ev.ReadSounded(READ, span("voice/7", 0, 10)), [])
    assert ledger.sums()[1].holds
    ledger.see(ev.HungUp(), [do.EndSession("hung up")])
    assert "10 samples still wait" in str(ledger.sums()[1])


def test_G4_sound_after_a_cut_is_told():
    ledger = Ledger()
    voices(ledger)
    ledger.see(ev.OnsetHeard(5), [do.Flush(READ)])
    ledger.see(ev.ReadSounded(READ, span("voice/7", 200, 9)), [do.Play(READ, span("voice/7", 200, 9))])
    assert "read 7: 9 samples played out after its cut" in str(ledger.sums()[2])
    assert not ledger.sums()[2].holds
