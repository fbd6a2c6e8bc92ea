"""How often the tool that is needed is among those that a brain is told, where there are many; and how long the choice takes.

Prints, and keeps `results/nearest-tools.md`. The set (`nearest/`) is frozen: the program refuses a changed one. Figures are
reported, not asserted.
"""

import hashlib
import os
import statistics
import sys
import time
import tomllib
from pathlib import Path

import onnxruntime
from machine import machine

from solovox.meaning.minilm import MiniLM
from solovox.meaning.nearest import MOST, NearestTools
from solovox.ports import Tool
from solovox.weights import Cache, default_root

HERE = Path(__file__).parent
FROZEN = "8652af7fca427d0e6cc4b0b1ef1d2ce4374ee64e62314f66f3b36e21a5a0a1f9"
"""SHA-256 of the two files, as they were before the first result."""
AT = (1, 5, 10, 20, 40)
SINGLE = 3


class Listed(Tool):
    """A tool as a server lists it."""

    parameters = {"type": "object"}  # noqa: RUF012

    def __init__(self, name, description):
        self.name, self.description = name, description


class Absent(Exception):
    """There is no sentence model."""


def absent():
    raise Absent("there is none, for comparison")


def main():
    files = [HERE / "nearest" / name for name in ("tools.toml", "said.toml")]
    if hashlib.sha256(b"".join(file.read_bytes() for file in files)).hexdigest() != FROZEN:
        sys.exit("the set is not what it was when it was frozen")
    servers, said = (tomllib.loads(file.read_text()) for file in files)
    tools = [
        Listed(f"{server}_{name}", about)
        for server, listed in servers.items()
        for name, about in listed["tools"]
    ]
    rows = said["rows"]
    model = MiniLM(Cache(Path(default_root(os.environ))).path("minilm"))
    single = timed(lambda: model.point("Say what the weather is like in Rome tomorrow."))
    near = NearestTools(lambda: model)
    began = time.perf_counter()
    near.prepare(tools)
    prepared = time.perf_counter() - began
    spent = statistics.median(timed(lambda text=text: near.nearest(text, tools)) for text, _ in rows)
    words = NearestTools(absent)
    ways = {
        "by meaning": lambda text, most: near.nearest(text, tools, most),
        "by words in common": lambda text, most: words.nearest(text, tools, most),
        "the first in the list": lambda text, most: tools[:most],
    }
    hits = {way: {most: among(choose, rows, most) for most in AT} for way, choose in ways.items()}
    missed = [(text, wanted) for text, wanted in rows if not has(ways["by meaning"](text, MOST), wanted)]
    text = markdown(len(servers), len(tools), len(rows), hits, missed, (prepared / single, spent / single))
    print(text)
    (HERE / "results" / "nearest-tools.md").write_text(text)


def has(told, wanted):
    return any(tool.name == wanted for tool in told)


def among(choose, rows, most):
    return sum(has(choose(text, most), wanted) for text, wanted in rows)


def timed(work):
    """The least of a few times, in seconds."""
    times = []
    for _ in range(SINGLE):
        began = time.perf_counter()
        work()
        times.append(time.perf_counter() - began)
    return min(times)


def markdown(servers, tools, rows, hits, missed, ratios):
    about = machine(onnxruntime=onnxruntime.__version__)
    lines = [
        "# The nearest tools, measured",
        "",
        f"{about['processor']}, {about['cores']} cores, Python {about['python']}, onnxruntime {about['onnxruntime']}.",
        "",
        f"{tools} tools of {servers} made-up servers, and {rows} instructions as they are spoken, each with the tool that it needs (`benches/nearest/`).",
        "One author wrote both, before any result was seen, and froze them; people will speak otherwise.",
        "",
        f"| among those told | {' | '.join(f'{most} told' for most in AT)} |",
        f"|---|{'---|' * len(AT)}",
        *(
            f"| {way} | {' | '.join(f'{found[most]} of {rows} ({found[most] / rows:.0%})' for most in AT)} |"
            for way, found in hits.items()
        ),
        "",
        f"We tell {MOST}. Missed by meaning then:",
        "",
        *(f"- “{text}” needs `{wanted}`" for text, wanted in missed),
        "",
        f"In runs of the sentence model on a sentence of ten words, in the same process: the points of all tools, once, {ratios[0]:.0f};",
        f"a question after that, {ratios[1]:.1f} (median).",
        "",
    ]
    return "\n".join(lines)


if __name__ == "__main__":
    main()
