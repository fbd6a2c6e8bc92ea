"""What of an ONNX file we read and write: nodes and tensors, as Protocol Buffers.

Sources: "Encoding" of Protocol Buffers; `onnx.proto` for the numbers of the fields. Only the fields that are named here are looked at, all
others are kept as they are. A file that is cut short raises `IndexError` or `ValueError`.
"""

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
        inputs: list[str] = []
        outputs: list[str] = []
        numbers: dict[str, tuple[int, ...]] = {}
        texts: dict[str, str] = {}
        operation = ""
        for number, value in fields(message):
            if isinstance(value, int):
                continue
            match number:
                case 1:
                    inputs.append(str(value, "utf-8"))
                case 2:
                    outputs.append(str(value, "utf-8"))
                case 4:
                    operation = str(value, "utf-8")
                case 5:
                    name, texts[name], numbers[name] = _attribute(value)
        return Node(operation, tuple(inputs), tuple(outputs), numbers, texts)


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
        name, kind = "", 0
        raw: memoryview | None = None
        shape: list[int] = []
        numbers: list[int] = []
        for number, value in fields(message):
            match number, value:
                case 1, int(size):
                    shape.append(size)
                case 1, memoryview():
                    shape += _packed(value)
                case 2, int(found):
                    kind = found
                case 5, int(one):
                    numbers.append(one)
                case 5, memoryview():
                    numbers += _packed(value)
                case 8, memoryview():
                    name = str(value, "utf-8")
                case 9, memoryview():
                    raw = value
        if kind not in _TYPES or (raw is None and not numbers):
            return Tensor(name, None)
        values = (
            np.frombuffer(raw, _TYPES[kind]) if raw is not None else np.array(numbers).astype(_TYPES[kind])
        )
        return Tensor(name, values.reshape(shape))


def tensor(name: str, values: NDArray[np.generic]) -> bytes:
    """A constant as a field of a graph. Raises `KeyError` for a type that is not written here."""
    kind = {np.dtype(one): number for number, one in _TYPES.items()}[values.dtype]
    shape = b"".join(field(1, size) for size in values.shape)
    return field(INITIALIZER, shape + field(2, kind) + field(8, name.encode()) + field(9, values.tobytes()))


def _attribute(message: memoryview) -> tuple[str, str, tuple[int, ...]]:
    name, text = "", ""
    found: list[int] = []
    for number, value in fields(message):
        match number, value:
            case 1, memoryview():
                name = str(value, "utf-8")
            case 4, memoryview():
                text = str(value, "utf-8")
            case ((3 | 8), int(one)):
                found.append(one)
            case 8, memoryview():
                found += _packed(value)
    return name, text, tuple(found)


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
