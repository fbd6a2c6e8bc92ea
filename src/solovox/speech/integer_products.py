"""The integer convolutions of a model as products of integer matrices: the same whole numbers, in a fraction of the time.

onnxruntime computes `ConvInteger` by instructions for two unsigned factors, and `MatMulInteger` of an unsigned and a signed one by those that
processors have for neural networks (VNNI, AMX). Of Kokoro's time two thirds were convolutions (measured: `benches/results/voice.md`).

Rule 1: nothing is rounded otherwise. A weight w with the zero point z is the same as w - 128 with z - 128, and a convolution of stride 1 is
the product of its weights with the sound shifted by each place of its window.
Rule 2: processors without those instructions add two such products in 16 bits, which can overflow. There the model stays as it is.
Rule 3: what is not understood stays as it is: other strides, groups, weights that are no constants.
Rule 4: of the file (Protocol Buffers; `onnx.proto` for the numbers of the fields) only the fields named here are looked at, all others are
kept. A file that is cut short raises `IndexError` or `ValueError`.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import chain
from typing import Final

import numpy as np
from numpy.typing import NDArray

from solovox.speech.onnx import open_model

GRAPH: Final = 7
"""Of a model."""
NODE: Final = 1
INITIALIZER: Final = 5
"""Of a graph."""
_BYTES: Final = 2
"""The wire type of all that has a length."""
_FIXED: Final = {1: 8, 5: 4}
_TYPES: Final[Mapping[int, str]] = {2: "u1", 3: "i1", 7: "<i8"}
"""The tensors' types that are read and written."""
_INT, _INTS = 2, 7
"""The types of attributes that are written."""

Field = tuple[int, int | memoryview]


def fields(message: memoryview) -> Iterator[Field]:
    """The number and the value of each field, in order; a value of fixed length as its bytes."""
    at = 0
    while at < len(message):
        key, at = _varint(message, at)
        match key & 7:
            case 0:
                value, at = _varint(message, at)
                yield key >> 3, value
            case 2:
                size, at = _varint(message, at)
                yield key >> 3, message[at : at + size]
                at += size
            case kind if kind in _FIXED:
                yield key >> 3, message[at : at + _FIXED[kind]]
                at += _FIXED[kind]
            case kind:
                raise ValueError(f"no Protocol Buffers: wire type {kind}")


def field(number: int, value: bytes | memoryview | int) -> bytes:
    """One field: a number, or what has a length."""
    if isinstance(value, int):
        return _write_varint(number << 3) + _write_varint(value)
    return _write_varint(number << 3 | _BYTES) + _write_varint(len(value)) + value


def group_fields(message: int | memoryview) -> Mapping[int, list[int | memoryview]]:
    """The values of each field by its number, in order; of a number there are none."""
    found = defaultdict[int, list[int | memoryview]](list)
    for number, value in fields(message) if isinstance(message, memoryview) else ():
        found[number].append(value)
    return found


def _text(values: Sequence[int | memoryview]) -> str:
    return bytes(values[-1]).decode() if values else ""


def _numbers(values: Iterable[int | memoryview]) -> list[int]:
    """Numbers, each by itself or packed with others."""
    return [one for value in values for one in ((value,) if isinstance(value, int) else _unpack(value))]


@dataclass(frozen=True, slots=True)
class Node:
    """One operation."""

    operation: str
    inputs: tuple[str, ...]
    outputs: tuple[str, ...]
    numbers: Mapping[str, tuple[int, ...]]
    """Its attributes that are whole numbers."""
    texts: Mapping[str, str]
    """Those that are a text."""

    @staticmethod
    def read(message: memoryview) -> "Node":
        """From its field of a graph."""
        parts = group_fields(message)
        attributes = {_text(one[1]): one for one in map(group_fields, parts[5])}
        return Node(
            _text(parts[4]),
            tuple(_text([one]) for one in parts[1]),
            tuple(_text([one]) for one in parts[2]),
            {name: tuple(_numbers([*one[3], *one[8]])) for name, one in attributes.items()},
            {name: _text(one[4]) for name, one in attributes.items()},
        )


