"""Whether a parameter stands for a person's own words, told by its name and by what is said about it."""

import re
from typing import Final

_OWN: Final = frozenset(
    "instruction instructions request query text message prompt input utterance command task question words word speech"
    " transcript said sentence phrase statement thought wish ask content".split()
)
"""Last words of names of such parameters: `user_request`, `searchQuery`."""
_PERSON: Final = r"(?:user|person|caller|customer|speaker|human)"
_TOLD: Final = re.compile(
    rf"""\b(?:verbatim|word[ -]for[ -]word|as\sspoken|in\s(?:their|his|her|the\s{_PERSON}['’]s)\sown\swords
    |{_PERSON}(?:['’]?s)?['’]?\s(?:\w+\s)?(?:request|question|words|message|utterance|instruction|query|input|speech|command|sentence|prompt)s?
    |exact\s(?:words|text|question|request)
    |what(?:ever)?\s(?:the\s|an?\s)?{_PERSON}\s(?:has\s|just\s)*(?:said|says|asked|asks|wants|wanted))\b""",
    re.IGNORECASE | re.VERBOSE,
)


def takes_words(name: str, about: str = "") -> bool:
    """Whether all that was said belongs there: an instruction, a question, "what the user said"; and not a city."""
    parts = re.sub(r"(?<=[a-z0-9])(?=[A-Z])|[^0-9A-Za-z]+", " ", name).lower().split()
    named = bool(parts) and (parts[-1] in _OWN or (parts[0] in _OWN and parts[-1] == "description"))
    return named or _TOLD.search(about) is not None
