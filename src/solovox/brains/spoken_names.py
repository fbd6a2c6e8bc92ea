"""Which file a spoken name means: "pyproject dot toml" is `pyproject.toml`, "the read me" is `README.md`."""

import difflib
import re
from collections.abc import Sequence
from typing import Final

CLOSE: Final = 0.84
"""A name heard with a slip counts when it is at least so alike (difflib's ratio)."""
SURE: Final = 0.99
"""Only the very name."""

_SAID: Final = (
    (r"\s*\bdot\s*", "."), (r"\s*\bpoint\s+(?=[a-z])", "."), (r"\s*\bunderscores?\s*", "_"),
    (r"\s*\b(?:dash|hyphen|minus)\s*", "-"), (r"\s*\b(?:forward )?slash\s*", "/"),
)  # fmt: skip
_WORDS: Final = (
    (r"\bm d\b", "md"), (r"\bp y\b", "py"), (r"\bj s\b", "js"), (r"\bt s\b", "ts"), (r"^what (?:the )?", ""), (r"^(?:reed|red|me) ", ""),
    (r"\bread me\b", "readme"), (r"\bchange ?logs?\b", "changelog"), (r"\blicen[cs]e\b", "license"), (r"\bpie\b", "py"),
    (r"\bpython file\b", "py"), (r"\bmark ?down\b", "md"), (r"\bjason\b", "json"), (r"\btom(?:my|l|ul)\b", "toml"),
    (r"\bget ignore\b", "gitignore"), (r"\bpipe? project\b", "pyproject"), (r"\bmake file\b", "makefile"),
)  # fmt: skip


def written(spoken: str) -> str:
    """A spoken name as it would be typed."""
    text = spoken.casefold()
    for pattern, sign in (*_WORDS[:4], *_SAID):
        text = re.sub(pattern, sign, text)
    for pattern, word in _WORDS:
        text = re.sub(pattern, word, text)
    return re.sub(r"^(?:the|my|our|file|a)\s+|\s+(?:file|please)$", "", text.strip())


def resolve(spoken: str, paths: Sequence[str], close: float = CLOSE) -> str | None:
    """The path that was meant: by its whole, its last part or that without its ending; the shortest of equals."""
    wanted = {_bare(written(spoken)), _bare(spoken)} - {""}
    best: tuple[float, int, str] | None = None
    for path in paths:
        last = path.rstrip("/").rpartition("/")[2]
        stem = last.rpartition(".")[0] or last
        scores = [
            score - penalty
            for name, penalty in ((path, 0.0), (last, 0.0), (stem, 0.01))
            for want in wanted
            if (score := _alike(want, _bare(name))) >= close
        ]
        if scores and (best is None or (-max(scores), len(path), path) < best):
            best = (-max(scores), len(path), path)
    return best[2] if best else None


def _bare(name: str) -> str:
    return "".join(c for c in name.casefold() if c.isalnum())


def _alike(one: str, other: str) -> float:
    if one == other:
        return 1.0
    if min(len(one), len(other)) < 4 or abs(len(one) - len(other)) > 3:
        return 0.0
    matcher = difflib.SequenceMatcher(None, one, other)
    return matcher.ratio() if matcher.quick_ratio() >= CLOSE else 0.0
