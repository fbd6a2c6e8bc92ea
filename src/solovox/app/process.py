"""The composition root of a process. `solovox ask` and the live server are both made from it.

A `Process` has what its sessions share: the engines, loaded once, and the supervisor, which runs the sessions up to a
limit. What one talk owns is made for each: its parts (`wiring.parts`), or those of a client (`serving.py`).
"""

from types import TracebackType
from typing import Self

from solovox.parts.engines.shared import SharedEngines
from solovox.shell.supervisor import LIMIT, Ended, Supervisor
from solovox.weights import Cache


class Process:
    """Use as `async with Process(weights) as process`, once. Engines can be loaded before."""

    def __init__(self, weights: Cache, limit: int = LIMIT, ended: Ended = lambda _name, _why: None) -> None:
        self.engines = SharedEngines(weights, 1 if limit == 1 else None)
        self.sessions = Supervisor(limit, ended)

    async def __aenter__(self) -> Self:
        await self.sessions.__aenter__()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        try:
            await self.sessions.__aexit__(kind, error, trace)
        finally:
            self.engines.close()
