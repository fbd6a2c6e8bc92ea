"""What goes of the kept sessions when the next one begins: by their age, and by the room that they take.

Rule 1: a clock that is wrong removes nothing. An age ends at the newest session that was written a day ago or more, and not now: a clock
that has jumped must go on for a day, and a session be kept meanwhile, before anything grows old by it.
Rule 2: of those too old at most a quarter of all goes at a time, or `FEW`; the oldest first. Each time it is said.
Rule 3: then the oldest go until what is left fits into the room.
Rule 4: what is being written stays, and what cannot be removed.
"""

from collections.abc import Iterable
from pathlib import Path
from typing import Final

from solovox.recordings.keeping import DAY, Kept, kept, older, remove

FEW: Final = 8


def pruned(root: Path, days: int | None, room: int | None, now: float) -> tuple[int, int]:
    """Remove sessions: how many for their age, and how many for the room. `days`, `room` in bytes: None, no limit. `now`: seconds of the
    machine's clock. Raises `OSError` where the folder cannot be read. Blocks."""
    found = kept(root)
    aged = _gone(too_old(found, days, now)[: max(FEW, len(found) // 4)]) if days else []
    left = [one for one in found if one not in aged]
    over = sum(one.size for one in left) - room if room is not None else 0
    crowded = []
    for one in left:
        if over > 0 and _gone([one]):
            crowded.append(one)
            over -= one.size
    return len(aged), len(crowded)


def too_old(found: list[Kept], days: int, now: float) -> list[Kept]:
    """Those that are older by a clock that was seen to go on (rule 1); the oldest first."""
    seen = [one.written for one in found if one.written <= now - DAY]
    return older(found, days, max(seen)) if seen else []


def _gone(these: Iterable[Kept]) -> list[Kept]:
    gone = []
    for one in these:
        try:
            if remove(one):
                gone.append(one)
        except OSError:
            pass  # another process has just removed it, or it is not ours: it stays
    return gone
