"""Events as lines: nothing is lost, nothing is guessed, equal values give equal bytes."""

import dataclasses
import json
from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solovox.core.commands import Command, ShowText
from solovox.core.events import Event, PolicyChanged, Typed
from solovox.core.policy import Policy
from solovox.core.units import Principal, RunId
from solovox.lang.en.words import ENGLISH
from solovox.recordings import codec
from solovox.recordings.codec import CommandDigest, Header, JournalError, Strange

pytestmark = pytest.mark.slow

EVENTS = get_args(Event)
st.register_type_strategy(float, st.floats(0, 1))  # the only numbers with decimals are scores


def line(event, n=1, at=0):
    return codec.line(n, at, type(event).__name__, codec.encode(event))


@pytest.mark.hypothesis
@pytest.mark.parametrize("kind", EVENTS, ids=lambda kind: kind.__name__)
def test_R1_every_event_comes_back_as_it_was(kind):
    @given(st.from_type(kind), st.integers(1, 10**9), st.integers(0, 10**9))
    def comes_back(event, n, at):
        text = codec.line(n, at, kind.__name__, codec.encode(event), "5f0c2a91", ("Play", "Cue"))
        entry = codec.entry(json.loads(text), 2)
        assert entry == codec.Entry(n, at, event, "5f0c2a91", ("Play", "Cue"))
        assert text.count(b"\n") == 1

    comes_back()


@pytest.mark.parametrize("kind", EVENTS, ids=lambda kind: kind.__name__)
def test_no_field_of_an_event_takes_a_key_of_the_line(kind):
    assert not codec.RESERVED & {field.name for field in dataclasses.fields(kind)}


def test_names_are_unique_across_both_vocabularies():
    assert len(codec.EVENTS) == len(EVENTS)
    assert len(codec.COMMANDS) == len(get_args(Command))


@given(st.permutations(sorted(ENGLISH.stop)))
def test_R1_equal_policies_give_equal_bytes(words):
    policy = Policy(owners=frozenset(map(Principal, words)))
    assert codec.encode(policy) == codec.encode(Policy(owners=frozenset(map(Principal, ENGLISH.stop))))
    assert json.loads(codec.encode(policy))["owners"] == sorted(words)


def test_a_text_without_json_becomes_readable_in_events_and_commands_alike():
    text = "caf\udce9.txt"
    assert json.loads(codec.encode(Typed(text)))["text"] == "caf\ufffd.txt"
    assert codec.canonical(ShowText(RunId(1), text)) == codec.canonical(ShowText(RunId(1), "caf\ufffd.txt"))


def test_an_older_line_without_a_later_field_is_read_with_its_default():
    entry = codec.entry({"n": 1, "at": 5, "event": "EarOpened", "connection": 3}, 2)
    assert entry.event.resumed is False


STRANGE = [
    ({"event": "Levitated", "height": 3}, "unknown event 'Levitated'"),
    ({"event": "Typed", "text": "hi", "mood": "fine"}, "event Typed: unknown field 'mood'"),
    ({"event": "Typed"}, "missing required field `text`"),
    ({"event": "Typed", "text": 7}, "expected `str`, got `int`"),
    ({"event": "StopAsked", "how": "telepathy"}, "invalid enum value 'telepathy'"),
]


@pytest.mark.parametrize(("raw", "says"), STRANGE, ids=[says for _, says in STRANGE])
def test_R1_an_event_of_another_version_is_refused_with_its_line_or_kept_as_strange(raw, says):
    with pytest.raises(JournalError) as caught:
        codec.entry({"n": 1, "at": 0, **raw}, 17)
    message = str(caught.value)
    assert message.startswith("line 17: ")
    assert says in message
    assert "the version of solovox that wrote it" in message
    kept = codec.entry({"n": 1, "at": 0, **raw}, 17, museum=True)
    assert kept.event == Strange(raw["event"], {key: raw[key] for key in raw if key != "event"})


def test_R1_a_field_unknown_deep_in_the_policy_is_refused_too():
    raw = json.loads(line(PolicyChanged(Policy())))
    raw["policy"]["timing"]["snooze"] = 5
    with pytest.raises(JournalError, match=r"unknown field 'policy\.timing\.snooze'"):
        codec.entry(raw, 2)


def test_a_newer_format_says_upgrade():
    head = json.loads(codec.encode(Header(session="s", created="c", profile="p", policy=Policy(), core="0")))
    assert codec.header(dict(head)).policy == Policy()
    with pytest.raises(JournalError, match="format 3, this solovox reads up to 2; upgrade solovox"):
        codec.header(head | {"journal": 3})


@given(st.lists(st.lists(st.from_type(Command), max_size=3), max_size=6), st.data())
def test_R1_the_digest_tells_any_change_of_what_was_decided(steps, data):
    first, second = CommandDigest(), CommandDigest()
    shorts = [first.fold([codec.canonical(one) for one in step]) for step in steps]
    assert [bool(short) for short in shorts] == [bool(step) for step in steps]
    where = data.draw(st.integers(0, len(steps)))
    extra = codec.canonical(data.draw(st.from_type(Command)))
    changed = [*steps[:where], [extra], *steps[where:]]
    for step in changed:
        second.fold([one if isinstance(one, bytes) else codec.canonical(one) for one in step])
    assert first.whole != second.whole


@given(st.text(max_size=60), st.text(max_size=60))
def test_R1_the_digest_tells_any_change_of_a_field(one, other):
    digests = []
    for text in (one, other):
        decided = CommandDigest()
        decided.fold([codec.canonical(ShowText(RunId(1), text))])
        digests.append(decided.whole)
    assert (digests[0] == digests[1]) == (one == other)


def test_R1_the_core_version_names_the_source_that_decided():
    version, _, digest = codec.core_version().partition("+")
    assert version
    assert len(digest) == 8


def test_R1_a_change_in_any_folder_is_another_version(tmp_path, monkeypatch):
    deep = tmp_path / "a_package_of_a_test" / "a" / "b"
    deep.mkdir(parents=True)
    for folder in (deep, deep.parent, deep.parent.parent):
        (folder / "__init__.py").touch()
    monkeypatch.syspath_prepend(str(tmp_path))
    before = codec.version_of("a_package_of_a_test")
    (deep / "rule.py").write_text("x = 1")
    assert codec.version_of("a_package_of_a_test") != before
