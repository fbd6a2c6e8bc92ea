"""The intent head: which of the declared tools was meant, with which arguments, and how surely.

Rule 1: the same utterance and declarations give the same choice, in any thread.
Rule 2: the confidence is that of the tool, of its texts, and that it is ordered and not only named. Where something that is required
was not said it is 0.
Rule 3: any text and any declarations are taken; nothing raises but a broken `Embedding`.

Embedding a tool takes some tens of milliseconds and happens once for a declaration: call `prepare` when a
session is set up. After that a choice costs one embedding. Both belong in a worker thread.
"""

from collections.abc import Sequence
from threading import Lock
from typing import Final

import msgspec
import numpy as np

from solovox.meaning.intent.arguments import Exact, fill
from solovox.meaning.intent.declared import read_declaration
from solovox.meaning.intent.features import Numbers, Placed, of_none, of_tool, place, share_explained
from solovox.meaning.intent.layer import Layer
from solovox.ports.meaning import Choosable, Embedding, ToolChoice, ToolChooser

ORDERED: Final = 0.6
"""How likely it must be that the function is ordered, and not only named. Of 160 fresh requests 72 of 80 plain ones are called right and
2 of the 80 that only name a function wrongly; at 0.5 it is 74 and 4 (`benches/bench_intent.py`)."""
KEPT: Final = 2048
"""Declarations whose points are kept; when there are more, the oldest go."""


class IntentHead(ToolChooser):
    """Chooses tools. May be used from many threads."""

    def __init__(self, embedding: Embedding, layer: Layer | None = None) -> None:
        self._embedding = embedding
        self._layer = layer or Layer.read()
        self._placed: dict[bytes, Placed] = {}
        self._lock = Lock()

    @property
    def acts_at(self) -> float:
        """The least confidence at which a tool may be called without asking, found on the training sets."""
        return self._layer.acts_at

    def prepare(self, tools: Sequence[Choosable]) -> None:
        """Embed these declarations now, so that the first choice is quick."""
        for tool in tools:
            self._place(tool)

    def choose(self, utterance: str, tools: Sequence[Choosable]) -> ToolChoice | None:
        """The likeliest tool; None where no tool is likelier, nothing was said, or none was declared."""
        likely, known = self._weigh_tools(utterance, tools)
        best = int(likely.argmax()) if known else 0
        return None if best == len(known) else self._choice(best, likely, known, tools)

    def likeliest(self, utterance: str, tools: Sequence[Choosable]) -> ToolChoice | None:
        """The likeliest tool, where none is likelier too."""
        likely, known = self._weigh_tools(utterance, tools)
        return self._choice(int(likely[:-1].argmax()), likely, known, tools) if known else None

    def _choice(
        self, best: int, likely: Numbers, known: list[Exact], tools: Sequence[Choosable]
    ) -> ToolChoice:
        placed = self._place(tools[best])
        filled = fill(known[best], placed.tool, self._layer.spans)
        ordered = self._layer.order.likely(known[best].heard.norms, placed.tool) >= ORDERED
        sure = float(likely[best]) * filled.likely if ordered and not filled.missing else 0.0
        whole = share_explained(known[best], placed) == 1.0
        return ToolChoice(placed.tool.name, filled.arguments, sure, filled.missing, filled.assumed, whole)

    def _weigh_tools(self, utterance: str, tools: Sequence[Choosable]) -> tuple[Numbers, list[Exact]]:
        """The probabilities of each tool, and last of none; empty where nothing can be chosen."""
        point = self._embedding.point(utterance)
        if not tools or not point.any():
            return np.zeros(0), []
        found = [of_tool(utterance, point, self._place(tool)) for tool in tools]
        rows = np.stack([row for row, _ in found])
        none = of_none(utterance, self._layer.sounds_like_talk(point), rows)
        return self._layer.probabilities(rows, none), [known for _, known in found]

    def _place(self, tool: Choosable) -> Placed:
        key = msgspec.json.encode(tool, enc_hook=repr)
        with self._lock:
            known = self._placed.get(key)
        if known is None:
            known = place(read_declaration(tool), self._embedding)
            with self._lock:
                while len(self._placed) >= KEPT:
                    del self._placed[next(iter(self._placed))]
                self._placed[key] = known
        return known
