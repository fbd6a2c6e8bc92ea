"""What goes wrong with a model over a wire: its kind, and one line for each. Pure.

Rule 1: services and servers word a refusal in their own way; what a person reads is the same of all.
Rule 2: a line says what to do, where something can be done. The key is in none.
Source: the pages on errors of the API references of OpenAI, Anthropic and Gemini.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from typing import Final

import httpx2

from solovox.ports import BrainError

CODES: Final = ("code", "type", "status")
"""Where in an error body its kind stands, besides the message."""


class Trouble(Enum):
    """Why a model gave no answer, or not the whole of it."""

    KEY = "key"
    QUOTA = "quota"
    TOO_LONG = "too long"
    HELD_BACK = "held back"
    NO_MODEL = "no model"
    OVERLOADED = "overloaded"
    BROKEN = "broken"
    REFUSED = "refused"
    UNREACHABLE = "unreachable"
    CUT = "cut"
    NONSENSE = "nonsense"
    CUT_SHORT = "cut short"


REASON: Final = 200
"""Characters of a server's own words in a line of ours."""
_BY_STATUS: Final[Mapping[int, Trouble]] = {
    401: Trouble.KEY, 402: Trouble.QUOTA, 403: Trouble.KEY, 404: Trouble.NO_MODEL, 413: Trouble.TOO_LONG, 429: Trouble.QUOTA,
    529: Trouble.OVERLOADED,
}  # fmt: skip
_BY_WORDS: Final[Sequence[tuple[Trouble, re.Pattern[str]]]] = tuple(
    (trouble, re.compile(words, re.IGNORECASE))
    for trouble, words in (
        (
            Trouble.TOO_LONG,
            r"context[ _](window|length|size)|prompt is too long|maximum number of tokens|request_too_large",
        ),
        (
            Trouble.KEY,
            r"invalid_api_key|api[_ ]key[_ ](not[_ ]valid|invalid)|authentication_error|permission_",
        ),
        (Trouble.QUOTA, r"rate_limit|insufficient_quota|resource_exhausted|credit balance|billing"),
        (Trouble.HELD_BACK, r"content_filter|content_policy|invalid_prompt|usage polic|safety"),
        (Trouble.NO_MODEL, r"model_not_found|not_found_error"),
        (Trouble.OVERLOADED, r"overloaded|slow_down"),
    )
)


_LINES: Final[Mapping[Trouble, str]] = {
    Trouble.KEY: "{where} refused the key{number}; check brain.api_key{why}",
    Trouble.QUOTA: "{where} has had too many requests, or the quota is used up{number}{why}",
    Trouble.TOO_LONG: "the talk is too long for {subject}; begin a new session, or set another brain.model{why}",
    Trouble.HELD_BACK: "{where} held back the answer; ask in another way{why}",
    Trouble.NO_MODEL: "{where} has {lost}",
    Trouble.OVERLOADED: "{where} is overloaded{number}; ask again in a moment",
    Trouble.BROKEN: "{subject}'s server at {where} failed{number}{why}",
    Trouble.REFUSED: "{where} refused the request{number}{why}",
    Trouble.UNREACHABLE: "nothing answers at {where}; is {subject}'s server running, and brain.url right?",
    Trouble.CUT: "the connection to {where} was cut in the middle of an answer",
    Trouble.NONSENSE: "the conversation with {where} failed{why}",
    Trouble.CUT_SHORT: "{subject} reached its limit of tokens, and the answer stops there: ask for less, or raise the limit",
}


def trouble_of(status: int | None, said: str) -> Trouble:
    """The kind of a refusal, by its status, if it has one, and by the codes and the message in it."""
    if status is not None and status in _BY_STATUS:
        return _BY_STATUS[status]
    for trouble, words in _BY_WORDS:
        if words.search(said):
            return trouble
    return Trouble.BROKEN if status is None or status >= 500 else Trouble.REFUSED


def message_of(body: object) -> str:
    """The message in an error body, one short line, whatever its shape."""
    error = body.get("error", body) if isinstance(body, Mapping) else body
    if isinstance(error, Mapping):
        error = error.get("message") or error.get("detail") or error.get("code") or "no reason given"
    return " ".join(str(error).split())[:REASON]


@dataclass(frozen=True, slots=True)
class AskedModel:
    """Who is asked, as a line of ours names them: a model, or an agent behind an address."""

    where: str
    """Host and port."""
    secret: str | None = field(default=None, repr=False)
    subject: str = "the model"
    lost: str = "no such path; check brain.url"
    """What it has not, when it says 404."""

    def error(self, trouble: Trouble, reason: str = "", status: int | None = None) -> BrainError:
        """The one line of a failure."""
        line = _LINES[trouble].format(
            subject=self.subject,
            where=self.where,
            lost=self.lost,
            number=f" ({status})" if status else "",
            why=f": {reason}" if reason and status != 401 else "",  # a 401 may quote the key
        )
        return self.scrub_line(line)

    def refusal(self, status: int | None, body: object) -> BrainError:
        """The line of a refusal, from the body that came with it."""
        inner = body.get("error", body) if isinstance(body, Mapping) else {}
        codes = [str(inner.get(one) or "") for one in CODES] if isinstance(inner, Mapping) else []
        reason = message_of(body) if isinstance(body, Mapping) else "no reason given"
        if status is not None and 300 <= status < 400:
            reason = "it is somewhere else now; set brain.url to that address"
        return self.error(trouble_of(status, " ".join((*codes, reason))), reason, status)

    def lost_to(self, error: BaseException) -> BrainError:
        """The line of what is no refusal: the way there, or what came, was at fault."""
        match error:
            case httpx2.ConnectError() | httpx2.ConnectTimeout() | httpx2.ProxyError():
                return self.error(Trouble.UNREACHABLE)
            case httpx2.RemoteProtocolError() | httpx2.ReadError() | httpx2.WriteError():
                return self.error(Trouble.CUT)
            case _:
                return self.error(Trouble.NONSENSE, type(error).__name__)

    def scrub_line(self, line: str) -> BrainError:
        """The line without the key."""
        return BrainError(line.replace(self.secret, "[key]") if self.secret else line)
