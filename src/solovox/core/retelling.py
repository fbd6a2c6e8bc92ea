"""What a connection is told first: the talk so far, if its service does not remember it, and results that are owed.

L3  The person's words as they were sent, the brain's as they were heard: the newest `LINES`, each at most `LENGTH`
    characters. A service that remembers is told nothing of it.
A4  Who speaks: a service that remembers may have been told of them after what it remembers, so it is told anew.
C2  A result whose connection has died is told to the next: the newest `LINES`.

The joint rules decide when. This file only keeps.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Final

from solovox.core import units as u

LINES: Final = 24
LENGTH: Final = 400
PERSON: Final = "Person"
AGENT: Final = "Agent"


@dataclass(frozen=True, slots=True)
class Retelling:
    """Who said what, oldest first, and results that came while no connection was there."""

    lines: tuple[tuple[str, str], ...] = ()
    results: tuple[str, ...] = ()
    introduced: u.SourceId = u.PERSON
    """Who speaks, as this connection was told last."""


def begin_retelling(earlier: Iterable[tuple[str, str]]) -> Retelling:
    """At the beginning. `earlier`: the talk that goes on."""
    state = Retelling()
    for who, text in earlier:
        state = _with(state, state.lines, who, text)
    return state


def add_question(state: Retelling, text: str) -> Retelling:
    """The person's words were sent. If they begin with those of the last line, they replace it (T2)."""
    lines = state.lines
    if lines and lines[-1][0] == PERSON and text.startswith(lines[-1][1]):
        lines = lines[:-1]
    return _with(state, lines, PERSON, text)


def add_answer(state: Retelling, text: str) -> Retelling:
    """Something more was heard of an answer (L3)."""
    lines, before = state.lines, ""
    if not text.strip():
        return state
    if lines and lines[-1][0] == AGENT:
        lines, before = lines[:-1], lines[-1][1]
    return _with(state, lines, AGENT, f"{before} {text.strip()}")


def add_result(state: Retelling, result: str) -> Retelling:
    """A result came while no connection was there. Of many the newest are told."""
    return replace(state, results=(*state.results, result)[-LINES:])


def tell_talk(state: Retelling, *, resumed: bool) -> tuple[Retelling, tuple[str, ...]]:
    """What a new connection is told, in this order."""
    talk = "\n".join(["The talk so far:", *(f"{who}: {what}" for who, what in state.lines)])
    before = (talk,) if state.lines and not resumed else ()
    return replace(state, results=(), introduced=u.PERSON), (*before, *state.results)


def _with(state: Retelling, lines: tuple[tuple[str, str], ...], who: str, text: str) -> Retelling:
    return replace(state, lines=(*lines, (who, text.strip()[:LENGTH]))[-LINES:])
