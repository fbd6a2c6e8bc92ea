"""How many sessions a machine holds: the arithmetic. What is measured for it is in `measuring.py`.

Rule 1: the limit is what is held without loss. `ROOM` of the machine is given away; what is left takes the moments in which many speak at once.
Rule 2: three things can run out: all cores together, the one core of the event loop, and a voice that has one caller at a time.
Rule 3: one session is always allowed. Where the machine does not hold it, the line says so.
Rule 4: where there is a lighter voice, the good one has only as many sessions as it can speak to at once without a gap; what is left of
the machine can go to sessions of the lighter one.
"""

from dataclasses import dataclass
from typing import Final

ROOM: Final = 0.7
"""Of the machine; the rest is for peaks."""
PERSON: Final = 0.3
"""Of a session's time in which the person speaks."""
AGENT: Final = 0.4
"""Of a session's time in which the agent does."""
AT_ONCE: Final = 0.8
"""Of a core, for the good voice when all who have it are spoken to at once. It may use more than one; what it gets beside others is less."""
DRAFTS: Final = 2.0
"""How much more words cost that are shown as they are spoken, and understood once more at the end."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Costs:
    """Seconds of one core's work for one second of a session's sound; 0: nothing of this kind runs here."""

    hearing: float
    """What listens to the microphone all the time. In the event loop."""
    moving: float
    """Sound through socket, core and journal, both ways. In the event loop."""
    understanding: float
    """Words, for a second of speech."""
    speaking: float
    """Voice, for a second of it."""
    rendering: float
    """How long a voice with one caller at a time is busy, for a second of it."""

    @property
    def of_loop(self) -> float:
        """What the event loop does for a session, all the time."""
        return self.hearing + self.moving

    @property
    def of_words(self) -> float:
        """What words cost, spread over a session."""
        return PERSON * DRAFTS * self.understanding

    @property
    def of_voice(self) -> float:
        """What the voice costs, spread over a session."""
        return AGENT * self.speaking

    @property
    def whole(self) -> float:
        """All of it."""
        return self.of_loop + self.of_words + self.of_voice


@dataclass(frozen=True, slots=True)
class Capacity:
    """What follows."""

    sessions: int
    line: str
    """For the person who starts the server."""
    lighter: int = 0
    """How many of them have to have the lighter voice."""


def capacity(costs: Costs, cores: float, light: Costs | None = None) -> Capacity:
    """The sessions that this many cores hold; with `light`, the costs of a lighter voice, also those that hold only with that."""
    each = {
        f"{cores:g} core{'' if cores == 1 else 's'}": costs.whole / cores,
        "one core for all sockets": costs.of_loop,
        "a voice that says one thing at a time": AGENT * costs.rendering,
    }
    what, share = max(each.items(), key=lambda one: one[1])
    held = int(ROOM / share + 1e-9) if share > 0 else 1
    sessions = max(1, held)
    if light is not None and costs.speaking > 0:
        sessions = max(1, min(sessions, int(AT_ONCE / costs.speaking + 1e-9)))
    took = (
        f"one takes {costs.whole:.2f} of a core (sound {costs.moving:.2f}, listening {costs.hearing:.2f},"
        f" words {costs.of_words:.2f}, voice {costs.of_voice:.2f})"
    )
    more = 0 if light is None else _more(costs, sessions, light, cores)
    slow = (
        "" if held or more else "; that is more than this machine has: expect gaps, or choose lighter engines"
    )
    many = f"{sessions + more} session{'' if sessions + more == 1 else 's'}"
    beside = f"; from the {_th(sessions + 1)} on with a lighter voice" if more else ""
    return Capacity(
        sessions + more, f"holds {many}{beside}: {took}; the limit is {what}{slow}; another by --limit", more
    )


def _more(costs: Costs, sessions: int, light: Costs, cores: float) -> int:
    """The sessions with a lighter voice that are held beside those."""
    room = (
        (ROOM * cores - sessions * costs.whole, light.whole),
        (ROOM - sessions * costs.of_loop, light.of_loop),
        (ROOM, AGENT * light.rendering),
    )
    return max(0, min((int(left / one + 1e-9) for left, one in room if one > 0), default=0))


def _th(number: int) -> str:
    return {1: "first", 2: "second", 3: "third"}.get(number, f"{number}th")
