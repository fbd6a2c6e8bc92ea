"""What sessions read of the person's store, at each utterance: all that was taught, and the file only if it changed."""

import pytest

from solovox.parts.stores import PersonsStore
from solovox.ports import ReasoningCorrection, StoreError, SttCorrection

AT = "2026-01-31T09:00:00.000Z"
HUB = SttCorrection("1", AT, b"\1\0", "get hub", "GitHub")
TALKS = ReasoningCorrection("2", AT, "i", "ls talks", "list the talks")


@pytest.fixture
def store(tmp_path):
    return PersonsStore({"SOLOVOX_STATE": str(tmp_path)})


def told(store):
    return [(one.id, getattr(one, "audio", b"")) for one in store.words()]


def test_K2_what_is_taught_edited_and_removed_counts_at_once_without_its_sound(store):
    assert told(store) == []
    kept = store.open_store()
    for change, ids in (
        (lambda: kept.add(HUB), ["1"]),
        (lambda: kept.add(TALKS), ["1", "2"]),
        (lambda: kept.remove("1"), ["2"]),
    ):
        change()
        assert told(store) == [(one, b"") for one in ids]
    kept.close()
    assert told(store) == [("2", b"")]
    assert store.corrections() == [TALKS]


def test_K2_what_another_process_wrote_counts_too(store):
    store.open_store().close()
    assert told(store) == []
    with_another = PersonsStore(store.variables).open_store()
    with_another.add(HUB)
    with_another.close()
    assert told(store) == [("1", b"")]


def test_what_has_not_changed_is_not_read_again(store):
    kept = store.open_store()
    kept.add(HUB)
    first = store.words()
    assert store.words() is first
    kept.close()
    store.words()  # what stood in the log is in the file now
    assert store.words() is store.words()


def test_a_store_that_is_damaged_meanwhile_is_said_to_be(store, tmp_path):
    store.open_store().close()
    assert told(store) == []
    (tmp_path / "store" / "store.sqlite").write_bytes(b"dear diary" * 1_000)
    with pytest.raises(StoreError):
        store.words()
