"""The learnt layer: features to probabilities. Its numbers are data, `layer.json`, written by `benches/train_intent.py`.

A tool's score is the weighted sum of its features, that of no tool likewise; the softmax of all scores is the confidence.
"""

from dataclasses import dataclass
from importlib.resources import files
from typing import Final, Self

import msgspec
import numpy as np

from solovox.meaning.intent.features import OF_NONE, OF_TOOL, Numbers
from solovox.meaning.intent.order import OrderLayer
from solovox.meaning.intent.spans import SpanLayer
from solovox.ports.meaning import POINT_SIZE, Point

_FILE: Final = "layer.json"


class Written(msgspec.Struct, forbid_unknown_fields=True):
    """The file. `talk` and `talk_bias`: a plane that parts talk from requests; `spans`: see `spans.py`; `order`: see
    `order.py`; `acts_at`: see `head.py`."""

    tool: dict[str, float]
    none: dict[str, float]
    talk: list[float]
    talk_bias: float
    spans: dict[str, float]
    order: dict[str, float]
    order_bias: float
    acts_at: float


@dataclass(frozen=True, slots=True)
class Layer:
    """Weights in the order of `OF_TOOL` and `OF_NONE`."""

    tool: Numbers
    none: Numbers
    talk: Point
    talk_bias: float
    spans: SpanLayer
    order: OrderLayer
    acts_at: float

    @classmethod
    def read(cls, text: bytes | None = None) -> Self:
        """The layer that ships with the package, or a written one. Raises `msgspec.MsgspecError` and `KeyError`."""
        raw = files("solovox.meaning.intent").joinpath(_FILE).read_bytes() if text is None else text
        written = msgspec.json.decode(raw, type=Written)
        if len(written.talk) != POINT_SIZE:
            raise msgspec.ValidationError(f"talk has {len(written.talk)} numbers, not {POINT_SIZE}")
        return cls(
            np.array([written.tool[name] for name in OF_TOOL]),
            np.array([written.none[name] for name in OF_NONE]),
            np.array(written.talk, dtype=np.float32),
            written.talk_bias,
            SpanLayer(written.spans),
            OrderLayer(written.order, written.order_bias),
            written.acts_at,
        )

    def sounds_like_talk(self, point: Point) -> float:
        """Above 0 for what is rather said to a person than asked of a tool."""
        return float(point @ self.talk) + self.talk_bias

    def probabilities(self, tools: Numbers, none: Numbers) -> Numbers:
        """Of each tool, and last of none; they add up to 1."""
        scores = np.append(tools @ self.tool, none @ self.none)
        raised = np.exp(scores - scores.max())
        found: Numbers = raised / raised.sum()
        return found
