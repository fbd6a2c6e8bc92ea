"""The integer convolutions of a model as products of integer matrices: the same whole numbers, in a fraction of the time.

onnxruntime computes `ConvInteger` by instructions for two unsigned factors, and `MatMulInteger` of an unsigned and a signed one by those that
processors have for neural networks (VNNI, AMX). Of Kokoro's time two thirds were convolutions (measured: `benches/results/voice.md`).

Rule 1: nothing is rounded otherwise. A weight w with the zero point z is the same as w - 128 with z - 128, and a convolution of stride 1 is
the product of its weights with the sound shifted by each place of its window.
Rule 2: processors without those instructions add two such products in 16 bits, which can overflow. There the model stays as it is.
Rule 3: what is not understood stays as it is: other strides, groups, weights that are no constants.
"""

from functools import cache
from itertools import chain
from typing import Final

import numpy as np
from numpy.typing import NDArray

from solovox.speech.onnx import open_model
from solovox.speech.onnx_graph import GRAPH, INITIALIZER, NODE, Node, Tensor, field, fields, node, tensor

_END: Final = np.iinfo(np.int64).max


def as_products(model: bytes) -> bytes:
    """The model, with each convolution that can be a product as one; the model itself on a processor that could not be exact."""
    return _converted(model) if are_exact() else model


@cache
def are_exact() -> bool:
    """Whether this processor multiplies unsigned by signed bytes without a loss, at the largest numbers there are."""
    sound, weights = np.full((32, 64), 255, np.uint8), np.full((64, 32), 127, np.int8)
    weights[:, ::2] = -128
    session = open_model(_product(weights))
    (found,) = session.run(None, {"x": sound})
    return bool(np.array_equal(found, sound.astype(np.int32) @ weights.astype(np.int32)))


def _product(weights: NDArray[np.int8]) -> bytes:
    """A model of one product, opset 13."""
    graph = [
        node("MatMulInteger", ("x", "w"), "y"),
        field(2, b"g"),
        tensor("w", weights),
        field(11, _value("x", 2)),
        field(12, _value("y", 6)),
    ]
    return field(1, 8) + field(GRAPH, b"".join(graph)) + field(8, field(2, 13))


def _value(name: str, kind: int) -> bytes:
    """A matrix of any size, as an input or an output."""
    shape = field(2, field(1, field(2, b"n")) + field(1, field(2, b"m")))
    return field(1, name.encode()) + field(2, field(1, field(1, kind) + shape))


def _converted(model: bytes) -> bytes:
    """Neither a model nor a graph has fields of fixed length, so all that are here are written as they were."""
    parts = list(fields(memoryview(model)))
    made = (
        field(number, _graph(value))
        if number == GRAPH and not isinstance(value, int)
        else field(number, value)
        for number, value in parts
    )
    return b"".join(made)


def _graph(graph: memoryview) -> bytes:
    messages = [(number, value) for number, value in fields(graph) if isinstance(value, memoryview)]
    nodes = [(value, Node.read(value)) for number, value in messages if number == NODE]
    constants = [(value, Tensor.read(value)) for number, value in messages if number == INITIALIZER]
    known = {one.name: one for _, one in constants}
    made = [_replaced(f"product {at} ", one, known) for at, (_, one) in enumerate(nodes)]
    kept = set(
        chain.from_iterable(one.inputs for (_, one), new in zip(nodes, made, strict=True) if new is None)
    )
    gone = {one.inputs[1] for (_, one), new in zip(nodes, made, strict=True) if new is not None} - kept
    return b"".join([
        *(new or field(NODE, value) for (value, _), new in zip(nodes, made, strict=True)),
        *(field(INITIALIZER, value) for value, one in constants if one.name not in gone),
        *(field(number, value) for number, value in messages if number not in (NODE, INITIALIZER)),
    ])  # fmt: skip


def _replaced(own: str, found: Node, constants: dict[str, Tensor]) -> bytes | None:
    """The nodes and constants in place of a convolution of `x` (1 × channels × time). None: it stays."""
    if found.operation != "ConvInteger":
        return None
    x, weights, zero = found.inputs[0], constants.get(found.inputs[1]), found.inputs[2]
    behind = constants.get(found.inputs[3]) if len(found.inputs) == 4 else None
    if weights is None or weights.values is None or behind is None or behind.values is None:
        return None
    w, z = weights.values, behind.values
    numbers = found.numbers
    plain = numbers.get("strides", (1,)) == numbers.get("group", (1,)) == (1,)
    if (
        not plain
        or found.texts.get("auto_pad", "NOTSET") != "NOTSET"
        or w.ndim != 3
        or w.dtype != np.uint8
        or z.size != 1
    ):
        return None
    places, step = w.shape[2], numbers.get("dilations", (1,))[0]
    before, after = numbers.get("pads", (0, 0))
    signed = (w.astype(np.int16) - 128).astype(np.int8).transpose(2, 1, 0).reshape(-1, w.shape[0])
    made = [
        tensor(f"{own}w", signed),
        tensor(f"{own}z", (z.astype(np.int16).reshape(()) - 128).astype(np.int8)),
        tensor(f"{own}0", np.array([0])),
        node("Squeeze", (x, f"{own}0"), f"{own}flat"),
        node("Transpose", (f"{own}flat",), f"{own}rows", perm=(1, 0)),
        tensor(f"{own}pads", np.array([before, 0, after, 0])),
        node("Pad", (f"{own}rows", f"{own}pads", zero), f"{own}padded"),
    ]
    made += _shifted(own, places, step)
    return b"".join([
        *made,
        node("Concat", [f"{own}at {place}" for place in range(places)], f"{own}window", axis=1),
        node("MatMulInteger", (f"{own}window", f"{own}w", zero, f"{own}z"), f"{own}product"),
        node("Transpose", (f"{own}product",), f"{own}back", perm=(1, 0)),
        node("Unsqueeze", (f"{own}back", f"{own}0"), found.outputs[0]),
    ])  # fmt: skip


def _shifted(own: str, places: int, step: int) -> list[bytes]:
    """The padded sound, once for each place of the window."""
    made = []
    for place in range(places):
        rest = (places - 1 - place) * step
        ends = f"{own}from {place}", f"{own}to {place}"
        made += [
            tensor(ends[0], np.array([place * step])),
            tensor(ends[1], np.array([-rest if rest else _END])),
            node("Slice", (f"{own}padded", *ends, f"{own}0"), f"{own}at {place}"),
        ]
    return made
