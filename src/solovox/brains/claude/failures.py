"""What went wrong with Claude Code, in one clear line that says what to do. Pure.

Source: the results of its program, as measured: `error` of its last message, `api_error_status`, `terminal_reason`, its text.
"""

import re
from collections.abc import Iterable
from typing import Final

from solovox.ports import Json

LONGEST: Final = 240
SILENT: Final = "Claude Code said nothing for {:g} seconds"
DIED: Final = "Claude Code's program has ended; ask again, and the session goes on"
LIMIT: Final = re.compile(
    r"rate.?limit|usage limit|limit reached|quota|credit balance|too many requests", re.IGNORECASE
)
TOO_LONG: Final = re.compile(
    r"prompt is too long|context (window|length)|too many tokens|too large", re.IGNORECASE
)
LOST: Final = re.compile(
    r"connection|ECONN|ENOTFOUND|ETIMEDOUT|StreamTruncated|timed? ?out|network|socket", re.IGNORECASE
)


def failure(result: Json, kind: str = "") -> str:
    """The line of a result that is an error. `kind`: what its last message calls the error."""
    said = one_line(str(result.get("result") or "; ".join(map(str, result.get("errors") or ())) or kind))
    said = said.removeprefix("API Error: ")
    status = result.get("api_error_status")
    if "not logged in" in said.casefold() or "/login" in said:
        return "Claude Code is not logged in: run its program once and log in, or set ANTHROPIC_API_KEY"
    if status in (401, 403) or kind == "authentication_failed":
        return f"Claude Code's key or login was refused ({status or 'no access'}): check the key, or log in again"
    if result.get("stop_reason") == "refusal":
        return "the model refused to answer this; say it in another way"
    if status == 529 or "overloaded" in said.casefold():
        return "the model is overloaded at the moment (529); ask again in a while"
    if status == 429 or kind in ("rate_limit", "billing_error") or LIMIT.search(said):
        return cut(f"the account's limit is reached, or too many requests were made: {said}")
    if result.get("terminal_reason") == "prompt_too_long" or TOO_LONG.search(said):
        return "the talk no longer fits into the model's context; begin a new session"
    if kind == "model_not_found":
        return cut(f"{said} Check brain.model")
    if kind == "max_output_tokens":
        return "the answer was longer than the model may write; ask for less at once"
    if LOST.search(said):
        return cut(f"the connection to the model was lost: {said}")
    return cut(f"Claude Code failed: {said or result.get('subtype') or 'no reason given'}")


def not_started(error: str, last: str = "") -> str:
    """The program cannot be started. `last`: the last line of its standard error."""
    if "no conversation found" in last.casefold():
        return (
            "Claude Code has no such session in this folder: check brain.session, or see solovox agent list"
        )
    return cut(f"Claude Code cannot be started: {one_line(last or error) or 'no reason given'}")


def one_line(text: str) -> str:
    """Without line breaks."""
    return " ".join(text.split())


def cut(text: str) -> str:
    """Not too long for one line."""
    return text if len(text) <= LONGEST else text[: LONGEST - 1].rstrip() + "…"


def without(text: str, secrets: Iterable[str]) -> str:
    """No secret is in a line that is shown."""
    for secret in sorted(secrets, key=len, reverse=True):
        if len(secret) >= 4:
            text = text.replace(secret, "[secret]")
    return text
