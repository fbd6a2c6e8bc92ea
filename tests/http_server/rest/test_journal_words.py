"""REST: the list of talks has their first words and their size, and finds what was said in them."""

import json
import os
import shutil

import pytest

from solovox.recordings.journal_words import TITLE, words_of

pytestmark = pytest.mark.slow


def found(served, query):
    return [one["name"] for one in served.get(f"/api/journals?q={query}").json()["journals"]]


def written(served, name, *events, **head):
    folder = served.root / name
    folder.mkdir()
    lines = [{"session": name, "created": "2026-01-02T03:04:05+00:00", **head}]
    lines += [{"n": n, "at": n * 1_000, **event} for n, event in enumerate(events, 1)]
    text = "".join(json.dumps(one, separators=(",", ":"), ensure_ascii=False) + "\n" for one in lines)
    (folder / "journal.jsonl").write_text(text)
    return folder / "journal.jsonl"


def test_a_talk_has_its_first_words_and_its_size(served):
    (one,) = served.get("/api/journals").json()["journals"]
    timeline = served.get("/api/journals/s-7/timeline").json()
    assert one["title"] == "what is on my list today"
    assert one["began"] == "2026-01-02T03:04:05Z"
    assert one["turns"] >= len([turn for turn in timeline["turns"] if turn["instruction"]]) > 1
    assert 46 <= one["seconds"] < 60
    assert served.get("/api/journals/s-7").json() == one


def test_what_was_said_or_written_is_found_all_words_of_it(served):
    written(
        served,
        "other",
        {"event": "Typed", "text": "Where is the Straße?"},
        {"event": "BrainWrote", "run": 1, "text": "Over the br"},
        {"event": "BrainWrote", "run": 1, "text": "idge."},
        brain="local",
    )
    assert found(served, "list") == ["s-7"]
    assert found(served, "TOMORROW urgent") == ["s-7"]
    assert found(served, "urgent bridge") == []
    assert found(served, "strasse bridge") == ["other"], "also where a word came in two pieces"
    assert set(found(served, "")) == {"s-7", "other"}
    answer = served.get("/api/journals?q=bridge").json()
    assert (answer["total"], answer["journals"][0]["brain"]) == (1, "local")
    assert served.get(f"/api/journals?q={'x' * 201}").status_code == 422


def test_a_journal_that_was_written_on_is_read_again(served):
    path = written(served, "other", {"event": "Typed", "text": "first"})
    assert found(served, "zebra") == []
    with path.open("a") as file:
        file.write('{"n":2,"at":9000,"event":"Typed","text":"zebra"}\n{"n":3,"at":9500,"event":"Ty')
    assert found(served, "zebra") == ["other"]
    assert served.get("/api/journals/other").json()["seconds"] == 9.0


def test_drafts_are_no_words_and_a_long_beginning_is_cut_at_a_word(served):
    path = written(
        served,
        "other",
        {"event": "LocalTranscript", "text": "draft", "final": False},
        {"event": "LocalTranscript", "text": "", "final": True},
        {"event": "LocalTranscript", "text": "many words " * 20, "final": True},
    )
    words = words_of(path)
    assert "draft" not in words.words
    assert len(words.title) <= TITLE
    assert words.title.endswith(("many…", "words…"))


def test_what_is_no_journal_has_no_words_and_hinders_nothing(served):
    bad = served.root / "bad"
    bad.mkdir()
    (bad / "journal.jsonl").write_bytes(b"\xff\xfe\n{[" + b"[" * 100_000 + b"\n" + b'{"at":"x"}\n')
    os.utime(bad / "journal.jsonl", (1, 1))
    rows = {one["name"]: one for one in served.get("/api/journals").json()["journals"]}
    assert (rows["bad"]["title"], rows["bad"]["seconds"], rows["s-7"]["title"] != "") == ("", 0.0, True)
    shutil.rmtree(bad)
    assert found(served, "list") == ["s-7"]
