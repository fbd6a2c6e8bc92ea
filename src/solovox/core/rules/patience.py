"""The gate at the door: what must not happen while the person may only have paused waits here, and is then as if it came now.

T2  No voice begins and no effect before who has finished has surely finished. If they go on, what waited is of what was cut.
A2  A yes aloud waits for the rest of what its speaker says: a no behind it is the answer.

Rule: of one source (a read, a run, a connection) nothing overtakes what waits, but of an ear a call that would do nothing yet, one
that is taken back, and that it is lost, which ends its calls.
"""

from dataclasses import replace

from solovox.core import events as on
from solovox.core.connection import ConnectionState
from solovox.core.policy import Amendment
from solovox.core.sense import Intent
from solovox.core.talk import Talk
from solovox.core.units import InputMeans, Principal

SOUNDS = on.ReadSounded | on.ReadFollowed | on.ReadStrayed | on.ReadRendered | on.ReadFailed
OWN = on.EarAudio | on.EarOutputTranscript | on.EarInterrupted | on.EarTurnEnded
"""What a live model says of itself."""


def holds(talk: Talk, event: on.Event) -> bool:
    """Whether an event waits: then it is kept."""
    source = _source(event)
    # A live ear may be blocked by its call until it is answered (C2). To one that is lost nothing is sent, however long a call of it
    # may wait (L2).
    lost = isinstance(event, on.EarLost) and on.EarCalled in map(type, talk.early)
    behind = (
        source is not None
        and source in map(_source, talk.early)
        and not (lost or isinstance(event, on.EarCalled))
    )
    waits = _waits(talk, event) if isinstance(event, on.ConsentGiven) else talk.pauses
    if not behind and not (waits and _is_early(talk, event)):
        return False
    talk.early = (*talk.early, event)
    if isinstance(event, OWN):
        talk.link.generation = replace(talk.link.generation, last=talk.at)  # a sign of it, though it waits
    if isinstance(event, on.EarLost) and event.connection == talk.link.ear.id and talk.link.ear.is_live:
        talk.link.ear = talk.link.ear.becomes(ConnectionState.GONE)
    return True


def passing(talk: Talk) -> list[on.Event]:
    """What waits no more, in its order."""
    kept, over = list[on.Event](), list[on.Event]()
    for event in talk.early:
        waits = _source(event) in map(_source, kept) or _waits(talk, event)
        (kept if waits else over).append(event)
    talk.early = tuple(kept)
    return over


def _waits(talk: Talk, event: on.Event) -> bool:
    """Whether one that came early still waits. A call waits for what is being said, too, which may take it back. A yes does for
    the words of who has given it: a no may be among them, or what takes it back when it is judged (A2)."""
    said, goes_on = talk.turn.open, talk.turn.goes_on
    calls = isinstance(event, on.BrainCalled | on.EarCalled) and (goes_on or said is not None)
    mine = (
        said is not None
        and isinstance(event, on.ConsentGiven)
        and Principal(said.speech.source) == event.principal
    )
    more = said is not None and (
        goes_on
        or said.local.pending
        or said.local.keeps
        # It is said again what was meant, or what is wanted instead: that ends what the yes is to.
        or said.local.sense.kind is Intent.AGAIN
        or said.local.sense.amends == Amendment.REPLACE.value
    )
    return talk.pauses or calls or bool(mine and more)


def _is_early(talk: Talk, event: on.Event) -> bool:
    """Whether it would be heard, or would have an effect."""
    alone = talk.policy.alone
    if isinstance(event, on.BrainCalled | on.EarCalled):
        spec = talk.policy.tool(event.tool)
        mine = alone or isinstance(event, on.BrainCalled)
        return mine and spec is not None and spec.effects and not spec.needs_yes
    aloud = isinstance(event, on.ConsentGiven) and event.how is InputMeans.VOICE
    return aloud or isinstance(event, SOUNDS) or (alone and isinstance(event, OWN))


def _source(event: on.Event) -> tuple[str, int] | None:
    if isinstance(event, SOUNDS):
        return "read", event.read
    if isinstance(event, on.BrainEvent):
        return "run", event.run
    if isinstance(event, OWN | on.EarCalled | on.EarLost):
        return "ear", event.connection
    return None
