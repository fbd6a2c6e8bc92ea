"""What an agent asks to do by itself, as an event: what the person reads is what it does. Pure.

Rule: it is shown whole and bounded, or it is not allowed. It is said whole, or not at all. What could not be seen in it (controls, what
turns the direction of a text) is written so that it is: an escape sequence that is taken out may be a command to a shell.
"""

import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from solovox.core.events import BrainNeedsYes
from solovox.core.units import CallId, RunId
from solovox.ports import Act, SaidAct
from solovox.text.acts_aloud import in_words
from solovox.text.escapes import without_escapes

ACT: Final = 40_000
RISK: Final = 4_000
"""In characters."""


def canonical(arguments: Mapping[str, Any]) -> str:
    """Arguments as JSON with sorted keys and no spaces. Raises `TypeError` or `ValueError` for what is not JSON."""
    return json.dumps(arguments, sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False)


def seen(text: str) -> str:
    """The text with what is not seen in it as JSON writes it: JSON means the same then."""
    return "".join(one if one.isprintable() or one in "\n\t" else json.dumps(one)[1:-1] for one in text)


def aloud(parts: Sequence[str], more: Mapping[str, Any], hide: Callable[[str], str]) -> str:
    """An act in words that a voice can say. `hide` puts names in the place of secrets: sign by sign nothing would find them any more.
    Empty: it cannot be said whole; so it is where the name of a secret took a part of the JSON."""
    try:
        return in_words(*map(hide, parts), more=json.loads(hide(canonical(more))))
    except (TypeError, ValueError, RecursionError):
        return ""


def asked(run: RunId, act: Act, hide: Callable[[str], str] = lambda text: text) -> BrainNeedsYes:
    """The event. Its call has no name yet. Raises `ValueError`, in one line, for what cannot be asked."""
    text, arguments = seen(act.text), ""
    if act.arguments is not None:
        text = " ".join(text.split())
        if "{" in text:  # where the name ends would be in doubt
            raise ValueError("the name of what is to be allowed has a brace")
        arguments = _shown(act.arguments)
    if len(text) + len(arguments) > ACT:  # a yes to a part of it would be a yes to what was not read
        raise ValueError(f"say what is to be allowed in at most {ACT} characters")
    named = (text if act.arguments is None else text.replace("_", " "),)
    spoken = act.spoken or SaidAct(named, json.loads(arguments or "{}"))
    said = aloud(spoken.parts, spoken.more, hide)
    return BrainNeedsYes(
        run, CallId(""), text, without_escapes(act.risk)[:RISK], arguments, said, grave=act.grave
    )


def _shown(arguments: Mapping[str, Any]) -> str:
    try:
        return seen(canonical(arguments))
    except (TypeError, ValueError) as error:
        raise ValueError(f"the arguments of what is to be allowed are not JSON: {error}") from None
