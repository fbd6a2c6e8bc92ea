"""What waits in a line: values that never change, joined at the end and taken from the front.

A plain tuple would be copied whole for every value that joins, and a long answer has a hundred thousand pieces.

Rule: a value is copied about as often as the line doubles in length, never once for each that joins.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Generic, TypeVar

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Backlog(Generic[T]):
    """An immutable line. Chunks grow shorter towards its end, so there are few of them."""

    chunks: tuple[tuple[T, ...], ...] = ()
    taken: int = 0
    """How many values of the first chunk are gone."""

    def __bool__(self) -> bool:
        return bool(self.chunks)

    def __len__(self) -> int:
        return sum(map(len, self.chunks)) - self.taken

    def __iter__(self) -> Iterator[T]:
        begin = self.taken
        for chunk in self.chunks:
            for index in range(begin, len(chunk)):
                yield chunk[index]
            begin = 0

    @property
    def first(self) -> T:
        """The value whose turn it is; `IndexError` where none waits."""
        return self.chunks[0][self.taken]

    def joined(self, value: T) -> "Backlog[T]":
        """One more, at the end. The last chunks become one while the later is as long as the one before."""
        chunks, taken = self.chunks, self.taken
        last: tuple[T, ...] = (value,)
        while chunks and len(last) >= len(chunks[-1]):
            gone = taken if len(chunks) == 1 else 0
            taken -= gone
            last = (*chunks[-1][gone:], *last)
            chunks = chunks[:-1]
        return Backlog((*chunks, last), taken)

    def without(self, count: int) -> "Backlog[T]":
        """Without the first `count`."""
        chunks, taken = self.chunks, self.taken + count
        while chunks and taken >= len(chunks[0]):
            taken -= len(chunks[0])
            chunks = chunks[1:]
        return Backlog(chunks, taken if chunks else 0)

    def behind(self, values: Iterable[T]) -> "Backlog[T]":
        """With `values` before all that wait. It copies them all."""
        line = (*values, *self)
        return Backlog((line,) if line else ())
