"""Sets of samples, exact to the sample: which of a stream were sent, played, dropped."""

from bisect import bisect_left
from collections.abc import Iterator


class Samples:
    """Sample numbers as sorted, separate ranges. Growing at the end costs nothing."""

    def __init__(self) -> None:
        self._ranges: list[tuple[int, int]] = []
        self.again = 0
        """How many samples were added that were there already."""

    def __iter__(self) -> Iterator[tuple[int, int]]:
        return iter(self._ranges)

    def __len__(self) -> int:
        return sum(end - first for first, end in self._ranges)

    def add(self, first: int, end: int) -> int:
        """Put `first` to `end` (excluded) in; how many of them are new."""
        if end <= first:
            return 0
        ranges = self._ranges
        if not ranges or ranges[-1][1] < first:
            ranges.append((first, end))
            return end - first
        low = bisect_left(ranges, first, key=lambda one: one[1])
        high, covered, start, stop = low, 0, first, end
        while high < len(ranges) and ranges[high][0] <= end:
            covered += max(0, min(end, ranges[high][1]) - max(first, ranges[high][0]))
            start, stop = min(start, ranges[high][0]), max(stop, ranges[high][1])
            high += 1
        ranges[low:high] = [(start, stop)]
        self.again += covered
        return end - first - covered

    def without(self, *others: "Samples") -> int:
        """How many of these samples are in none of the others."""
        union = Samples()
        for other in others:
            for first, end in other:
                union.add(first, end)
        return len(self) - sum(
            max(0, min(end, stop) - max(first, start)) for first, end in self for start, stop in union
        )
