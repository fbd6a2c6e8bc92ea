"""Corrections travel: what was exported comes back as it was, and what is bad is named without losing the rest."""

import json
from base64 import b64encode
from dataclasses import replace
from datetime import UTC

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solovox.ports import ReasoningCorrection, SttCorrection
from solovox.ports.corrections import stamp, wrong_with
from solovox.store import exchange
from solovox.testing.contracts_store import REASONING, STT
from solovox.testing.memory_store import MemoryStore

SEEN = st.characters(categories=["L", "N", "P", "S"])
TEXT = st.builds(str.__add__, SEEN, st.text(st.characters(exclude_categories=["Cs"]), max_size=40))
OWN = {
    "id": st.text(SEEN, min_size=1, max_size=12),
    "created_at": st.datetimes(timezones=st.just(UTC)).map(stamp),
}
SOUND = st.binary(max_size=40).map(lambda pcm: pcm[: len(pcm) // 2 * 2])
CORRECTIONS = st.one_of(
    st.builds(SttCorrection, **OWN, audio=SOUND, heard=TEXT, meant=TEXT),
    st.builds(ReasoningCorrection, **OWN, input=TEXT | st.just(""), proposed=TEXT, corrected=TEXT),
).filter(lambda one: wrong_with(one) is None)

SEEDS = [
    {
        "type": "stt",
        "id": "0b9e4c1e-8f3a-4a51-9a70-1d2f4c6b8e90",
        "createdAt": "2026-02-18T10:11:12.345Z",
        "audio": b64encode(bytes(range(64))).decode(),
        "heard": "does the current",
        "meant": "are the current",
    },
    {
        "type": "reasoning",
        "id": "r",
        "createdAt": "2026-02-18T12:11:12+02:00",
        "input": "are the current conversations closed",
        "proposed": "ls conversations",
        "corrected": "are the current chat sessions closed",
        "later": {"more": 1},
    },
]
READ = (
    SttCorrection(
        "0b9e4c1e-8f3a-4a51-9a70-1d2f4c6b8e90",
        "2026-02-18T10:11:12.345Z",
        bytes(range(64)),
        "does the current",
        "are the current",
    ),
    ReasoningCorrection(
        "r",
        "2026-02-18T10:11:12.000Z",
        "are the current conversations closed",
        "ls conversations",
        "are the current chat sessions closed",
    ),
)


@given(st.lists(CORRECTIONS, max_size=6))
def test_K2_what_was_exported_comes_back_as_it_was_and_once(taught):
    here, there = MemoryStore(), MemoryStore()
    for one in taught:
        here.add(one)
    text = exchange.write(here.all())
    for _ in range(2):
        arrived = exchange.read(text.encode())
        assert not arrived.refused
        for one in arrived.corrections:
            there.add(one)
    assert exchange.write(there.all()) == text
    assert [*there.all()] == [*here.all()]


@pytest.mark.parametrize(
    "text",
    [
        json.dumps(SEEDS),
        json.dumps({exchange.KEY: json.dumps(SEEDS), "claude-talks:ui": "{}"}),
        json.dumps({exchange.KEY: SEEDS}),
        json.dumps(json.dumps(SEEDS)),
        "\ufeff" + json.dumps(SEEDS),
    ],
    ids=["an array", "a page's storage", "its value as JSON", "the text of it", "with a mark at its start"],
)
def test_each_form_is_read(text):
    assert exchange.read(text.encode()) == exchange.Arrived(READ, ())


def test_the_fields_have_their_names():
    assert [exchange.entry(one) for one in READ] == [
        SEEDS[0],
        {
            name: text
            for name, text in {**SEEDS[1], "createdAt": READ[1].created_at}.items()
            if name != "later"
        },
    ]


@pytest.mark.parametrize(
    ("spoil", "says"),
    [
        (lambda one: "text", "it is no object"),
        (lambda one: {**one, "type": "else"}, "type is neither stt, reasoning nor speech"),
        (lambda one: {**one, "id": 7}, "id is no text"),
        (lambda one: {**one, "id": ""}, "id is no printable name"),
        (lambda one: {**one, "createdAt": "yesterday"}, "createdAt is no time with a zone"),
        (lambda one: {**one, "createdAt": "2026-02-18T10:11:12"}, "createdAt is no time with a zone"),
        (lambda one: {**one, "createdAt": "0001-01-01T00:00:00+10:00"}, "createdAt is no time that there is"),
        (lambda one: {**one, "audio": "?"}, "audio is no base64"),
        (lambda one: {**one, "audio": "AAAA"}, "audio is not whole samples of 16 bits"),
        (lambda one: {**one, "audio": "ä"}, "audio is no base64"),
        (lambda one: {**one, "audio": b64encode(bytes(4_000_000)).decode()}, "audio is longer than 120 s"),
        (lambda one: {name: text for name, text in one.items() if name != "heard"}, "heard is missing"),
        (lambda one: {**one, "meant": None}, "meant is missing"),
        (lambda one: {**one, "meant": " "}, "meant is empty"),
        (lambda one: {**one, "meant": one["heard"]}, "heard and meant are the same"),
        (lambda one: {**one, "meant": "\ud800"}, "meant has half of a character"),
        (lambda one: {**one, "meant": "x" * 4_001}, "meant is longer than 4000 characters"),
    ],
)
def test_K2_a_bad_entry_is_one_line_and_loses_no_other(spoil, says):
    arrived = exchange.read(json.dumps([SEEDS[0], spoil(SEEDS[0]), SEEDS[1]]).encode())
    assert arrived.corrections == READ
    (line,) = arrived.refused
    assert line.startswith(f"entry 2: {says}")
    assert len(line.splitlines()) == 1


@pytest.mark.parametrize(
    ("data", "says"),
    [
        (b"", "it is no JSON"),
        (b"dear diary", "it is no JSON"),
        (b"\xff\xfe\xfa", "it is no JSON"),
        (b"[" * 100_000, "it is no JSON"),
        (b"7", "it is no list of corrections"),
        (b"{}", "it has no claude-talks:corrections"),
        (b'{"claude-talks:corrections": "[{"}', "it is no JSON"),
        (b'{"claude-talks:corrections": null}', "it is no list of corrections"),
    ],
)
def test_what_is_something_else_is_one_line(data, says):
    with pytest.raises(exchange.NoCorrections, match=says):
        exchange.read(data)


def test_two_kinds_are_told_apart_though_their_words_are_equal():
    words = ("a", "b", "c")
    one = ReasoningCorrection("1", STT.created_at, *words)
    other = replace(STT, id="2", heard="b", meant="c", audio=b"")
    store = MemoryStore()
    assert store.add(one).new
    assert store.add(other).new
    assert store.add(REASONING).new
