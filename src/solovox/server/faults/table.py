"""Every fault by name: what it does, where it was seen, what shapes it, and when it strikes. And the syntax of `--fault`: `NAME[:VALUE][:KEY=VALUE,KEY=VALUE][@WHEN]`.

`close:1008@tool`, `duplicate_tool_call:p=0.2`, `late_pong:ms=25000@2nd_turn`, `go_away@30s`. The value without a key is
that of the fault's first parameter. WHEN is a trigger (`@tool`), the n-th of that kind (`@2nd_tool`; `@2nd` of the fault's own),
or a time after the connection began (`@5s`). Every fault also takes `p` (the probability each time, default 1),
`times` (at most this often, over all connections) and `on` (only on the connection of this number).

Sources: docs/reference/gemini-live.md explains their short forms; [INF] is ours.
"""

import re
from collections.abc import Mapping
from difflib import get_close_matches
from typing import Final

from solovox.server.faults.calls import CALLS
from solovox.server.faults.connections import CONNECTIONS, FRAMES, INPUTS
from solovox.server.faults.fault import (
    ALWAYS,
    BadFault,
    FaultKind,
    FaultParameter,
    FaultRequest,
    FaultValue,
    When,
)
from solovox.server.faults.shapes import Trigger
from solovox.server.faults.turns import TURNS, WORDS

FAULTS: Final[Mapping[str, FaultKind]] = {**TURNS, **CALLS, **WORDS, **INPUTS, **CONNECTIONS, **FRAMES}


def list_faults() -> list[str]:
    """Lines for `--list-faults`: how it is written, then what it does."""
    lines = list[str]()
    for name, kind in FAULTS.items():
        shaped = "".join(f", {key}={_choice(one)}" for key, one in kind.parameters.items())
        where = f"@{kind.trigger.value}{', or any other trigger' if kind.movable else ''}"
        lines += [
            f"{name}{f': {shaped[2:]}' if shaped else ''}  ({where})",
            f"    {kind.does} ({kind.source})",
        ]
    return [*lines, "", *(f"{key}: {one.about}" for key, one in ALWAYS.items()), _TRIGGERS]


def _choice(one: FaultParameter) -> str:
    if isinstance(one.default, str) and not one.choices:
        return repr(one.default)
    return "|".join(map(str, one.choices)) if len(one.choices) in range(1, 9) else str(one.default)


_TRIGGERS: Final = (
    f"@ is one of {', '.join(one.value for one in Trigger)}; or one of them, as 2nd_tool; or a time, as 5s"
)


MANY: Final = 16
_PAIRS: Final = re.compile(r",(?=[a-z_]+=)")
_WHEN: Final = re.compile(r"(?:(?P<nth>\d{1,4})(?:st|nd|rd|th)(?:_|$))?(?P<moment>[a-z_]*)")
_TIME: Final = re.compile(r"(?P<number>\d{1,7}(?:\.\d{1,3})?)(?P<unit>ms|s)")


def parse(text: str) -> FaultRequest:
    """One fault from its words. Raises `BadFault`."""
    text = " ".join(text.split())
    body, _, when = text.partition("@") if "=" not in text else _apart(text)
    name, _, rest = body.partition(":")
    taken = FAULTS.get(name)
    if taken is None:
        raise BadFault(
            f"there is no fault {name!r}{_near(name, FAULTS)}: solovox live-server --list-faults has all"
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


def _pairs(name: str, rest: str, taken: FaultKind) -> list[tuple[str, str]]:
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


def _when(name: str, text: str, taken: FaultKind) -> When:
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
