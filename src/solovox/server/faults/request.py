"""The syntax of `--fault`: `NAME[:VALUE][:KEY=VALUE,KEY=VALUE][@WHEN]`.

`close:1008@tool`, `duplicate_tool_call:p=0.2`, `late_pong:ms=25000@2nd_turn`, `go_away@30s`. The value without a key is
that of the fault's first parameter. WHEN is a trigger (`@tool`), the n-th of that kind (`@2nd_tool`; `@2nd` of the fault's own),
or a time after the connection began (`@5s`). Every fault also takes `p` (the probability each time, default 1),
`times` (at most this often, over all connections) and `on` (only on the connection of this number).
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from difflib import get_close_matches
from typing import Final

from solovox.core.errors import SolovoxError
from solovox.server.faults.triggers import Trigger

FaultValue = int | float | str


class BadFault(SolovoxError):
    """A `--fault` that is not valid. One line that names the nearest valid one."""


@dataclass(frozen=True, slots=True)
class FaultParameter:
    """A number or a word that shapes a fault. Its type is that of `default`; `choices`: nothing else will do."""

    default: FaultValue
    about: str
    choices: tuple[FaultValue, ...] = ()
    least: float = 0
    most: float = 10_000_000


ALWAYS: Final[Mapping[str, FaultParameter]] = {
    "p": FaultParameter(1.0, "the probability each time", most=1),
    "times": FaultParameter(1_000_000, "at most this often, over all connections", least=1),
    "on": FaultParameter(0, "only on the connection of this number, from 1"),
}


@dataclass(frozen=True, slots=True)
class When:
    """When the fault may strike; by default at each opportunity."""

    trigger: Trigger | None = None
    nth: int = 0
    at_ms: int | None = None


@dataclass(frozen=True, slots=True)
class FaultRequest:
    """One fault as it was asked for. `values` holds every parameter, also defaults."""

    name: str
    values: Mapping[str, FaultValue] = field(default_factory=dict)
    when: When = When()

    def number(self, name: str) -> int:
        """A whole number."""
        return int(self.values[name])

    def word(self, name: str) -> str:
        """A text."""
        return str(self.values[name])


@dataclass(frozen=True, slots=True)
class FaultSyntax:
    """What `--fault` may say of a fault. `trigger` is its own; if it is `movable`, any other may be named."""

    parameters: Mapping[str, FaultParameter]
    trigger: Trigger
    movable: bool


MANY: Final = 16
_PAIRS: Final = re.compile(r",(?=[a-z_]+=)")
_WHEN: Final = re.compile(r"(?:(?P<nth>\d{1,4})(?:st|nd|rd|th)(?:_|$))?(?P<moment>[a-z_]*)")
_TIME: Final = re.compile(r"(?P<number>\d{1,7}(?:\.\d{1,3})?)(?P<unit>ms|s)")


def parse(text: str, known: Mapping[str, FaultSyntax]) -> FaultRequest:
    """One fault from its words. Raises `BadFault`."""
    text = " ".join(text.split())
    body, _, when = text.partition("@") if "=" not in text else _apart(text)
    name, _, rest = body.partition(":")
    taken = known.get(name)
    if taken is None:
        raise BadFault(
            f"there is no fault {name!r}{_near(name, known)}: solovox live-server --list-faults has all"
        )
    allowed = {**taken.parameters, **ALWAYS}
    values: dict[str, FaultValue] = {key: one.default for key, one in allowed.items()}
    for key, value in _pairs(name, rest, taken):
        if key not in allowed:
            raise BadFault(f"{name} takes no {key!r}{_near(key, allowed)}: it takes {', '.join(allowed)}")
        values[key] = _value(f"{name}:{key}", value, allowed[key])
    return FaultRequest(name, values, _when(name, when, taken))


def _apart(text: str) -> tuple[str, str, str]:
    """A reason may hold an @; the trigger follows the last one."""
    body, at, when = text.rpartition("@")
    return (body, at, when) if at and " " not in when else (text, "", "")


def _pairs(name: str, rest: str, taken: FaultSyntax) -> list[tuple[str, str]]:
    found = list[tuple[str, str]]()
    first = next(iter(taken.parameters), None)
    for group in re.split(r":(?=[a-z_]+=)", rest, maxsplit=1) if rest else []:
        for one in _PAIRS.split(group):
            key, equals, value = one.partition("=")
            if not equals:
                if first is None:
                    raise BadFault(f"{name} takes no value: {one!r} is too much")
                key, value = first, one
            found.append((key.strip(), value.strip()))
    return found


def _value(place: str, text: str, wanted: FaultParameter) -> FaultValue:
    if isinstance(wanted.default, str):
        value: FaultValue = text
    else:
        try:
            value = float(text) if isinstance(wanted.default, float) else int(text)
        except ValueError:
            kind = "a number" if isinstance(wanted.default, float) else "a whole number"
            raise BadFault(f"{place}={text!r}: {kind} is wanted") from None
        if not wanted.least <= value <= wanted.most:
            raise BadFault(f"{place}={text}: this is out of range: {wanted.least:g} to {wanted.most:g}")
    if wanted.choices and value not in wanted.choices:
        some = [str(one) for one in wanted.choices[:MANY]] + ["…"] * (len(wanted.choices) > MANY)
        raise BadFault(f"{place}={text}: {wanted.about}; it can be {', '.join(some)}")
    return value


def _when(name: str, text: str, taken: FaultSyntax) -> When:
    if not text:
        return When()
    early = taken.trigger is Trigger.UPGRADE
    if early and _TIME.fullmatch(text):
        raise BadFault(f"{name}@{text}: no time has passed at upgrade: @2nd chooses one")
    if time := _TIME.fullmatch(text):
        return When(at_ms=round(float(time["number"]) * (1 if time["unit"] == "ms" else 1000)))
    found = _WHEN.fullmatch(text)
    triggers = {one.value: one for one in Trigger}
    place = found["moment"] if found else text
    if found is None or (place and place not in triggers) or found["nth"] == "0":
        raise BadFault(
            f"{name}@{text}: there is no such trigger{_near(place, triggers)}:"
            f" there is {', '.join(triggers)}, each also as 2nd_…, and a time such as 5s"
        )
    trigger = triggers[place] if place else None
    if trigger is Trigger.UPGRADE and not early:
        raise BadFault(f"{name}@{text}: at upgrade there is no connection yet: only refuse can be there")
    if trigger not in (None, taken.trigger) and not taken.movable:
        raise BadFault(f"{name}@{text}: it is always at {taken.trigger.value}: @2nd chooses one, @5s waits")
    return When(trigger, int(found["nth"] or 0))


def _near(word: str, known: Mapping[str, object]) -> str:
    near = get_close_matches(word, [*known], n=1, cutoff=0.5)
    return f", did you mean {near[0]!r}?" if near else ""
