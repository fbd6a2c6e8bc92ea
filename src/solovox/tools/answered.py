"""What a function of the person's own gave back, as a result.

Rule 1: it is text: a text as it is, nothing "is done" in words, and anything that JSON takes as JSON.
Rule 2: only what succeeded, of a tool with effects, has a receipt (law C4): what it answered. A `ToolResult` is handed on.
"""

import json
from collections.abc import Mapping
from typing import Final

import msgspec

from solovox.ports import ASIDE, Json, ToolResult
from solovox.text.escapes import without_escapes

LONGEST: Final = 160
"""Characters of what was answered."""


def receipt_of(did: str, text: str) -> str:
    """`files answered write_file: Successfully wrote to a.txt`, where `did` is what stands before the colon."""
    said = " ".join(without_escapes(text[: 10 * LONGEST]).split())
    return f"{did}: {(said if len(said) <= LONGEST else f'{said[: LONGEST - 1]}…') or 'done'}"


def result_of_function(name: str, found: object, *, effects: bool) -> ToolResult:
    """The result of the tool `name`, which returned that. What is no text is a failed result."""
    if isinstance(found, ToolResult):
        return found
    try:
        text = _text(found)
    except (TypeError, ValueError, RecursionError):
        kind = type(found).__name__
        after = "; it may be done or not" if effects else ""
        return ToolResult(
            f"{name} returned a value of the kind {kind}, which cannot be told: return text, or what JSON takes{after}",
            failed=True,
        )
    said = text if text.strip() else f"{ASIDE}{name} is done, and gave nothing"
    return ToolResult(said, receipt_of(f"{name} answered", text) if effects else None)


def result_of_action(name: str, found: object, *, effects: bool) -> ToolResult:
    """The same for an action of a plugin, which may say by a key of what it returns that it failed."""
    if isinstance(found, Mapping) and _says_failed(found):
        why = found.get("error") or found.get("message")
        said = result_of_function(
            name, why if isinstance(why, str) and why.strip() else dict(found), effects=False
        )
        return ToolResult(said.text, failed=True)
    return result_of_function(name, found, effects=effects)


def _says_failed(found: Json) -> bool:
    return bool(found.get("error")) or found.get("status") == "error" or found.get("success") is False


def _text(found: object) -> str:
    if found is None:
        return ""
    if isinstance(found, str):
        return found
    return json.dumps(msgspec.to_builtins(found, str_keys=True), ensure_ascii=False)
