"""Written, said, heard: whether the value that comes back is the one that was written.

Of a sentence around a value the words are forgiven, as long as none of them carries a value itself.
"""

import random
import re
from collections.abc import Iterable, Iterator

from solovox.text.closed import CLOSED_WORDS
from solovox.text.following import Follower
from solovox.text.spoken.signs import carries_value
from text.written_values import WrittenValue, pieces, spoken


def believed(script: str, heard: str, *, tolerant: bool = False) -> bool:
    """Whether what was heard is the whole script, and nothing else."""
    follower = Follower(script, tolerant=tolerant)
    follower.feed(heard)
    return not follower.at_end().strayed


def came_back(value: WrittenValue, heard: str, written: str = "") -> bool:
    """Whether this value was heard, or the one that is `written` in its place."""
    script = " ".join(pieces(f"{value.lead}{written or value.written}{value.end}"))
    if not value.lead:
        return believed(script, heard, tolerant=True)
    return any(believed(script, text, tolerant=True) for text in _with_carrier(value, heard.split()))


def _with_carrier(value: WrittenValue, heard: list[str]) -> Iterator[str]:
    """What was heard, with the words around the value as they were written, wherever it may begin and end."""
    yield " ".join(heard)
    before, behind = len(_plain(value.lead)), len(_plain(value.end))
    for begin in range(min(before, len(heard)) + 1):
        for end in range(len(heard), max(len(heard) - behind, begin + 1) - 1, -1):
            if _empty(value, [*heard[:begin], *heard[end:]]):
                yield f"{value.lead}{' '.join(heard[begin:end])}{value.end}"


def _empty(value: WrittenValue, words: Iterable[str]) -> bool:
    """Whether words say nothing that the sentence itself does not."""
    own = _plain(value.lead + value.end)
    return all(
        word in own or not (word in CLOSED_WORDS or any(c.isdigit() or carries_value(c) for c in word))
        for word in (one for text in words for one in _plain(text))
    )


def _plain(text: str) -> list[str]:
    return re.sub(r"[.,!?;:]+(?=\s|$)", "", text.casefold()).split()


_UNITS = "km cm kg mg MB GB ms kHz MHz kW V °C °F % ‰ lb oz ft mph".split()
_OTHERS = {**dict(zip(_UNITS, [*_UNITS[1:], _UNITS[0]], strict=True)), "m²": "m³", "m³": "m²"}
_UNIT = re.compile(
    rf"(?<=[\d\s\u00a0])(?:{'|'.join(sorted(map(re.escape, _OTHERS), key=len, reverse=True))})(?![A-Za-z0-9²³])"
)
_PAIRS = (("$", "€"), ("€", "£"), ("£", "$"), ("am", "pm"), ("PM", "AM"), (">", "<"), ("<", ">"), ("↑", "↓"), ("↓", "↑"), ("+", "-"), ("×", "÷"), ("≥", "≤"), ("≤", "≥"))  # fmt: skip


def changed(written: str) -> Iterator[str]:
    """The same with another digit, another sign, without its sign or with one, with another unit."""
    r = random.Random(written)
    places = [at for at, c in enumerate(written) if c.isascii() and c.isdigit()]
    for at in r.sample(places, min(2, len(places))):
        yield f"{written[:at]}{(int(written[at]) + r.randint(1, 9)) % 10}{written[at + 1 :]}"
    if re.match(r"[-−–+±~<>≤≥]\W?\d", written):
        yield written[1:]
    elif re.match(r"[\d$€£]", written):
        yield f"-{written}"
    if unit := _UNIT.search(written):
        yield f"{written[: unit.start()]}{_OTHERS[unit[0]]}{written[unit.end() :]}"
    for one, other in _PAIRS:
        if one in written:
            yield written.replace(one, other, 1)


def wrong_passes(value: WrittenValue, heard: str) -> list[str]:
    """Other values that the matcher takes for this one, by what was heard. What is said alike is no other."""
    return [
        other
        for other in changed(value.written)
        if spoken(f"{value.lead}{other}{value.end}") != spoken(value.text)
        and not re.fullmatch(value.said, spoken(f"{value.lead}{other}{value.end}"))
        and came_back(value, heard, other)
    ]
