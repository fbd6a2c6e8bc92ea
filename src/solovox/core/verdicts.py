"""Everything that can become of an utterance: one closed union. `verdict` says which it is."""

from dataclasses import dataclass

from solovox.core.commands import RoutedBy
from solovox.core.units import Instant


@dataclass(frozen=True, slots=True)
class Wait:
    until: Instant | None


@dataclass(frozen=True, slots=True)
class End:
    """The end of the speech was not heard, and the last sign of it is too long ago."""


@dataclass(frozen=True, slots=True)
class Nudge:
    """The ear has heard words and has not called its tool."""


@dataclass(frozen=True, slots=True)
class Route:
    text: str
    by: RoutedBy
    sent: bool = False
    """The person said "send it"."""


@dataclass(frozen=True, slots=True)
class Hesitate:
    """Make it a hold: the words are not certain enough to be sent."""

    text: str


@dataclass(frozen=True, slots=True)
class Nothing:
    """A cough, a nod, noise: no turn."""


@dataclass(frozen=True, slots=True)
class Keep:
    """The person holds the floor, and has said `text`. `patient`: only a long pause ends it."""

    text: str
    patient: bool = True


@dataclass(frozen=True, slots=True)
class Stop:
    """The person asked for the work to stop."""

    text: str


@dataclass(frozen=True, slots=True)
class Status:
    """The person asked something of us: how things stand, or to read on in another way."""

    text: str


@dataclass(frozen=True, slots=True)
class Quiet:
    """The person asked for silence. No text: they did not speak to us."""

    text: str = ""


@dataclass(frozen=True, slots=True)
class Answer:
    """A yes, or a no, to what waits for one."""

    yes: bool
    text: str = ""


@dataclass(frozen=True, slots=True)
class Correct:
    """The person says again what they said: held words are to be others."""

    text: str


Verdict = Wait | End | Nudge | Route | Hesitate | Nothing | Keep | Stop | Status | Quiet | Answer | Correct
