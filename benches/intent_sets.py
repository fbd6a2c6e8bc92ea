"""Sets of declared tools and of what people say to them: `intent/training`, and `intent/held_out`, which is frozen.

A row is an utterance, the name of the tool that is meant ("" for none), and sometimes the arguments.
"""

import hashlib
import tomllib
from dataclasses import dataclass
from pathlib import Path

from solovox.ports.intent import Choosable

FOLDER = Path(__file__).parent / "intent"
FROZEN = "e1cb9c6d314f6c3d1a6678019b9d3d847727219f2bdefc268c79ec8e3f9d0753"
"""SHA-256 of the held-out files, in the order of their names, as they were before the head was written."""


@dataclass(frozen=True)
class Row:
    said: str
    tool: str
    arguments: dict | None

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
    return [_set(path) for path in sorted((FOLDER / which).glob("*.toml"))]


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


def _choosable(tool):
    schema = tool.get("parameters_json_schema") or tool.get("parameters") or {}
    return Choosable(tool["name"], tool.get("description") or "", schema)
