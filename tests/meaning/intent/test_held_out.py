"""The held-out sets of the bench are frozen, and nothing in the training sets was taken from them."""

import hashlib
import tomllib
from pathlib import Path

SETS = Path(__file__).parents[3] / "benches" / "intent"
FROZEN = "e1cb9c6d314f6c3d1a6678019b9d3d847727219f2bdefc268c79ec8e3f9d0753"


def read(folder):
    return [tomllib.loads(path.read_text()) for path in sorted((SETS / folder).glob("*.toml"))]


def said(sets):
    return {row[0].casefold().strip(".?! ") for one in sets for say in one["say"] for row in say["rows"]}


def test_the_held_out_sets_are_as_they_were_before_the_head_was_written():
    files = sorted((SETS / "held_out").glob("*.toml"))
    assert hashlib.sha256(b"".join(path.read_bytes() for path in files)).hexdigest() == FROZEN


def test_no_utterance_and_no_tool_is_in_both():
    training, held_out = read("training"), read("held_out")
    talk = {row.casefold().strip(".?! ") for row in tomllib.loads((SETS / "talk.toml").read_text())["rows"]}
    assert not said(held_out) & (said(training) | talk)
    names = [{tool["name"] for one in sets for tool in one["tool"]} for sets in (training, held_out)]
    assert not names[0] & names[1]
