"""Replies besides answers: greetings, what this brain can do, and how to get another. Offline, in English.

Rule 1: once in a talk it says, in less than three seconds, that it is offline and what to do about it; afterwards only
that it cannot answer.
"""

import re
from collections.abc import Sequence
from typing import Final

from solovox.ports import Message

OFFLINE: Final = "I'm offline. Set brain.url."
CANNOT: Final = "I can't answer that."
MORE: Final = "For anything else connect a model: set brain.url."
ABILITIES: Final = {
    "get_time": "tell the time",
    "date": "tell the date",
    "list_files": "list your files",
    "read_file_head": "read the start of a file",
    "search_files": "search your files",
    "get_project_status": "say how the project stands",
    "list_sessions": "list your sessions",
    "calculate": "do sums",
    "convert_units": "convert units",
}
_TALK: Final = tuple(
    (re.compile(rf"(?:{pattern})(?: (?:there|again|solovox|computer|everyone|all|you))*"), answer)
    for pattern, answer in (
        (r"(?:hello|hi|hey|hiya|howdy|greetings|good (?:morning|afternoon|evening|day))(?: hello| hi)*", "Hello. What would you like to know?"),
        (r"(?:(?:ok|okay|great|good|perfect|nice|alright|no) )*(?:thanks|thank you|cheers|ta)(?: (?:very much|so much|a lot|a million|for (?:that|your help|everything)|that'?s all|that is all))*", "You're welcome."),
        (r"(?:ok |okay )?(?:bye|goodbye|bye bye|good bye|good night|see you(?: later| soon| tomorrow)?)", "Goodbye."),
    )
)  # fmt: skip
_HELP: Final = re.compile(
    r"\bwhat (?:you|i) can (?:do|ask|say)\b|\bwhat (?:can|could|do|else can) (?:you|i) (?:do|know|help|ask|say)|^(?:please )?help(?: me)?$|\bwho are you\b|\bwhat are you\b"
    r"|\bhow (?:can|do) (?:you|i) (?:help|use)|\byour (?:abilities|skills|capabilities)\b|\bare you (?:offline|online)\b|\bwhat can i ask\b"
)


def small_talk(text: str) -> str | None:
    """The answer to a greeting, thanks or a goodbye that is all that was said."""
    said = " ".join(re.sub(r"[^\w' ]+", " ", text.casefold().replace("’", "'")).split())
    return next((answer for pattern, answer in _TALK if pattern.fullmatch(said)), None)


def asks_for_help(cleaned: str) -> bool:
    """Whether it is asked what can be asked."""
    return bool(_HELP.search(cleaned))


def abilities(names: set[str]) -> str:
    """What it can do with these tools, and how to do more."""
    able = [what for name, what in ABILITIES.items() if name in names]
    if not able:
        return f"I have no tools here. {MORE}"
    told = able[0] if len(able) == 1 else f"{', '.join(able[:-1])} and {able[-1]}"
    return f"I can {told}. {MORE}"


def cannot(history: Sequence[Message]) -> str:
    """That this cannot be answered; the first time with what to do about it."""
    told = any(message.role == "assistant" and OFFLINE in message.text for message in history)
    return CANNOT if told else OFFLINE
