"""What words say plainly, beside what a sentence model finds near: the tool's own name, or its opposite.

A score is added to the layer's: positive for a tool that was named, negative for one that does the contrary.
"""

import re
from itertools import pairwise
from typing import Final

from solovox.meaning.intent.declared import Declared, norms, stem
from solovox.meaning.intent.kindred import kin

_OPPOSED: Final = tuple(
    (frozenset(map(stem, one.split())), frozenset(map(stem, other.split())))
    for one, other in (
        (
            "set start add create make put begin schedule book",
            "cancel stop delete remove end clear erase drop",
        ),
        ("lock", "unlock"),
        ("open", "close shut"),
        ("up louder raise increase", "down quieter softer lower decrease"),
        ("pause stop", "play resume start"),
        ("mute", "unmute"),
    )
)
_GENERIC: Final = frozenset(
    map(stem, "get set is do control list show search find current to a the of on in now".split())
)
POLITE: Final = frozenset(
    "please also then now could can would will you and i want need like to id oh um uh hey".split()
)
"""Words before an order."""
_VERBS: Final = {
    "put": "add", "throw": "add", "wake": "alarm", "buy": "add", "start": "set", "write": "create", "make": "create",
    "schedule": "create", "email": "send", "text": "send", "message": "send", "mail": "send", "tell": "send", "take": "remove",
}  # fmt: skip
_ASKED: Final = re.compile(r"\W*(?:did|is|are|has|have|was|were|am)\b")
_TOLD: Final = re.compile(
    r"\W*(?:it|that|this|i|my|the|we|he|she|they|people|who|why)(?:['’]?s|['’]m|['’]ve)?\b(?!\s+(?:want|need|would|weather|news))"
)
_TOO: Final = {
    **dict.fromkeys(("loud", "bright", "high", "hot", "warm"), "down"), **dict.fromkeys(("quiet", "dark", "low", "cold"), "up")
}  # fmt: skip
"""What is wanted of a thing that is too much of something."""
_TELLS: Final = frozenset(("is", "check", "status", "state", "get", "list", "are", "show"))
_QUESTION: Final = re.compile(
    r"\W*(?:(?:um|uh|so|hey|and|well)[\s,]+)*(?:what(?!\s+about)|which|when|where|who|is|are|do|does|did|have|has|how(?!\s+(?:about|do\s+(?:you|i)\s+say)))"
)
_ACTS: Final = frozenset(
    "create add set send book lock unlock turn start delete remove cancel make put play order write volume mute checkout complete".split()
)
NAMED, OPPOSITE, NEAR, ASKED, DONE = 1.2, -3.0, 1.8, 1.5, -1.5


def leaning(utterance: str, tool: Declared, *, whole: bool) -> float:
    """The score. `whole`: nothing that the tool needs is missing."""
    words = norms(utterance)
    said = frozenset(stem(norm) for norm in words) | {"".join(pair) for pair in pairwise(words)}
    first = next((norm for norm in words if norm not in POLITE), "")
    away = first == "take" and not said & {"out", "off", "from", "away"}
    said |= {stem(_VERBS[first])} if first in _VERBS and not away else frozenset()
    for high, meant in _TOO.items():
        said |= frozenset((meant,)) if f"too {high}" in " ".join(words) else frozenset()
    name = frozenset(stem(word) for word in tool.words.split())
    telling = name - _GENERIC
    score = NAMED * min(len(telling & said), 2)
    wished = not _TOLD.match(utterance.lower()) and bool(tool.parameters)
    if whole and wished and not telling & said and kin(telling) & said:
        score += NEAR
    for one, other in _OPPOSED:
        for mine, contrary in ((one, other), (other, one)):
            if name & mine and said & contrary and not said & mine:
                score += OPPOSITE
    if _QUESTION.match(utterance.lower()) and tool.words.split()[:1] and tool.words.split()[0] in _ACTS:
        score += DONE  # what is asked is looked up, not done
    if _ASKED.match(utterance.lower()):
        looks = bool(_TELLS & set(tool.words.split()[:1]))
        score += ASKED if looks and telling & said else 0.0
    return score
