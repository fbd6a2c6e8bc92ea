"""The sound of what waits for a yes: it outlives the sound store's, and is let go with the hold (laws A1, K1)."""

import pytest

from solovox.core.commands import CloseHold, HoldKind, Outcome, ShowHold, SttTaught, Teach
from solovox.core.events import DeadlineReached, Taught, TeachFailed
from solovox.core.units import MIC, AudioSpan, HoldId
from solovox.shell.held_sound import LONGEST, HoldSounds
from solovox.shell.sound import SoundStore


def pcm(first, end):
    """Samples that say which they are."""
    return b"".join(n.to_bytes(2, "little") for n in range(first, end))


class Kept:
    """A sound store with `samples` of the microphone, and what is held of it."""

    def __init__(self, samples=1_000):
        self.sound = SoundStore()
        self.sound.put(MIC, pcm(0, samples))
        self.held = HoldSounds(self.sound)

    def see(self, *commands, event=None):
        self.held.see(event or DeadlineReached(), commands)

    def show(self, hold, first, end, **more):
        self.see(ShowHold(HoldId(hold), "x", span=AudioSpan(MIC, first, end - first), **more))

    def of(self, hold):
        return self.held.sound_of(HoldId(hold))


def closed(hold, outcome=Outcome.DENIED, *, draft=False):
    return CloseHold(HoldId(hold), outcome, draft)


def taught(hold):
    return Teach(HoldId(hold), SttTaught(None, "a", "b"))


def test_A1_the_sound_of_a_hold_outlives_what_the_store_forgets():
    kept = Kept()
    kept.show(1, 100, 300)
    kept.sound.forget(MIC, 1_000)
    assert kept.of(1) == pcm(100, 300)


def test_A1_it_is_let_go_with_the_hold_but_a_draft_keeps_it():
    kept = Kept()
    for hold in (1, 2):
        kept.show(hold, 100, 300)
    kept.see(closed(1), closed(2, Outcome.EXPIRED, draft=True))
    assert (kept.of(1), kept.of(2)) == (b"", pcm(100, 300))
    kept.see(closed(2, Outcome.GRANTED))
    assert kept.of(2) == b""


def test_A1_of_drafts_the_last_eight_keep_theirs():
    kept = Kept()
    for hold in range(1, 11):
        kept.show(hold, 0, 10)
        kept.see(closed(hold, Outcome.EXPIRED, draft=True))
    assert [hold for hold in range(1, 11) if kept.of(hold)] == list(range(3, 11))


@pytest.mark.parametrize(("forgotten", "gap"), [(0, False), (300, False), (500, True)])
def test_A1_what_goes_on_has_the_sound_of_both_and_silence_where_none_was_kept(forgotten, gap):
    kept = Kept()
    kept.show(1, 100, 400)
    kept.sound.forget(MIC, forgotten)
    kept.see(closed(1, Outcome.VOID), ShowHold(HoldId(2), "x y", span=AudioSpan(MIC, 100, 800)))
    between = bytes(200) if gap else pcm(400, 500)
    assert kept.of(2) == pcm(100, 400) + between + pcm(500, 900)
    assert kept.of(1) == b""


def test_A1_sound_that_did_not_come_is_silence_and_a_hold_that_was_not_spoken_has_none():
    kept = Kept(200)
    kept.show(1, 100, 300)
    assert kept.of(1) == pcm(100, 200) + bytes(200)
    kept.show(2, 100, 200, kind=HoldKind.ACTION)
    kept.see(ShowHold(HoldId(3), "x"))
    assert (kept.of(2), kept.of(3), kept.of(9)) == (b"", b"", b"")


def test_A1_of_a_very_long_hold_the_newest_part_is_kept():
    kept = Kept(0)
    kept.sound.put(MIC, bytes(2 * LONGEST) + pcm(0, 10))
    kept.show(1, 0, LONGEST + 10)
    assert kept.of(1) == bytes(2 * (LONGEST - 10)) + pcm(0, 10)


def test_K1_what_is_taught_is_kept_until_it_is_taken_once():
    kept = Kept()
    kept.show(1, 100, 300)
    kept.see(taught(1), closed(1, Outcome.GRANTED))
    assert kept.of(1) == b""
    assert kept.held.take_sound(HoldId(1)) == pcm(100, 300)
    assert kept.held.take_sound(HoldId(1)) == b""


@pytest.mark.parametrize("event", [Taught(HoldId(1), "7"), TeachFailed(HoldId(1), "the disk is full")])
def test_K1_once_it_is_answered_nothing_is_kept(event):
    kept = Kept()
    kept.show(1, 100, 300)
    kept.see(taught(1), closed(1, Outcome.GRANTED))
    kept.see(event=event)
    assert kept.held.take_sound(HoldId(1)) == b""
