"""Which paths an app's files may have.

P1. A path is relative, of plain names with `/` between them, and its ending is one of a static app's. Refused are `..`,
    an absolute path, colons and backslashes, a name that begins with a dot or ends with a dot or a space, control characters, what
    is too long or too deep, and two paths that differ in nothing but capitals or the way an accent is written.

Files of a project are text in the store. No path of theirs is ever opened on this machine, so no link can lead it astray.
"""

import unicodedata
from collections.abc import Iterable
from typing import Final

LONGEST: Final = 120
"""Characters of a path."""
DEEPEST: Final = 6
"""Names in it."""
KINDS: Final = {
    "html": "text/html",
    "htm": "text/html",
    "css": "text/css",
    "js": "text/javascript",
    "mjs": "text/javascript",
    "json": "application/json",
    "svg": "image/svg+xml",
    "txt": "text/plain",
    "md": "text/markdown",
    "csv": "text/csv",
    "tsv": "text/tab-separated-values",
    "xml": "application/xml",
    "webmanifest": "application/manifest+json",
}
"""The ending of a file → the type that it is served as."""
_RESERVED: Final = frozenset(
    {"con", "prn", "aux", "nul", *(f"{name}{n}" for name in ("com", "lpt") for n in range(1, 10))}
)
"""Names that Windows takes for devices: who exports an app may unpack it there."""
_SIGNS: Final = frozenset('\\:*?"<>|')


def wrong_with_path(path: str) -> str:
    """Why a file cannot be called that, in a few words. Empty: it can."""
    if not path or len(path) > LONGEST:
        return f"a path has 1 to {LONGEST} characters"
    if path.startswith("/"):
        return "a path is relative: it does not begin with /"
    if any(unicodedata.category(one).startswith("C") or one in "\u2028\u2029" for one in path):
        return "a path has no control characters"
    if found := sorted(_SIGNS & {*path}):
        return f"a path does not have {found[0]} in it"
    names = path.split("/")
    if len(names) > DEEPEST:
        return f"a path has at most {DEEPEST} names"
    return next(filter(None, map(_wrong_with_name, names)), "") or _wrong_with_ending(names[-1])


def kind_of(path: str) -> str:
    """The type that a file is served as."""
    return KINDS.get(_ending(path), "text/plain")


def doubles(paths: Iterable[str]) -> list[tuple[str, str]]:
    """Pairs that would be one file where capitals do not count; and pairs of which one is a folder of the other."""
    known: dict[str, str] = {}
    found = [
        (other, path) for path in sorted(paths) if (other := known.setdefault(same_as(path), path)) != path
    ]
    for plain, path in known.items():
        parts = plain.split("/")
        above = ("/".join(parts[:n]) for n in range(1, len(parts)))
        found += [(known[one], path) for one in above if one in known]
    return found


def same_as(path: str) -> str:
    """What two paths have in common that name one file on some machine."""
    return unicodedata.normalize("NFC", unicodedata.normalize("NFC", path).casefold())


def _wrong_with_name(name: str) -> str:
    if not name:
        return "a path has no empty name between its /"
    if name.startswith("."):
        return "a name does not begin with a dot"
    if name[-1] in ". ":
        return "a name does not end with a dot or a space"
    if name.startswith(" "):
        return "a name does not begin with a space"
    if name.partition(".")[0].casefold().strip() in _RESERVED:
        return f"{name} is a device on some machines"
    return ""


def _wrong_with_ending(name: str) -> str:
    return "" if _ending(name) in KINDS else f"an app's file ends with one of {', '.join(KINDS)}"


def _ending(path: str) -> str:
    name = path.rpartition("/")[2]
    return name.rpartition(".")[2].lower() if "." in name else ""
