"""Secrets in a text, known by their form, and what stands for them (law R2). Pure.

A form is the beginning that its maker publishes so that scanners find it, or a private key as of RFC 7468. High entropy alone is none: hashes,
ids and images have it too. Each maker's own page on its tokens shows its beginning: `docs/reference/rest.md` has the list.

Rule 1: one secret has one name in a session: `[secret 1]`. Whoever was given the secret before is given it still (`revealed`).
Rule 2: a text that comes in pieces is held back from where a secret may have begun, for at most `LONGEST` characters.
"""

import re
from collections.abc import Callable
from typing import Final

BEGINNINGS: Final = (
    "sk-", "sk_live_", "sk_test_", "rk_live_", "rk_test_", "ghp_", "gho_", "ghu_", "ghs_", "ghr_", "github_pat_", "glpat-", "AIza",
    "xoxb-", "xoxp-", "xoxa-", "xoxr-", "xoxs-", "xapp-", "hf_", "npm_", "pypi-", "gsk_", "xai-",
)  # fmt: skip
FEWEST: Final = 16
"""Characters behind the beginning. One of them is a digit, else it may be words: sk-fading-circle-of-dots."""
LONGEST: Final = 16_000
MOST: Final = 256
"""Secrets of one session that have a name. More are still taken out, and come back nowhere."""
_ANY: Final = "|".join(BEGINNINGS)
_WORD: Final = "[A-Za-z0-9_-]"
_FREE: Final = rf"(?:(?<!{_WORD})|(?<=\\[nrt]))"
"""Where a word begins: in JSON too, where a new line is written as two characters."""
_END: Final = "-----END [A-Z ]{0,40}PRIVATE KEY-----"
_HEAD: Final = "-----BEGIN [A-Z ]{0,40}PRIVATE KEY-----"
_GAP: Final = r"(?:[\s\"',+:→0-9-]|\\+[nrt\"]){1,24}"
"""Between its lines: in JSON, in a diff, with the numbers of the lines."""
_LINE: Final = rf"{_GAP}(?:[A-Za-z0-9+/=]{{16,}}|[A-Z][A-Za-z-]{{1,20}}: [\w,-]{{1,80}})"
_KEY: Final = rf"{_HEAD}(?:{_LINE})+(?:(?:{_GAP}[A-Za-z0-9+/=]{{1,15}})?{_GAP}{_END})?"
"""It ends where its lines do: an act that only names such a key is not hidden by it."""
_SECRET: Final = re.compile(rf"{_FREE}(?:{_ANY})(?={_WORD}*[0-9]){_WORD}{{{FEWEST},}}|{_KEY}")
_NAME: Final = re.compile(r"\[secret [0-9]+\]")
_HINTS: Final = (*BEGINNINGS, "-----BEGIN ")
"""To look for these in 16 megabytes takes a tenth of the time of the pattern."""
_BEGUN: Final = re.compile(
    rf"{_FREE}(?:(?:{_ANY}){_WORD}*|{'|'.join(sorted({one[:n] for one in BEGINNINGS for n in range(1, len(one))}, key=len, reverse=True))})\Z"
    rf"|-----BEGIN [A-Z ]{{0,60}}-{{0,4}}\Z|{_HEAD}(?:(?!{_END})[\s\w\"',+:→/=\\-])*\Z|-{{1,5}}B?E?G?I?N?\Z"
)


class Secrets:
    """Those of one session."""

    def __init__(self) -> None:
        self._names: dict[str, str] = {}
        self._secrets: dict[str, str] = {}

    def hide(self, text: str, first: int = 0) -> str:
        """The text from there on, with a name for each secret that begins there."""
        if not any(one in text for one in _HINTS):
            return text[first:]
        parts = []
        for found in _SECRET.finditer(text, first):
            parts += [text[first : found.start()], self._name(found[0])]
            first = found.end()
        return "".join(parts) + text[first:]

    def reveal(self, text: str) -> str:
        """The text with the secrets again."""
        if not self._secrets or "[secret " not in text:
            return text
        return _NAME.sub(lambda found: self._secrets.get(found[0], found[0]), text)

    def stream(self) -> "HiddenStream":
        """For a text that comes in pieces."""
        return HiddenStream(self.hide)

    def _name(self, secret: str) -> str:
        if secret not in self._names:
            if len(self._names) >= MOST:
                return "[secret]"
            self._names[secret] = f"[secret {len(self._names) + 1}]"
            self._secrets[self._names[secret]] = secret
        return self._names[secret]


class HiddenStream:
    """One text in pieces: a secret may be cut anywhere."""

    def __init__(self, hidden: Callable[[str, int], str]) -> None:
        self._hidden = hidden
        self._held = ""
        self._before = ""
        """The end of what was given out: a secret begins where a word does."""

    def feed(self, piece: str) -> str:
        """What is surely no part of a secret."""
        first, text = len(self._before), self._before + self._held + piece
        begun = _BEGUN.search(text, first)
        at = begun.start() if begun and len(text) - begun.start() <= LONGEST else len(text)
        return self._give(text[:at], text[at:])

    def finish(self) -> str:
        """What was held back."""
        return self._give(self._before + self._held, "")

    def _give(self, text: str, held: str) -> str:
        first, self._before, self._held = len(self._before), text[-2:], held
        return self._hidden(text, first)