def node(operation: str, inputs: Iterable[str], output: str, /, **numbers: int | Sequence[int]) -> bytes:
    """A node as a field of a graph."""
    parts = [field(1, one.encode()) for one in inputs]
    parts += [field(2, output.encode()), field(4, operation.encode())]
    for name, value in numbers.items():
        if isinstance(value, int):
            said = field(3, value) + field(20, _INT)
        else:
            said = b"".join(field(8, one) for one in value) + field(20, _INTS)
        parts.append(field(5, field(1, name.encode()) + said))
    return field(NODE, b"".join(parts))


@dataclass(frozen=True, slots=True)
class Tensor:
    """A constant. `values` is None where its type is none of those that are read here."""

    name: str
    values: NDArray[np.generic] | None

    @staticmethod
    def read(message: memoryview) -> "Tensor":
        """From its field of a graph."""
        parts = group_fields(message)
        name, kinds, numbers = _text(parts[8]), _numbers(parts[2]), _numbers(parts[5])
        kind = _TYPES.get(kinds[-1]) if kinds else None
        raw = next((one for one in parts[9] if isinstance(one, memoryview)), None)
        if kind is None or (raw is None and not numbers):
            return Tensor(name, None)
        values = np.frombuffer(raw, kind) if raw is not None else np.array(numbers).astype(kind)
        return Tensor(name, values.reshape(_numbers(parts[1])))


def tensor(name: str, values: NDArray[np.generic]) -> bytes:
    """A constant as a field of a graph. Raises `KeyError` for a type that is not written here."""
    kind = {np.dtype(one): number for number, one in _TYPES.items()}[values.dtype]
    shape = b"".join(field(1, size) for size in values.shape)
    return field(INITIALIZER, shape + field(2, kind) + field(8, name.encode()) + field(9, values.tobytes()))


def _unpack(message: memoryview) -> list[int]:
    found, at = [], 0
    while at < len(message):
        value, at = _varint(message, at)
        found.append(value)
    return found


def _varint(message: memoryview, at: int) -> tuple[int, int]:
    value = shift = 0
    while True:
        byte = message[at]
        at += 1
        value |= (byte & 0x7F) << shift
        if byte < 0x80:
            return value, at
        shift += 7


def _write_varint(value: int) -> bytes:
    made = bytearray()
    while value > 0x7F:
        made.append(value & 0x7F | 0x80)
        value >>= 7
    made.append(value)
    return bytes(made)


_END: Final = np.iinfo(np.int64).max


def as_products(model: bytes) -> bytes:
    """The model, with each convolution that can be a product as one; the model itself on a processor that could not be exact."""
    return _convert_model(model) if are_exact() else model


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


def _convert_model(model: bytes) -> bytes:
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
    made = [_replace_convolution(f"product {at} ", one, known) for at, (_, one) in enumerate(nodes)]
    kept = set(
        chain.from_iterable(one.inputs for (_, one), new in zip(nodes, made, strict=True) if new is None)
    )
    gone = {one.inputs[1] for (_, one), new in zip(nodes, made, strict=True) if new is not None} - kept
    return b"".join([
        *(new or field(NODE, value) for (value, _), new in zip(nodes, made, strict=True)),
        *(field(INITIALIZER, value) for value, one in constants if one.name not in gone),
        *(field(number, value) for number, value in messages if number not in (NODE, INITIALIZER)),
    ])  # fmt: skip


def _replace_convolution(own: str, found: Node, constants: dict[str, Tensor]) -> bytes | None:
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
    made += _shift_sound(own, places, step)
    return b"".join([
        *made,
        node("Concat", [f"{own}at {place}" for place in range(places)], f"{own}window", axis=1),
        node("MatMulInteger", (f"{own}window", f"{own}w", zero, f"{own}z"), f"{own}product"),
        node("Transpose", (f"{own}product",), f"{own}back", perm=(1, 0)),
        node("Unsqueeze", (f"{own}back", f"{own}0"), found.outputs[0]),
    ])  # fmt: skip


def _shift_sound(own: str, places: int, step: int) -> list[bytes]:
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
