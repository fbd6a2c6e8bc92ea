"""What one answer has used: counted from the stream, and set right by the result. It never falls. Pure."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from solovox.ports import Json, TokensUsed

READS: Final = ("input_tokens", "cache_creation_input_tokens", "cache_read_input_tokens")
MODEL_READS: Final = ("inputTokens", "cacheReadInputTokens", "cacheCreationInputTokens")
MILLION: Final = 1_000_000
NOTHING: Final = TokensUsed(0, 0, 0)
"""An answer that never reached its model has no use to tell."""


@dataclass(frozen=True, slots=True)
class Spent:
    """What a process says that it has used since it was started, with its assistants."""

    read: int = 0
    written: int = 0
    dollars: float = 0.0

    @classmethod
    def of(cls, result: Json) -> "Spent":
        """As a result tells it."""
        models = [one for one in (result.get("model_usage") or {}).values() if isinstance(one, Mapping)]
        read = sum(_count(one.get(name)) for one in models for name in MODEL_READS)
        written = sum(_count(one.get("outputTokens")) for one in models)
        return cls(read, written, float(result.get("total_cost_usd") or 0))


class Meter:
    """`before`: what was spent before the answer."""

    def __init__(self, before: Spent, *, priced: bool = True) -> None:
        """`priced`: what it costs is told."""
        self._before = before
        self._priced = priced
        self._used = TokensUsed(0, 0)
        self._written = 0
        """By the message that is being written."""
        self.spent: Spent | None = None
        """At the end."""

    def take(self, event: Json) -> Iterator[TokensUsed]:
        """The next event of the stream."""
        used = self._used
        match event.get("type"):
            case "message_start":
                usage = (event.get("message") or {}).get("usage") or {}
                self._written = 0
                read = sum(_count(usage.get(name)) for name in READS)
                yield from self._now(used.input_tokens + read, used.output_tokens, used.cost)
            case "message_delta":
                written = max(self._written, _count((event.get("usage") or {}).get("output_tokens")))
                more = written - self._written
                self._written = written
                yield from self._now(used.input_tokens, used.output_tokens + more, used.cost)

    def take_result(self, result: Json) -> Iterator[TokensUsed]:
        """The result."""
        self.spent = spent = Spent.of(result)
        cost = round((spent.dollars - self._before.dollars) * MILLION)
        yield from self._now(
            spent.read - self._before.read,
            spent.written - self._before.written,
            max(cost, self._used.cost or 0) if self._priced else None,
        )

    def _now(self, read: int, written: int, cost: int | None) -> Iterator[TokensUsed]:
        used = self._used
        now = TokensUsed(max(used.input_tokens, read), max(used.output_tokens, written), cost)
        if now != used and now != NOTHING:
            self._used = now
            yield now


def _count(value: object) -> int:
    return value if isinstance(value, int) and value > 0 else 0
