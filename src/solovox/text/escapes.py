"""Terminal control sequences in a text of others are taken out whole: "ESC [ 31 m alert" is "alert", not "31 m alert".

Sequences as in ECMA-48: colours and the cursor (CSI), titles and links (OSC and the other strings), two-character ones;
with ESC or with the C1 character. A string that does not end soon, or on its line, is none: only its begin is taken out.

What a function of the person's own raised is told in one line that says where. Its class is of others, too: its text may raise,
be endless, or have such sequences in it.
"""

import inspect
import re
import traceback
from pathlib import Path
from typing import Final

LONGEST: Final = 2_000
"""Characters of a sequence; what is longer is text."""

_CSI: Final = r"(?:\x1b\[|\x9b)[0-?]{0,100}[ -/]{0,20}"
_STRING: Final = rf"(?:\x1b[\]PX^_]|[\x90\x98\x9d-\x9f])[^\x07\x1b\x9c\n]{{0,{LONGEST}}}"
_WHOLE: Final = re.compile(
    rf"{_CSI}[@-~]|{_STRING}(?:\x07|\x9c|\x1b\\)|\x1b[ -/]{{1,20}}[0-~]|\x1b[0-OQ-WYZ\\`-~]"
)
_BEGUN: Final = re.compile(rf"(?:{_CSI}|{_STRING}\x1b?|\x1b[ -/]{{0,20}})\Z")
_BROKEN: Final = re.compile(r"\x1b[\[\]PX^_]?|[\x90\x98\x9b-\x9f]")


def without_escapes(text: str) -> str:
    """The text without terminal control sequences."""
    return _BROKEN.sub("", _WHOLE.sub("", text))


class Unescaped:
    """The same for a text that comes in pieces: a sequence may be cut anywhere."""

    def __init__(self) -> None:
        self._held = ""

    def feed(self, piece: str) -> str:
        """What is surely no part of a sequence."""
        text, self._held = _WHOLE.sub("", self._held + piece), ""
        begun = _BEGUN.search(text)
        if begun and len(text) - begun.start() <= LONGEST:
            text, self._held = text[: begun.start()], text[begun.start() :]
        return _BROKEN.sub("", text)

    def finish(self) -> str:
        """What was held back."""
        text, self._held = self._held, ""
        return without_escapes(text)


def reason_of(error: Exception) -> str:
    """What an error says of itself in one clear line, else its kind."""
    return " ".join(without_escapes(str(error)).split()) or type(error).__name__


LONGEST_LINE: Final = 300
"""Characters of what it says."""


def raised_line(error: BaseException, longest: int = LONGEST_LINE) -> str:
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
