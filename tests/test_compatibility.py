"""The page of what was seen to work with which client is written from what was seen, and from nothing else."""

import json

from strangers.clients import CLIENTS
from strangers.seen import FEATURES, KEPT, PAGE, added, page, table

ONE = {"name": "A", "package": "a", "version": "1", "feature": "barge-in", "held": True}


def test_the_page_is_what_was_seen():
    assert PAGE.read_text() == page(json.loads(KEPT.read_text()))


def test_every_client_was_seen_and_every_feature_is_one_that_is_tested():
    seen = json.loads(KEPT.read_text())
    assert {feature for entry in seen.values() for feature in entry["features"]} == {*FEATURES.values()}
    assert {entry["package"] for entry in seen.values()} == {client.package for client in CLIENTS.values()}


def test_a_feature_holds_if_all_its_tests_did():
    failed = {**ONE, "held": False}
    assert added({}, [ONE, ONE], "today")["A"]["features"] == {"barge-in": True}
    assert added({}, [ONE, failed, ONE], "today")["A"]["features"] == {"barge-in": False}


def test_what_was_not_tried_again_stays_but_not_for_another_version():
    before = added({}, [{**ONE, "feature": "reading aloud, word for word"}], "yesterday")
    assert {*added(before, [ONE], "today")["A"]["features"]} == {"barge-in", "reading aloud, word for word"}
    assert {*added(before, [{**ONE, "version": "2"}], "today")["A"]["features"]} == {"barge-in"}


def test_the_table_says_yes_no_and_not_tried():
    other = {**ONE, "name": "B", "held": False}
    third = {**ONE, "name": "C", "feature": "answers in text"}
    rows = table(added({}, [ONE, other, third], "today")).splitlines()
    assert rows[0] == "|  | A 1 | B 1 | C 1 |"
    assert "| barge-in | yes | **no** | – |" in rows
    assert rows[-1] == "| last seen | today | today | today |"
