"""How the offline brain answers as a persona: its name, its mood, its diary. By rules, in English.

Rule 1: it says what its file and its tools say, and makes nothing up.
Rule 2: "done" is said on a tool's result only.
"""

import asyncio
import re
from collections.abc import Callable, Collection, Mapping
from typing import Any, Final

from solovox.brains.requests import bare
from solovox.ports import ASIDE, Host

NAME: Final = re.compile(
    r"(?:what is|what's|tell me|say) your name|who are you|what are you called|who am i (?:talking|speaking) (?:to|with)"
)
FEELING: Final = re.compile(
    r"how (?:do you feel|are you|are you feeling|is your mood)|what(?: is|'s) your mood|are you (?:ok|okay|well)"
)
READING: Final = re.compile(
    r"(?:what (?:did you write|have you written|is|stands|do you have)|what's|read(?: me| to me| us)?|tell me what is)(?: (?:in|from|of))? your diary(?: (?:say|about))?"
)
WRITING: Final = re.compile(r"(?:write|put|note)(?: down)? (?:in|into|to) your diary(?: that)?:? (?P<one>.+)|(?:write|put|note)(?: down)?(?: that)? (?P<two>.+) (?:in|into|to) your diary")  # fmt: skip


class PersonaManner:
    """What a persona says of itself. `feels`: its mood in words, or nothing; it blocks on a disk."""

    def __init__(self, name: str, feels: Callable[[], str]) -> None:
        self.name, self._feels = name, feels

    async def answer(self, said: str, tools: Collection[str], host: Host) -> str | None:
        """The answer to a question about itself; None: it is none."""
        text = self._plain(said)
        if NAME.fullmatch(text):
            return f"I am {self.name}."
        if FEELING.fullmatch(text):
            mood = await asyncio.to_thread(self._feels)
            return f"My mood: {mood.rstrip('.')}." if mood else "I have no mood of my own yet."
        if READING.fullmatch(text) and "read_diary" in tools:
            return await _told(host, "read_diary", {}, "In my diary stands: ")
        if (found := WRITING.fullmatch(text)) and "update_diary" in tools:
            entry = found["one"] or found["two"]
            written = said[said.casefold().find(entry) :][: len(entry)] if entry in said.casefold() else entry
            return await _told(host, "update_diary", {"entry": written}, "")
        return None

    def _plain(self, said: str) -> str:
        """Without what is said around a question: its own name, "please"."""
        text = bare(said, self.name, ends=False)
        return text if WRITING.fullmatch(text) else bare(said, self.name)


async def _told(host: Host, tool: str, arguments: Mapping[str, Any], before: str) -> str:
    result = await host.call(tool, arguments)
    if result.failed:
        return f"That did not work: {result.text.rstrip('.')}."
    if result.text.startswith(ASIDE):
        return "My diary has no entry." if tool == "read_diary" else result.text.removeprefix(ASIDE)
    said = " ".join(f"{line.rstrip('.')}." for line in result.text.splitlines() if not line.startswith(ASIDE))
    return f"{before}{said}"
