"""An immutable queue: values join at the end and are taken from the front.

A plain tuple would be copied whole for every value that joins, and a long answer has a hundred thousand pieces.

Rule: a value is copied about once for each doubling of the queue, never once for each value that joins.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Generic, TypeVar

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Backlog(Generic[T]):
    """The queue. Chunks grow shorter towards its end, so there are few of them."""

    chunks: tuple[tuple[T, ...], ...] = ()
    taken: int = 0
    """How many values of the first chunk have been taken."""

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
        """The next value. Raises `IndexError` if none waits."""
        return self.chunks[0][self.taken]

    def joined(self, value: T) -> "Backlog[T]":
        """The queue with one more value at its end. Its last chunks are merged while the later one is at
        least as long as the earlier."""
        chunks, taken = self.chunks, self.taken
        last: tuple[T, ...] = (value,)
        while chunks and len(last) >= len(chunks[-1]):
            gone = taken if len(chunks) == 1 else 0
            taken -= gone
            last = (*chunks[-1][gone:], *last)
            chunks = chunks[:-1]
        return Backlog((*chunks, last), taken)

    def without(self, count: int) -> "Backlog[T]":
        """The queue without its first `count` values."""
        chunks, taken = self.chunks, self.taken + count
        while chunks and taken >= len(chunks[0]):
            taken -= len(chunks[0])
            chunks = chunks[1:]
        return Backlog(chunks, taken if chunks else 0)

    def behind(self, values: Iterable[T]) -> "Backlog[T]":
        """The queue with `values` in front. All values are copied."""
        line = (*values, *self)
        return Backlog((line,) if line else ())
