"""What every store must do. Subclass the suite of yours, and say how to make one.

class TestMine(StoreContract):
    @contextlib.contextmanager
    def fresh(self):
        place = ...                                     # empty
        yield lambda: MyStore(place, room_for=self.most)
        ...                                             # whatever is still open is closed
"""

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager, contextmanager
from dataclasses import replace
from functools import partial
from typing import ClassVar, Final

from solovox.ports import Correction, ReasoningCorrection, SpeechCorrection, Store, StoreError, SttCorrection

STT: Final = SttCorrection(
    "4f2c", "2026-01-31T09:00:00.000Z", bytes(range(256)) * 4, "does the current", "are the current"
)
REASONING: Final = ReasoningCorrection(
    "b-1",
    "2026-01-31T09:00:01.000Z",
    "the current conversations",
    "ls conversations",
    "list the talks: “ä”\n\0 🎙",
)
SPEECH: Final = SpeechCorrection("s-1", "2026-01-31T09:00:02.000Z", "Solovox", "/ˈsoʊloʊ vɑks/")


class StoreContract:
    """The contract of `Store`."""

    most: ClassVar[int] = 60
    """How many corrections there is room for."""

    def fresh(self) -> AbstractContextManager[Callable[[], Store]]:
        """A new place where nothing is kept: what opens a store of it, each time that it is called."""
        raise NotImplementedError

    def test_what_is_added_is_kept_to_the_byte(self) -> None:
        with self._open() as store:
            assert not store.all()
            for one in (STT, REASONING, SPEECH, *SILENT):
                added = store.add(one)
                assert (added.id, added.new) == (one.id, True)
            assert [*store.all()] == [STT, REASONING, SPEECH, *SILENT]

    def test_they_are_in_the_order_of_their_times_and_then_as_they_were_added(self) -> None:
        with self._open() as store:
            later = [replace(one, created_at="2026-02-01T00:00:00.000Z") for one in make_corrections(3)[::-1]]
            for one in (*later, STT):
                store.add(one)
            assert [*store.all()] == [STT, *later]

    def test_one_id_is_kept_once_as_it_was_first(self) -> None:
        with self._open() as store:
            store.add(STT)
            for other in (replace(STT, meant="something else"), replace(REASONING, id=STT.id)):
                added = store.add(other)
                assert (added.id, added.new) == (STT.id, False)
            assert [*store.all()] == [STT]

    def test_one_content_is_kept_once_whatever_its_id_and_time(self) -> None:
        with self._open() as store:
            for one in (STT, REASONING):
                store.add(one)
                added = store.add(replace(one, id=f"{one.id}-2", created_at="2026-02-01T00:00:00.000Z"))
                assert (added.id, added.new) == (one.id, False)
            assert [*store.all()] == [STT, REASONING]
            assert store.add(replace(STT, id="other", audio=b"")).new, "another sound is another content"

    def test_an_edit_stands_in_the_place_of_what_was_there(self) -> None:
        with self._open() as store:
            edited = replace(STT, meant="or the current")
            store.add(STT), store.add(REASONING)
            store.edit(edited)
            store.edit(edited)
            assert [*store.all()] == [edited, REASONING]
            assert store.add(replace(STT, id="again")).new, "what it said before is known no longer"
            assert not store.add(replace(edited, id="known")).new

    def test_an_edit_that_cannot_be_changes_nothing(self) -> None:
        with self._open() as store:
            store.add(STT), store.add(REASONING)
            other = replace(STT, id="other", meant="other")
            store.add(other)
            expect_refused(lambda: store.edit(replace(STT, id="unknown")))
            expect_refused(lambda: store.edit(replace(REASONING, id=STT.id)))
            expect_refused(lambda: store.edit(replace(STT, id=other.id)))
            expect_refused(lambda: store.edit(replace(STT, meant="")))
            assert [*store.all()] == [STT, other, REASONING]

    def test_what_is_removed_is_gone_and_may_come_again(self) -> None:
        with self._open() as store:
            store.add(STT), store.add(REASONING)
            assert store.remove(STT.id)
            assert not store.remove(STT.id)
            assert [*store.all()] == [REASONING]
            assert store.add(STT).new

    def test_what_is_wrong_is_refused_and_the_rest_stays(self) -> None:
        with self._open() as store:
            store.add(REASONING)
            for one in WRONG:
                expect_refused(partial(store.add, one))
            assert [*store.all()] == [REASONING]

    def test_more_than_there_is_room_for_is_refused_and_nothing_is_dropped(self) -> None:
        with self._open() as store:
            full = make_corrections(self.most)
            for one in full:
                store.add(one)
            expect_refused(lambda: store.add(STT))
            assert not store.add(full[0]).new
            assert [*store.all()] == full
            store.remove(full[0].id)
            assert store.add(STT).new

    def test_a_setting_is_what_it_was_set_to_last(self) -> None:
        with self._open() as store:
            assert store.get("learning") is None
            for value in ("on", "", "ä 🎙"):
                store.set("learning", value)
                assert store.get("learning") == value
            assert store.get("another") is None

    def test_what_one_has_written_the_other_reads(self) -> None:
        with self.fresh() as opened:
            one, other = opened(), opened()
            one.add(STT), other.add(REASONING)
            one.set("learning", "on")
            assert [*one.all()] == [*other.all()] == [STT, REASONING]
            assert other.get("learning") == "on"
            assert other.remove(STT.id)
            assert not one.remove(STT.id)
            one.close()
            other.close()

    def test_what_was_written_is_there_when_it_is_opened_again(self) -> None:
        with self.fresh() as opened:
            store = opened()
            store.add(STT)
            store.set("learning", "on")
            store.close()
            store = opened()
            assert [*store.all()] == [STT]
            assert store.get("learning") == "on"
            store.close()

    def test_many_threads_may_use_it_at_once(self) -> None:
        with self._open() as store, ThreadPoolExecutor(8) as threads:
            added = [*threads.map(store.add, make_corrections(self.most) * 2)]
            assert len([one for one in added if one.new]) == self.most
            assert {*store.all()} == {*make_corrections(self.most)}

    def test_it_closes_twice(self) -> None:
        with self.fresh() as opened:
            store = opened()
            store.close()
            store.close()

    @contextmanager
    def _open(self) -> Iterator[Store]:
        with self.fresh() as opened:
            store = opened()
            yield store
            store.close()


def make_corrections(count: int) -> list[Correction]:
    """As many corrections as `count` says, each with its own content, the oldest first."""
    return [replace(STT, id=f"made-{n:04}", audio=b"", meant=f"number {n}") for n in range(count)]


def expect_refused(what: Callable[[], object]) -> None:
    """Nothing but `StoreError` comes of it, with one line."""
    try:
        what()
    except StoreError as error:
        assert len(str(error).splitlines()) == 1, error
        return
    raise AssertionError("it was taken")


SILENT: Final[Sequence[Correction]] = (
    replace(STT, id="silent", created_at="2026-01-31T09:00:02.000Z", audio=b""),
    replace(REASONING, id="unheard", created_at="2026-01-31T09:00:03.000Z", input=""),
)
WRONG: Final[Sequence[Correction]] = (
    replace(STT, id=""),
    replace(STT, id="x" * 1_000),
    replace(STT, created_at="yesterday"),
    replace(STT, audio=b"\0"),
    replace(STT, heard=" "),
    replace(STT, meant=STT.heard),
    replace(STT, meant="x" * 100_000),
    replace(STT, meant="\ud800"),
    replace(REASONING, corrected=""),
)
