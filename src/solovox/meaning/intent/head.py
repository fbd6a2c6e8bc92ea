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

from solovox.meaning.intent import moods, wishes
from solovox.meaning.intent.arguments import Filled, fill
from solovox.meaning.intent.completing import completed
from solovox.meaning.intent.declared import Declared, declared, spoken
from solovox.meaning.intent.features import OF_TOOL, Numbers, Placed, of_none, of_tool, place
from solovox.meaning.intent.layer import Layer
from solovox.meaning.intent.leaning import acts, leaning, takes_down
from solovox.meaning.intent.wishes import WishCut
from solovox.ports.intent import Choosable, ToolChoice, ToolChooser
from solovox.ports.meaning import Embedding

KEPT: Final = 2048
"""Declarations whose points are kept; when there are more, the oldest go."""


_HINTED: Final = 0.15
"""How likely a tool must be, with a value missing, for words without a verb to ask for it."""
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

    def likeliest(self, utterance: str, tools: Sequence[Choosable]) -> ToolChoice | None:
        """The likeliest tool, as if nothing were missing, and where none is likelier too."""
        weighed = self._leaned(utterance, tools)
        return self._choice(weighed.complete[:-1], weighed, tools)

    def _choice(self, likely: Numbers, weighed: Weighed, tools: Sequence[Choosable]) -> ToolChoice | None:
        if not weighed.filled:
            return None
        order = np.argsort(-likely, kind="stable")
        best, second = int(order[0]), int(order[min(1, len(order) - 1)])
        if best == len(tools):
            return None
        confidence, filled = float(weighed.likely[best]), weighed.filled[best]
        return ToolChoice(
            tools[best].name,
            filled.arguments,
            min(confidence, self.acts_at / 2) if filled.missing else confidence,
            tools[second].name if second < len(tools) and second != best else None,
            filled.missing,
            float(weighed.complete[best]) if filled.missing else confidence,
        )

    def _chosen(self, utterance: str, tools: Sequence[Choosable]) -> ToolChoice | None:
        """As `choose`, but a tool of which only a value is missing is likelier than none where it would be with the value."""
        mood = moods.mood(utterance, _verbs(tools))
        weighed = self._leaned(utterance, tools)
        found = self._choice(weighed.likely, weighed, tools)
        sure = found is not None and self._acts(found)
        if mood is moods.Mood.TOLD:
            logged = (
                sure and found is not None and takes_down(found.arguments, self._declared(found.tool, tools))
            )
            return found if logged else None
        asked = self._choice(weighed.complete, weighed, tools)
        asks = asked is not None and bool(asked.missing) and asked.surely >= self.acts_at
        if asks and mood is moods.Mood.PHRASE:  # what is no order, and unlikely as it stands, was only told
            asks = asked is not None and _likely(asked, weighed, tools) >= _HINTED
        if asked is None or not asks or (sure and found is not None and found.tool == asked.tool):
            return None if found is not None and found.missing else found
        looks = mood is moods.Mood.QUESTION and acts(self._declared(asked.tool, tools))
        if looks:  # what is asked is looked up, not done
            return found if sure else None
        return asked

    def wishes(self, utterance: str, tools: Sequence[Choosable]) -> list[ToolChoice]:
        """Each wish, in order. A cut counts where both sides are sure by themselves; two values of a tool are two calls."""
        behind = moods.wish_behind(utterance, _verbs(tools))
        if behind and self._sure(behind, tools) is not None:
            utterance = behind
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
            right = self._behind(cut, declared, tools)
            kept = text or (wishes.writes(cut.left, declared, filled) and not cut.sure)
            if not right or (text and right[0].tool == left.tool):
                continue
            if min(one.confidence for one in right) >= (_SURER if kept else 0.0):
                before = self._repeated(cut.left, left, tools)
                made = [(one.tool, one.arguments) for one in before]
                return [*before, *(one for one in right if (one.tool, one.arguments) not in made)]
        return []

    def _behind(self, cut: WishCut, left: Declared, tools: Sequence[Choosable]) -> list[ToolChoice]:
        """The wishes behind a cut, all of them sure: with a verb of their own, with that of the left side, or by what they name."""
        if wishes.begins_wish(cut.right):
            right = self.wishes(cut.right, tools)
            return right if all(self._acts(one) for one in right) else []
        for words in (wishes.elided(cut), cut.right):
            right = self.wishes(words, tools) if words else []
            if not right or right[0].tool == left.name or not all(self._acts(one) for one in right):
                continue
            if wishes.names(cut.right, self._declared(right[0].tool, tools), left):
                return right
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
        likely, complete = (
            chances * np.exp(np.array([*self._leans(utterance, tools, weighed.filled, held), 0.0]))
            for chances, held in ((weighed.likely, False), (weighed.complete, True))
        )
        return Weighed(likely / likely.sum(), complete / complete.sum(), weighed.filled)

    def _leans(
        self, utterance: str, tools: Sequence[Choosable], filled: list[Filled], whole: bool
    ) -> list[float]:
        """`whole`: as if nothing were missing."""
        return [
            leaning(utterance, self._place(tool).tool, one, whole=whole or not one.missing)
            for tool, one in zip(tools, filled, strict=True)
        ]

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


def _verbs(tools: Sequence[Choosable]) -> frozenset[str]:
    """The first words of the tools' names: what an order may begin with."""
    return frozenset(spoken(tool.name).split(" ", 1)[0] for tool in tools)


def _likely(choice: ToolChoice, weighed: Weighed, tools: Sequence[Choosable]) -> float:
    """How likely a choice's tool is as it stands, with what is missing."""
    return float(weighed.likely[[tool.name for tool in tools].index(choice.tool)])
