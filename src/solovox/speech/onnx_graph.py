"""What of an ONNX file we read and write: nodes and tensors, as Protocol Buffers.

Sources: "Encoding" of Protocol Buffers; `onnx.proto` for the numbers of the fields. Only the fields that are named here are looked at, all
others are kept as they are. A file that is cut short raises `IndexError` or `ValueError`.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

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
        return _written(number << 3) + _written(value)
    return _written(number << 3 | _BYTES) + _written(len(value)) + value


def grouped(message: int | memoryview) -> Mapping[int, list[int | memoryview]]:
    """The values of each field by its number, in order; of a number there are none."""
    found = defaultdict[int, list[int | memoryview]](list)
    for number, value in fields(message) if isinstance(message, memoryview) else ():
        found[number].append(value)
    return found


def _text(values: Sequence[int | memoryview]) -> str:
    return bytes(values[-1]).decode() if values else ""


def _numbers(values: Iterable[int | memoryview]) -> list[int]:
    """Numbers, each by itself or packed with others."""
    return [one for value in values for one in ((value,) if isinstance(value, int) else _packed(value))]


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
        parts = grouped(message)
        attributes = {_text(one[1]): one for one in map(grouped, parts[5])}
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
        parts = grouped(message)
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


def _packed(message: memoryview) -> list[int]:
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


def _written(value: int) -> bytes:
    made = bytearray()
    while value > 0x7F:
        made.append(value & 0x7F | 0x80)
        value >>= 7
    made.append(value)
    return bytes(made)
