"""A long answer as several messages: where it is divided, and what of it is left out.

Rule 1: no message is empty or longer than it may be; together they are the text, but for the spaces where it was divided.
Rule 2: it is divided at the end of a paragraph; else of a line, of a sentence, of a word; else anywhere.
Rule 3: a block of code that is divided is closed, and opened again in the next message.
Rule 4: of what takes more than `most` messages the rest is left out, and the last one says how much.
"""

import re
from typing import Final

MOST: Final = 10
"""Messages of one answer."""
ENDS: Final = (
    re.compile(r"\n\s*\n"),
    re.compile(r"\n"),
    re.compile(r"(?<=[.!?…])\s"),
    re.compile(r"\s"),
)
"""Where it may be divided, the best first."""
SHORTEST: Final = 2
"""A message is at least this part of the longest (one in two), where it is divided well."""
FENCE: Final = re.compile(r"^ {0,3}(`{3,})([^\s`]{0,30})[^`\n]*$", re.MULTILINE)
LEFT_OUT: Final = "… and {} characters more, which are left out here."
RESERVE: Final = 64
"""Characters kept for closing and opening a block of code, and for what is left out."""


def in_messages(text: str, longest: int, most: int = MOST) -> list[str]:
    """The messages, in order. None where there is nothing to be seen in the text. `longest`: characters of one."""
    left, made, opened = text.strip(), list[str](), ""
    while left:
        room = longest - len(opened)
        if len(left) <= room:
            made.append(opened + left)
            return made
        if len(made) + 1 >= most:
            part, rest = _divided(left, room - RESERVE)
            part, _ = _closed(opened + part)
            return [*made, f"{part}\n{LEFT_OUT.format(len(rest))}"]
        part, left = _divided(left, room - RESERVE)
        part, opened = _closed(opened + part)
        made.append(part)
    return made


def _divided(text: str, room: int) -> tuple[str, str]:
    """As much as there is room for, and the rest."""
    for end in ENDS:
        places = [one for one in end.finditer(text, 0, room + 1) if one.start() >= room // SHORTEST]
        if places:
            at = places[-1]
            return text[: at.start()].rstrip(), text[at.end() :].lstrip("\n")
    return text[:room], text[room:]


def _closed(part: str) -> tuple[str, str]:
    """A message without a block of code that stays open, and how the next one opens it again."""
    fence = ""
    for line in FENCE.finditer(part):
        ticks = line[1]
        if not fence:
            fence = f"{ticks}{line[2]}"
        elif len(ticks) >= fence.count("`") and not line[2]:
            fence = ""
    if not fence:
        return part, ""
    return f"{part}\n{'`' * fence.count('`')}", f"{fence}\n"
