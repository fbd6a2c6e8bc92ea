"""Replies as agents write them, each with what should be said of it, and how near something comes to that.

The files are described in `replies/README.md`.
"""

import re
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

REPLIES = Path(__file__).parent / "replies"

_MARK = "%%% "
_EDGES = ".,;:!?…()\"'“”‘’«»¡¿„–-。，、！？：；"
_NUMBER = re.compile(r"\d+(?:[.,:/]\d+)*")
_NEGATION = re.compile(
    r"\b(?:not|no|never|none|nothing|neither|nor|without|cannot|crossed out|cross|\w+n['’]t"
    r"|nicht|keine?|pas|não)\b",
    re.IGNORECASE,
)
FORBIDDEN = {
    "a mark of markdown": re.compile(r"[*`#|~_<>\[\]{}\\^]"),
    "an address": re.compile(r"\w+://|\bwww\.|\bmailto:", re.IGNORECASE),
    "an ID": re.compile(r"\b[0-9a-f]{8}-[0-9a-f]{4}-", re.IGNORECASE),
    "a hash": re.compile(r"\b(?!ed25519\b)(?=[0-9a-f]*\d)(?=[0-9a-f]*[a-f])[0-9a-f]{7,}\b"),
    "a path": re.compile(r"(?<![\w/])(?:~|\.{1,2})?(?:/[\w.-]+){2,}|\b[\w.-]+(?:/[\w.-]+)+\.[a-z]{1,4}\b"),
    "a drawing": re.compile("[\u2500-\u257f\u2600-\u27bf\U0001f000-\U0001faff\ufe0f]"),
    "an entity": re.compile(r"&#?\w+;"),
    "a word too long": re.compile(r"[!-~]{50,}"),
}
"""What nobody wants to hear, whatever was written."""


@dataclass(frozen=True)
class AgentReply:
    """A reply as it is shown, and what should be said of it."""

    name: str
    shown: str
    said: str

    def __str__(self):
        return self.name


@dataclass(frozen=True)
class Judged:
    """What is wrong with what was said of a reply."""

    exact: bool
    forbidden: tuple[str, ...]
    lost_numbers: tuple[str, ...]
    lost_negations: tuple[str, ...]


def replies(kind):
    """Every reply of a set: `tuned` or `apart`."""
    return [one for path in sorted((REPLIES / kind).glob("*.txt")) for one in _read(path.read_text("utf-8"))]


def _read(text):
    for part in re.split(rf"^{_MARK}(?!said\n)", text, flags=re.MULTILINE)[1:]:
        name, _, rest = part.partition("\n")
        shown, said = re.split(rf"^{_MARK}said\n", rest, flags=re.MULTILINE)
        yield AgentReply(name, shown.removesuffix("\n"), " ".join(said.split()))


def words(said):
    """The words in order: case, and punctuation that is not sounded, do not count. Voices say the dot of "a.b"."""
    said = re.sub(r"(?<=[^\W\d])\.(?=[^\W\d])", " dot ", re.sub("[—–…。，、]", " ", said.casefold()))
    bare = (word.strip(_EDGES) for word in said.split())
    return [word for word in bare if word]


def judge(reply, said):
    """What was said, held against what should be."""
    return Judged(
        words(reply.said) == words(said),
        tuple(f"{name}: {found[0]}" for name, one in FORBIDDEN.items() if (found := one.search(said))),
        _lost(_NUMBER, reply.said, said),
        _lost(_NEGATION, reply.said, said),
    )


def _lost(pattern, wanted, said):
    have = Counter(found.casefold() for found in pattern.findall(said))
    return tuple((Counter(found.casefold() for found in pattern.findall(wanted)) - have).elements())
