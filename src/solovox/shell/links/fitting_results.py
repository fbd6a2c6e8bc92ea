"""What a tool gave back, as it may be told: whatever it is, it is a text, not too long, and not empty.

Rule 1: a result that is none, or whose text is none, is a failed one. A receipt that is no text is no receipt (law C4).
Rule 2: terminal control sequences are taken out, and what has no UTF-8 becomes U+FFFD.
Rule 3: more than `LONGEST` bytes are shortened: the beginning stays, and the last line says how much was left out, and where
the whole is. What cannot be kept is shortened, too.
Rule 4: no result is empty (law C1).
"""

from typing import Final

from solovox.ports import ASIDE, KeepsResults, NotKept, ToolResult
from solovox.text.escapes import raised_line, without_escapes
from solovox.wire.whole import whole

LONGEST: Final = 64 * 1024
"""Bytes of UTF-8, with the line that says what was left out."""
LAST_LINE: Final = 400
WORD: Final = 1_000
RECEIPT: Final = 1_000
"""Characters."""


class FittingResults:
    """The results of one session. `keeps`: where long ones are kept whole. None: nowhere."""

    def __init__(self, keeps: KeepsResults | None) -> None:
        self._keeps = keeps

    async def fit(self, effect: int, tool: str, found: object) -> ToolResult:
        """The result of the tool of that name."""
        if not isinstance(found, ToolResult) or not isinstance(found.text, str):
            return ToolResult(f"{tool} returned no result", failed=True)
        failed = bool(found.failed)
        text = _clean(await self._short(effect, found.text))
        if not text.strip():
            text = (
                f"{tool} failed and did not say why" if failed else f"{ASIDE}{tool} is done, and gave no text"
            )
        return ToolResult(text, _receipt(found.receipt), failed)

    async def _short(self, effect: int, text: str) -> str:
        try:
            data = text.encode()
        except UnicodeEncodeError:
            text = str(whole(text))
            data = text.encode()
        if len(data) <= LONGEST:
            return text
        begin = _begin(data)
        left = len(data) - len(begin.encode())
        where = await self._where(effect, text)
        return f"{begin}\n{ASIDE}{left} of {len(data)} bytes were left out here; {where}"

    async def _where(self, effect: int, text: str) -> str:
        """Where the whole is, or why it is nowhere."""
        if self._keeps is None:
            return "no journal is kept, so they are gone"
        try:
            return f"the whole is in {await self._keeps.keep_result(effect, text)}, beside the journal"
        except NotKept as error:
            return f"the whole is not kept: {error}"
        except Exception as error:  # noqa: BLE001 - a disk that fails loses no result
            return f"the whole is not kept: {raised_line(error)}"


def _begin(data: bytes) -> str:
    """What stays: up to the end of a word, if one ends soon, so that no secret is cut in two, which is masked whole."""
    begin = data[: LONGEST - LAST_LINE].decode(errors="ignore")
    space = max(begin.rfind(" "), begin.rfind("\n"))
    return begin[:space] if space > len(begin) - WORD else begin


def _clean(text: str) -> str:
    return str(whole(without_escapes(text)))


def _receipt(found: object) -> str | None:
    if not isinstance(found, str):
        return None
    return " ".join(_clean(found[: 2 * RECEIPT]).split())[:RECEIPT] or None
