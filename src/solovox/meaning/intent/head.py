"""The intent head: which of the declared tools was meant, with which arguments, and how surely.

Rule 1: the same utterance and declarations give the same choice, in any thread.
Rule 2: where something that is required was not said, the confidence stays below `acts_at`.
Rule 3: any text and any declarations are taken; nothing raises but a broken `Embedding`.

Embedding a tool takes some tens of milliseconds and happens once for a declaration: call `prepare` when a
session is set up. After that a choice costs one embedding. Both belong in a worker thread.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from threading import Lock
from typing import Final

import msgspec
import numpy as np

from solovox.meaning.intent import wishes
from solovox.meaning.intent.arguments import Filled, fill
from solovox.meaning.intent.completing import completed
from solovox.meaning.intent.declared import Declared, declared
from solovox.meaning.intent.features import OF_TOOL, Numbers, Placed, of_none, of_tool, place
from solovox.meaning.intent.layer import Layer
from solovox.meaning.intent.leaning import leaning
from solovox.meaning.intent.wishes import forbids
from solovox.ports.intent import Choosable, ToolChoice, ToolChooser
from solovox.ports.meaning import Embedding

KEPT: Final = 2048
"""Declarations whose points are kept; when there are more, the oldest go."""


_SURER: Final = 0.9
"""How sure a wish must be behind text that is written down, which may go on with it."""


@dataclass(frozen=True, slots=True)
class Weighed:
    """The probabilities of each tool, and last of none; the same as if nothing were missing; each tool's arguments."""

    likely: Numbers
    complete: Numbers
    filled: list[Filled]


