"""How the demonstration model writes: short sentences that can be read aloud, with paths, lines and code to look at. Pure."""

from collections.abc import Sequence
from pathlib import PurePosixPath
from typing import Final

from solovox.demo.desk import Hit

SHOWN: Final = 14
"""Lines of code in an answer."""
LISTED: Final = 5
_LANGUAGES: Final = {".py": "python", ".js": "js", ".ts": "ts", ".go": "go", ".rs": "rust", ".sh": "sh"} | {
    ".json": "json", ".toml": "toml", ".yaml": "yaml", ".yml": "yaml", ".md": "markdown", ".c": "c",
}  # fmt: skip
CAN: Final = (
    "I am a demonstration model, not a real one. I can find things in this folder, show files, rename a name, change a value or a text, "
    "add and remove lines, run the tests, and undo my last change."
)


def at(path: str, line: int) -> str:
    """A place."""
    return f"`{path}`, line {line}"


def count(number: int, noun: str) -> str:
    """A number of things."""
    plural = f"{noun}es" if noun.endswith(("s", "x", "ch")) else f"{noun}s"
    return f"{number} {noun if number == 1 else plural}"


def code(path: str, lines: Sequence[str]) -> str:
    """A block of code."""
    shown = [*lines[:SHOWN], *(["…"] if len(lines) > SHOWN else [])]
    return f"```{_LANGUAGES.get(PurePosixPath(path).suffix, '')}\n" + "\n".join(shown) + "\n```"


def difference(old: Sequence[str], new: Sequence[str]) -> str:
    """What became of some lines."""
    gone, come = [one for one in old if one not in new], [one for one in new if one not in old]
    lines = [*(f"-{one}" for one in gone), *(f"+{one}" for one in come)]
    shown = lines[: 2 * SHOWN] + (["…"] if len(lines) > 2 * SHOWN else [])
    return "```diff\n" + "\n".join(shown) + "\n```"


def places(hits: Sequence[Hit]) -> str:
    """A list of places, the first of them."""
    lines = [
        f"- {at(one.path, one.line)}: `{one.text.strip()[:100].replace('`', chr(39))}`"
        for one in hits[:LISTED]
    ]
    more = len(hits) - LISTED
    return "\n".join([*lines, *([f"- and {more} more"] if more > 0 else [])])


def listed(words: Sequence[str], joint: str = "and") -> str:
    """Words in a sentence."""
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} {joint} {words[-1]}"


def nothing(what: str) -> str:
    """It was not found."""
    return f"I found nothing called {what!r} here. {CAN}"


def joined(*paragraphs: str) -> str:
    """An answer."""
    return "\n\n".join(one for one in paragraphs if one)
