"""What a function of the person's own raised, in one line that says where.

Its class is of others, too: its text may raise, be endless, or have terminal control sequences in it.
"""

import inspect
import traceback
from pathlib import Path
from typing import Final

from solovox.text.escapes import without_escapes

LONGEST: Final = 300
"""Characters of what it says."""


def raised_line(error: BaseException, longest: int = LONGEST) -> str:
    """`ValueError: no such city`; its kind alone, if it says nothing, or cannot say it."""
    kind = type(error).__name__
    try:
        said = str(error)
        text = said[: 10 * longest] if isinstance(said, str) else ""
    except BaseException:  # noqa: BLE001 - its own `__str__` failed: its kind is what there is
        text = ""
    return " ".join(f"{kind}: {without_escapes(text)}".split()).rstrip(": ")[:longest]


def place_of(error: BaseException, function: object) -> str:
    """Where in the file of that function it was raised: ` (my_agent.py, line 12)`. Empty if that is not known."""
    inner: object = inspect.unwrap(getattr(function, "func", function))  # type: ignore[arg-type]
    own_call = getattr(type(function), "__call__", None)  # noqa: B004 - an object's own method
    code = getattr(inner, "__code__", None) or getattr(own_call, "__code__", None)
    frames = traceback.extract_tb(error.__traceback__)
    own = [one for one in frames if code is not None and one.filename == code.co_filename]
    return f" ({Path(own[-1].filename).name}, line {own[-1].lineno})" if own else ""
