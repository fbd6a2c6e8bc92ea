"""Sets of declared tools and of what people say to them: those that are learnt from, and those that are not.

- `training`: `intent/training`, `worked.json`, `asked_apart.json` and the requests of `asked.json` with an even number.
- `held_out`: `intent/held_out`, which is frozen. `odd`: the other half of `asked.json`, and `asked_check.json`.
- `fresh`: `intent/fresh`; half of its rows ask for nothing in the words of an order (`Row.hidden`).

A row is an utterance, the name of the tool that is meant ("" for none), and sometimes the arguments. Several calls at once count as
none: the head makes one.
"""

import hashlib
import json
import tomllib
from dataclasses import dataclass
from pathlib import Path

from solovox.ports.meaning import Choosable

FOLDER = Path(__file__).parent / "intent"
FROZEN = "e1cb9c6d314f6c3d1a6678019b9d3d847727219f2bdefc268c79ec8e3f9d0753"
"""SHA-256 of the held-out files, in the order of their names, as they were before the head was written."""


@dataclass(frozen=True)
class Row:
    said: str
    tool: str
    arguments: dict | None
    missing: tuple[str, ...] = ()
    """Required arguments that were not said."""
    hidden: bool = False
    """Whether it has the words of an order, or of another, and asks for none."""

    @property
    def noisy(self):
        """As a recogniser without punctuation writes."""
        return self.said == self.said.lower() and not set(self.said) & set(".,?!")


@dataclass(frozen=True)
class ToolSet:
    name: str
    tools: tuple[Choosable, ...]
    rows: tuple[Row, ...]


def read(which):
    if which == "odd":
        return [*_asked("asked", lambda at: at % 2 == 1), *_asked("asked_check")]
    if which == "fresh":
        return [*_fresh("sets"), *_fresh("last")]
    sets = [_set(path) for path in sorted((FOLDER / which).glob("*.toml"))]
    if which == "training":
        sets += [*_asked("asked", lambda at: at % 2 == 0), *_asked("worked"), *_asked("asked_apart")]
    return sets


def talk():
    """What is said to a person; no tool is meant."""
    return tomllib.loads((FOLDER / "talk.toml").read_text())["rows"]


def digest():
    files = sorted((FOLDER / "held_out").glob("*.toml"))
    return hashlib.sha256(b"".join(path.read_bytes() for path in files)).hexdigest()


def _set(path):
    written = tomllib.loads(path.read_text())
    tools = tuple(_choosable(tool) for tool in written["tool"])
    rows = [
        Row(row[0], row[1], row[2] if len(row) > 2 else None) for say in written["say"] for row in say["rows"]
    ]
    return ToolSet(path.stem, tools, tuple(rows))


def _fresh(name):
    for one in tomllib.loads((FOLDER / "fresh" / f"{name}.toml").read_text())["set"]:
        rows = [
            Row(row[0], row[1], row[2] if len(row) > 2 else None, hidden=kind == "tricky")
            for kind in ("plain", "tricky")
            for row in one[kind]
        ]
        yield ToolSet(one["name"], tuple(map(_choosable, one["tool"])), tuple(rows))


def _asked(name, half=lambda at: True):
    written = json.loads((FOLDER / f"{name}.json").read_text())
    cases = [case for place, case in enumerate(written["cases"], 1) if half(case.get("n", place))]
    for key, one in written["sets"].items():
        rows = tuple(_row(case) for case in cases if case["set"] == key)
        tools = tuple(
            Choosable(t["name"], t.get("description", ""), t.get("parameters") or {}) for t in one["tools"]
        )
        if rows:
            yield ToolSet(key, tools, rows)


def _row(case):
    calls = case["calls"]
    if len(calls) != 1:
        return Row(case["said"], "", None)
    missing = tuple(case.get("missing", ()))
    return Row(case["said"], calls[0]["name"], None if missing else calls[0]["args"], missing)


def _choosable(tool):
    schema = tool.get("parameters_json_schema") or tool.get("parameters") or {}
    return Choosable(tool["name"], tool.get("description") or "", schema)
