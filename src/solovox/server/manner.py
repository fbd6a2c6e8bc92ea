"""What a system instruction makes of the model, as far as a server without a mind of its own can obey: pure.

Rule 1: an instruction to read what is sent, exactly, is obeyed to the letter, if there are no tools.
Rule 2: an instruction never to speak is obeyed: tools are called, and nothing is said.
Rule 3: a paragraph that says to read aloud what stands behind a tag ("[NAME]:") is obeyed to the letter, beside all else.
Rule 4: every other instruction is the brain's business.
"""

import re
from enum import Enum
from typing import Final


class Manner(Enum):
    """How what the person says is met."""

    ANSWERS = "answers"
    READS = "reads"
    SILENT = "silent"


_READS: Final = re.compile(
    r"\b(?:read|repeat|recite|speak|voice|say)\b(?P<what>[^.!?\n]{0,100}?)"
    r"\b(?:exactly|verbatim|word[ -]for[ -]word|as it stands|as (?:it is )?written|aloud|out loud)\b",
    re.IGNORECASE,
)
_SENT: Final = re.compile(
    r"\b(?:it|them|texts?|messages?|input|scripts?|content|prompts?|whatever|everything|what (?:you|the user|is))\b",
    re.IGNORECASE,
)
_NOT: Final = re.compile(r"\b(?:not|never|n['’]t)\s+(?:\w+\s+){0,2}$", re.IGNORECASE)
_SILENT: Final = re.compile(r"\b(?:never|do not|don['’]t) (?:speak|talk|answer aloud)\b", re.IGNORECASE)
_TAG: Final = re.compile(r"\s*(?P<tag>\[[^\[\]\n]{1,40}\]:)")
_BEHIND: Final = re.compile(r"\b(?:behind|after|follow|begin|start|prefix|preced|mark)", re.IGNORECASE)
_BRACKETS: Final = re.compile(r"\s*\[[^\[\]]*\]\s*", re.DOTALL)


def manner(instruction: str, *, tools: bool) -> Manner:
    """What an instruction asks for. `tools`: functions are declared beside it."""
    if _SILENT.search(instruction):
        return Manner.SILENT
    if not tools and any(_reads(instruction, found) for found in _READS.finditer(instruction)):
        return Manner.READS
    return Manner.ANSWERS


def script(instruction: str, text: str) -> str | None:
    """What of a text is to be read aloud, because it stands behind a tag of which the instruction says so; None: nothing."""
    tag = _TAG.match(text)
    for paragraph in re.split(r"\n\s*\n", instruction) if tag is not None else ():
        told = " ".join(paragraph.split())
        orders = (found for found in _READS.finditer(told) if not _NOT.search(told[: found.start()]))
        if tag is not None and tag["tag"] in told and _BEHIND.search(told) and next(orders, None):
            return text[tag.end() :].strip()
    return None


def aside(text: str) -> bool:
    """Whether a typed text is wholly in [brackets]: a word from a program, not from the person."""
    return _BRACKETS.fullmatch(text) is not None


def _reads(instruction: str, found: re.Match[str]) -> bool:
    if _NOT.search(instruction[: found.start()]):
        return False
    return _SENT.search(found["what"]) is not None
