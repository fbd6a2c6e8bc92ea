"""What an agent asks to do by itself, as an event: what the person reads is what it does. Pure.

Rule: it is shown whole, without escapes and bounded, or it is not allowed. It is said whole, or not at all.
"""

import json
from collections.abc import Mapping
from typing import Any, Final

from solovox.core.events import BrainNeedsYes
from solovox.core.units import CallId, RunId
from solovox.ports import Act
from solovox.text.acts_aloud import in_words
from solovox.text.escapes import without_escapes

ACT: Final = 40_000
RISK: Final = 4_000
"""In characters."""


def canonical(arguments: Mapping[str, Any], *, plain: bool = False) -> str:
    """Arguments as JSON with sorted keys and no spaces; `plain`: in ASCII. Raises `TypeError` or `ValueError` for what is not JSON."""
    return json.dumps(arguments, sort_keys=True, separators=(",", ":"), ensure_ascii=plain, allow_nan=False)


def asked(run: RunId, act: Act) -> BrainNeedsYes:
    """The event. Its call has no name yet. Raises `ValueError`, in one line, for what cannot be asked."""
    text, arguments = without_escapes(act.text), ""
    if act.arguments is not None:
        text = " ".join(text.split())
        if "{" in text:  # where the name ends would be in doubt
            raise ValueError("the name of what is to be allowed has a brace")
        arguments = _shown(act.arguments)
    if len(text) + len(arguments) > ACT:  # a yes to a part of it would be a yes to what was not read
        raise ValueError(f"say what is to be allowed in at most {ACT} characters")
    said = in_words(text, None if act.arguments is None else json.loads(arguments))
    return BrainNeedsYes(
        run, CallId(""), text, without_escapes(act.risk)[:RISK], arguments, said, grave=act.grave
    )


def _shown(arguments: Mapping[str, Any]) -> str:
    """In JSON a terminal's controls can be written so that they are seen, and mean the same."""
    try:
        text = canonical(arguments)
        return text if without_escapes(text) == text else canonical(arguments, plain=True)
    except (TypeError, ValueError) as error:
        raise ValueError(f"the arguments of what is to be allowed are not JSON: {error}") from None
