"""Names of code, and what a person says for them: "get user name" is `get_user_name`, and so is "get users name". Pure."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from difflib import SequenceMatcher
from typing import Final

CUTOFF: Final = 0.74
"""How alike a name must be: below it are words that only share letters."""
EXACT_BELOW: Final = 4
"""Characters: a shorter name is not guessed."""
NOISE: Final = frozenset(
    "the a an of function functions method methods class variable constant value file files folder module called named its"
    " is it that this there them my our your setting field parameter program script in on for does do defined define"
    " definition where what who which how why code line lines test tests to and or be are we i you me with about from".split()
)
FEW: Final = frozenset("it that this them there these those one".split())
"""Words that stand for what the talk is about."""
_PART: Final = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+")

_BEFORE: Final = "(export|default|async|public|private|protected|static|pub|abstract|final)"
_KINDS: Final = "def|class|function|func|fn|interface|struct|enum|trait|type|module"
_HOLDS: Final = "const|let|var|val|int|string|bool|float|double"
NAMED_LINES: Final = (
    rf"^\s*({_BEFORE}\s+)*({_KINDS}|{_HOLDS})\s+[A-Za-z_]"
    "|^\\s*[\"']?[A-Za-z_][A-Za-z0-9_.-]*[\"']?\\s*(:[^=:]*)?[:=]\\s*[^= ]"
)
"""A search for the lines that give a name to something."""
_DEFINED: Final = re.compile(rf"\s*(?:{_BEFORE}\s+)*(?:{_KINDS})\s+\*?(?P<name>[A-Za-z_]\w*)")
_HELD: Final = re.compile(
    rf"\s*(?:{_BEFORE}\s+)*(?:(?:{_HOLDS})\s+)?[\"']?(?P<name>[A-Za-z_][\w.-]*)[\"']?\s*(?::[^=:\"']*?)??[:=](?!=)\s*(?P<value>\S.*?)\s*"
)
VALUE: Final = re.compile(r"\"[^\"]*\"|'[^']*'|`[^`]*`|-?\d[\d_]*(?:\.\d+)?|[A-Za-z_][\w.]*")
"""The value at the beginning of what stands behind the sign."""


@dataclass(frozen=True, slots=True)
class NamedLine:
    """What a line gives a name to. `value`: what follows the sign, where there is one."""

    name: str
    value: str = ""


def named(line: str) -> NamedLine | None:
    """What a line of code defines or sets."""
    if found := _DEFINED.match(line):
        return NamedLine(found["name"])
    if found := _HELD.fullmatch(line):
        return NamedLine(found["name"], found["value"])
    return None


def parts(text: str) -> list[str]:
    """The words of a name, or of what is said for one, in small letters."""
    return [one.lower() for one in _PART.findall(text)]


def core(phrase: str) -> list[str]:
    """The words of a phrase that can be a part of a name."""
    every = parts(phrase)
    return [one for one in every if one not in NOISE] or every


def loose(phrase: str) -> str:
    """A search for a name however it is written."""
    return "[ _.-]?".join(map(re.escape, core(phrase)))


def stands_for(phrase: str) -> bool:
    """Whether a phrase is only "it", "that file", and so on."""
    every = parts(phrase)
    return not every or (any(one in FEW for one in every) and all(one in NOISE | FEW for one in every))


def nearest(phrase: str, names: Iterable[str]) -> str | None:
    """The name that a phrase means, exactly or nearly."""
    words = core(phrase)
    spans = {
        "".join(words[at:end])
        for at in range(len(words))
        for end in range(at + 1, min(len(words), at + 6) + 1)
    }
    whole = max(map(len, spans), default=0)
    best, most = None, 0.0
    for name in dict.fromkeys(names):
        flat = "".join(parts(name))
        for span in spans:
            if span == flat:
                likeness = 1.0
            elif min(len(flat), len(span)) < EXACT_BELOW:
                continue
            else:
                likeness = _alike(span, flat)
            score = likeness * (0.7 + 0.3 * len(span) / whole)
            if likeness >= CUTOFF and score > most:
                best, most = name, score
    return best


def _alike(one: str, other: str) -> float:
    matcher = SequenceMatcher(None, one, other, autojunk=False)
    return (
        matcher.ratio() if matcher.real_quick_ratio() >= CUTOFF and matcher.quick_ratio() >= CUTOFF else 0.0
    )


def written_like(phrase: str, model: str) -> str:
    """A phrase as a name in the style of another: `get_user`, `getUser`, `GetUser`, `GET_USER`, `get-user`."""
    if re.fullmatch(r"[A-Za-z_]\w*", phrase) and (
        "_" in phrase or phrase != phrase.lower() or " " not in phrase
    ):
        return (
            phrase
            if "_" in phrase or not phrase[0].isupper() or model[0].isupper()
            else phrase[0].lower() + phrase[1:]
        )
    words = parts(phrase)
    if model.isupper():
        return "_".join(words).upper()
    if "-" in model:
        return "-".join(words)
    if "_" in model or model == model.lower():
        return "_".join(words)
    joined = "".join(one.capitalize() for one in words)
    return joined if model[0].isupper() else joined[0].lower() + joined[1:]
