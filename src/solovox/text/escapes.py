"""Terminal control sequences in a text of others are taken out whole: "ESC [ 31 m alert" is "alert", not "31 m alert".

Sequences as in ECMA-48: colours and the cursor (CSI), titles and links (OSC and the other strings), two-character ones;
with ESC or with the C1 character. A string that does not end soon, or on its line, is none: only its begin is taken out.
"""

import re
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
