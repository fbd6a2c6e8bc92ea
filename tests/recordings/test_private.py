"""What a person said is in marked fields only, and can be taken out."""

import dataclasses
from types import UnionType
from typing import get_args, get_origin, get_type_hints

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solovox.core.events import BrainChanged, Event, LocalTranscript, PolicyChanged, Typed
from solovox.core.policy import Policy
from solovox.core.units import AudioSpan, FileChange, RunId, StreamId
from solovox.recordings import journal_reader, private
from solovox.recordings.codec import Entry, Header, JournalError, Strange
from solovox.recordings.journal_reader import Recorded
from solovox.recordings.replay import replay

pytestmark = pytest.mark.slow

HEADER = Header(session="s", created="c", profile="p", policy=Policy(), core="0")
MARK = "xyzzy"


def texts(kind):
    """The names of an event's own fields that hold text of any kind."""

    def holds_text(hint):
        hint = getattr(hint, "__supertype__", hint)
        return hint is str or any(holds_text(part) for part in get_args(hint))

    return {name for name, hint in get_type_hints(kind).items() if holds_text(hint)}


@pytest.mark.parametrize("kind", get_args(Event), ids=lambda kind: kind.__name__)
def test_R2_every_text_of_an_event_is_classified_once(kind):
    tables = [table.get(kind, ()) for table in (private.PERSON, private.ECHO, private.PLAIN)]
    classified = [name for table in tables for name in table]
    assert sorted(classified) == sorted(texts(kind))


@pytest.mark.hypothesis
@pytest.mark.parametrize("kind", get_args(Event), ids=lambda kind: kind.__name__)
def test_R2_a_redacted_journal_holds_nothing_that_was_said(kind):
    if not private.marked(kind):
        return

    @given(st.from_type(kind), st.text(max_size=5))
    def says_nothing(event, rest):
        said = {
            name: (MARK, rest) if get_origin(get_type_hints(kind)[name]) is tuple else MARK + rest
            for name in private.marked(kind)
        }
        event = dataclasses.replace(event, **said)
        kept = Recorded(HEADER, (Entry(1, 5, event, "5f0c2a91", ("Cue",)),), "5f0c2a91", 0)
        text = private.write(private.redact(kept))
        assert MARK.encode() not in text
        assert b"5f0c2a91" not in text
        read = journal_reader.parse(text)
        assert read.entries[0].commands == ("Cue",)
        assert getattr(read.entries[0].event, private.marked(kind)[0]) == f"[{len(MARK + rest)} characters]"

    says_nothing()


def test_R2_the_names_of_changed_files_are_taken_out():
    told = BrainChanged(RunId(1), (FileChange("letter to ann.md", 3, 1),), "+dear ann")
    kept = private.redact(Recorded(HEADER, (Entry(1, 0, told),))).entries[0].event
    assert kept == BrainChanged(RunId(1), (FileChange("[16 characters]", 3, 1),), "[9 characters]")


def test_R2_an_event_of_another_version_loses_every_text():
    strange = Strange("Sang", {"words": "la la", "notes": [{"name": "do"}], "count": 3})
    kept = private.redact(Recorded(HEADER, (Entry(1, 0, strange),)))
    assert kept.entries[0].event == Strange(
        "Sang", {"words": "[5 characters]", "notes": [{"name": "[2 characters]"}], "count": 3}
    )
    assert journal_reader.parse(private.write(kept), museum=True).entries == kept.entries


def test_a_redacted_journal_keeps_times_places_and_policy_but_cannot_be_replayed():
    span = AudioSpan(StreamId("mic"), 5, 9)
    entries = (
        Entry(1, 7, LocalTranscript(span, "hello", final=True)),
        Entry(2, 8, Typed("")),
        Entry(3, 9, PolicyChanged(Policy(wake=True))),
    )
    kept = private.redact(Recorded(HEADER, entries))
    assert [one.event for one in kept.entries] == [
        LocalTranscript(span, "[5 characters]", final=True),
        Typed(""),
        PolicyChanged(Policy(wake=True)),
    ]
    with pytest.raises(JournalError, match="redacted"):
        replay(kept)


def test_text_hints_see_through_unions():
    assert issubclass(type(str | None), UnionType)
    assert "receipt" in texts(next(kind for kind in get_args(Event) if kind.__name__ == "ToolReturned"))


def test_R2_a_redacted_journal_has_no_talk_that_went_on_in_it():
    header = dataclasses.replace(
        HEADER, policy=dataclasses.replace(HEADER.policy, earlier=(("Person", MARK),))
    )
    kept = Recorded(header, (Entry(1, 0, PolicyChanged(header.policy)),))
    assert private.write(kept).count(MARK.encode()) == 2
    assert MARK.encode() not in private.write(private.redact(kept))