class IntentHead(ToolChooser):
    """Chooses tools. May be used from many threads."""

    def __init__(self, embedding: Embedding, layer: Layer | None = None) -> None:
        self._embedding = embedding
        self._layer = layer or Layer.read()
        self._placed: dict[bytes, Placed] = {}
        self._lock = Lock()

    @property
    def acts_at(self) -> float:
        """The least confidence at which a tool may be called without asking, found on the training set."""
        return self._layer.acts_at

    def prepare(self, tools: Sequence[Choosable]) -> None:
        """Embed these declarations now, so that the first choice is quick."""
        for tool in tools:
            self._place(tool)

    def choose(self, utterance: str, tools: Sequence[Choosable]) -> ToolChoice | None:
        """The likeliest tool; None where no tool is likelier, nothing was said, or none was declared."""
        weighed = self._weighed(utterance, tools)
        return self._choice(weighed.likely, weighed, tools)

    def _choice(self, likely: Numbers, weighed: Weighed, tools: Sequence[Choosable]) -> ToolChoice | None:
        if not weighed.filled:
            return None
        best, second = (int(at) for at in np.argsort(-likely, kind="stable")[:2])
        if best == len(tools):
            return None
        confidence, filled = float(weighed.likely[best]), weighed.filled[best]
        return ToolChoice(
            tools[best].name,
            filled.arguments,
            min(confidence, self.acts_at / 2) if filled.missing else confidence,
            tools[second].name if second < len(tools) else None,
            filled.missing,
            float(weighed.complete[best]) if filled.missing else confidence,
        )

    def _chosen(self, utterance: str, tools: Sequence[Choosable]) -> ToolChoice | None:
        """As `choose`, but a tool of which only a value is missing is likelier than none where it would be with the value."""
        if forbids(utterance) or wishes.states(utterance):
            return None
        weighed = self._leaned(utterance, tools)
        found = self._choice(weighed.likely, weighed, tools)
        if found is not None and found.missing and wishes.looks_back(utterance):
            return None
        if found is not None and (self._acts(found) or found.surely >= self.acts_at):
            return found
        asked = None if wishes.looks_back(utterance) else self._choice(weighed.complete, weighed, tools)
        return asked if asked is not None and asked.missing and asked.surely >= self.acts_at else found

    def wishes(self, utterance: str, tools: Sequence[Choosable]) -> list[ToolChoice]:
        """Each wish, in order. A cut counts where both sides are sure by themselves; two values of a tool are two calls."""
        whole = self._chosen(utterance, tools)
        if whole is not None:
            utterance = fill(utterance, self._declared(whole.tool, tools)).text
        return self._apart(utterance, tools) or self._repeated(utterance, whole, tools)

    def complete(self, answer: str, asked: ToolChoice, tools: Sequence[Choosable]) -> ToolChoice | None:
        """The call with what was asked for. What is a wish of its own is no answer."""
        if not asked.missing or all(tool.name != asked.tool for tool in tools):
            return None
        tool = self._declared(asked.tool, tools)
        found = completed(answer, tool, asked.missing)
        if not found or (wishes.begins_wish(answer) and self._sure(answer, tools) is not None):
            return None
        arguments = {**asked.arguments, **found}
        missing = tuple(name for name in asked.missing if name not in found)
        sure = 0.0 if missing else 1.0
        return ToolChoice(asked.tool, arguments, sure, None, missing, 1.0)

    def _apart(self, utterance: str, tools: Sequence[Choosable]) -> list[ToolChoice]:
        """The wishes on both sides of the first cut that counts; empty where none does."""
        for cut in wishes.cuts(utterance):
            left = None if cut.only else self._sure(cut.left, tools)
            if left is None:
                continue
            declared = self._declared(left.tool, tools)
            filled = fill(cut.left, declared)
            text = not cut.sure and wishes.swallows(cut.left, cut.right, declared, filled)
            right = self.wishes(cut.right, tools)
            if not right or not all(self._acts(one) for one in right):
                continue
            kept = text or (wishes.writes(cut.left, declared, filled) and not cut.sure)
            other = right[0].tool != left.tool
            if text and not other:
                continue
            least = _SURER if kept else 0.0
            if (wishes.begins_wish(cut.right) or other) and min(one.confidence for one in right) >= least:
                return [*self._repeated(cut.left, left, tools), *right]
        return []

    def _repeated(
        self, utterance: str, choice: ToolChoice | None, tools: Sequence[Choosable]
    ) -> list[ToolChoice]:
        """One choice for each value that was said of the same tool."""
        if choice is None or choice.surely < self.acts_at:
            return [] if choice is None else [choice]
        texts = wishes.repeated(utterance, self._declared(choice.tool, tools))
        filled = [fill(text, self._declared(choice.tool, tools)) for text in texts]
        if len(filled) < 2 or any(one.missing for one in filled):
            return [choice]
        return [ToolChoice(choice.tool, one.arguments, choice.surely, surely=choice.surely) for one in filled]

    def _sure(self, utterance: str, tools: Sequence[Choosable]) -> ToolChoice | None:
        choice = self._chosen(utterance, tools)
        return choice if choice is not None and self._acts(choice) else None

    def _acts(self, choice: ToolChoice) -> bool:
        return choice.confidence >= self.acts_at

    def _declared(self, name: str, tools: Sequence[Choosable]) -> Declared:
        return self._place(next(tool for tool in tools if tool.name == name)).tool

    def ranked(self, utterance: str, tools: Sequence[Choosable]) -> list[tuple[str | None, float]]:
        """Every tool, and None for no tool, each with its probability, likeliest first; empty as for `choose`."""
        weighed = self._weighed(utterance, tools)
        names = [*(tool.name for tool in tools), None] if weighed.filled else []
        order = np.argsort(-weighed.likely, kind="stable")
        return [(names[at], float(weighed.likely[at])) for at in order]

    def _weighed(self, utterance: str, tools: Sequence[Choosable]) -> Weighed:
        """Empty where nothing can be chosen."""
        point = self._embedding.point(utterance)
        if not tools or not point.any():
            return Weighed(np.zeros(0), np.zeros(0), [])
        found = [of_tool(utterance, point, self._place(tool)) for tool in tools]
        rows = np.stack([row for row, _ in found])
        none = of_none(utterance, self._layer.sounds_like_talk(point), rows)
        whole = rows.copy()
        whole[:, OF_TOOL.index("missing")] = 0.0
        return Weighed(
            self._layer.probabilities(rows, none),
            self._layer.probabilities(whole, none),
            [filled for _, filled in found],
        )

    def _leaned(self, utterance: str, tools: Sequence[Choosable]) -> Weighed:
        """The probabilities with what the words say plainly."""
        weighed = self._weighed(utterance, tools)
        if not weighed.filled:
            return weighed
        leans = [
            leaning(utterance, self._place(tool).tool, whole=not filled.missing)
            for tool, filled in zip(tools, weighed.filled, strict=True)
        ]
        raised = np.exp(np.array([*leans, 0.0]))
        likely, complete = weighed.likely * raised, weighed.complete * raised
        return Weighed(likely / likely.sum(), complete / complete.sum(), weighed.filled)

    def _place(self, tool: Choosable) -> Placed:
        key = msgspec.json.encode(tool, enc_hook=repr)
        with self._lock:
            known = self._placed.get(key)
        if known is None:
            known = place(declared(tool), self._embedding)
            with self._lock:
                while len(self._placed) >= KEPT:
                    del self._placed[next(iter(self._placed))]
                self._placed[key] = known
        return known
