"""The person's files, as far as a voice may look into them.

Rule 1: nothing outside the root is seen, through any path or link.
Rule 2: hidden files and what looks like a secret are not seen, under their real names either.
Rule 3: everything is capped: entries, files, bytes, lines, columns.
Rule 4: only regular files of text are opened.
"""

import fnmatch
import json
import os
import re
import stat
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from typing import Final

MOST_ENTRIES: Final = 200
MOST_FILES: Final = 5_000
MOST_BYTES: Final = 262_144
MOST_MATCHES: Final = 20
LONGEST_LINE: Final = 300

_SECRETS: Final = (
    "*.pem", "*.key", "*.p12", "*.pfx", "*.keystore", "*.jks", "*.kdbx", "*.ppk", "id_rsa*", "id_dsa*", "id_ecdsa*",
    "id_ed25519*", "credentials", "credentials.*", "secret", "secret.*", "secrets", "secrets.*", "*.env", "*.env.*",
    "service-account*.json", "service_account*.json", "*token.json", "htpasswd", "shadow", "gshadow",
    "*.asc", "*.gpg", "*.pgp", "*.p8", "*.pkcs12", "*.kdb", "*.agekey", "*.ovpn", "*.rdp", "*.netrc", "_netrc", "*.pgpass",
    "*.tfvars", "*.tfvars.json", "*.tfstate", "*.tfstate.*", "kubeconfig", "*.kubeconfig", "kubeconfig.*", "wp-config.php",
    "token", "*token.txt", "tokens.txt", "tokens.json",
)  # fmt: skip
_SECRET_WORD: Final = re.compile(
    r"(?:^|[^a-z])(?:passwords?|passwd|passphrases?|credentials?|creds|secrets?|api[ _-]?keys?|private[ _-]?keys?"
    r"|recovery[ _-]?codes?)(?![a-z])(?:[^a-z]*$|.*\.\w+$)"
)
"""In the name of what is no source: `passwords.txt`, `aws_credentials`, `db-secret.yaml`; not the folder `password-reset`."""
_DEFINES: Final = r"\b(?:def|class|function|func|fn|sub|proc|struct|enum|trait|impl|interface|type|module|namespace|macro|const|let|var|val|#define)"
_CONTROLS: Final = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029]")
_SOURCES: Final = frozenset(
    ".py .pyi .js .jsx .mjs .ts .tsx .vue .svelte .rs .go .c .h .cc .cpp .hpp .cs .java .kt .swift .scala .rb .php .pl .lua"
    " .ex .exs .erl .hs .ml .clj .dart .zig .html .css .scss .md .rst".split()
)
_NOT_WALKED: Final = frozenset(
    ("node_modules", "__pycache__", "venv", "site-packages", "dist", "build", "target")
)


class FileRefused(Exception):
    """This may not be seen, or is not there. One line that can be read aloud."""


@dataclass(frozen=True, slots=True)
class Listing:
    """Names relative to the root, folders with a slash; `more` were left out."""

    names: tuple[str, ...]
    more: int


@dataclass(frozen=True, slots=True)
class FileHead:
    """The first lines of a file; `more` says that it goes on."""

    lines: tuple[str, ...]
    more: bool


@dataclass(frozen=True, slots=True)
class Match:
    """A line that contains the text; lines are counted from 1."""

    path: str
    line: int
    text: str


class How(Enum):
    """How a text is looked for. Spaces in a word or a name may be `_`, `-` or nothing: `rain sensor` is `RainSensor`."""

    ANYWHERE = "anywhere"
    WORD = "word"
    DEFINITION = "definition"


def _pattern(text: str, how: How) -> re.Pattern[str]:
    words = [re.escape(word) for word in text.split()]
    if how is How.ANYWHERE:
        return re.compile(" ".join(words), re.IGNORECASE)
    name = r"[\s_-]?".join(words)
    if how is How.WORD:  # `rain` is a word of `measure_rain`, and none of `remains`
        return re.compile(rf"(?<![^\W\d_]){name}(?![^\W\d_])", re.IGNORECASE)
    word = rf"(?<!\w){name}(?!\w)"
    return re.compile(
        rf"{_DEFINES}\s+(?:\([^)\n]*\)\s*)?{word}|^[ \t]*{word}\s*:?=(?!=)", re.IGNORECASE | re.MULTILINE
    )


class Workspace:
    """A folder to look into. Blocks: call it from a worker thread."""

    def __init__(self, root: Path) -> None:
        self.root = root.resolve()

    def entries(self, folder: str = ".") -> Listing:
        """What is in a folder, folders first. Raises `FileRefused`."""
        place = self._resolve(folder)
        if not place.is_dir():
            raise FileRefused(f"{print_name(folder[:100])} is not a folder")
        shown = [path for path in self._inside(place) if self._may_be_seen(path)]
        names = [self._name(path) + ("/" if path.is_dir() else "") for path in shown]
        names.sort(key=lambda name: (not name.endswith("/"), name.casefold()))
        return Listing(tuple(names[:MOST_ENTRIES]), max(0, len(names) - MOST_ENTRIES))

    def files(self, stop: Callable[[], bool] = lambda: False) -> Iterator[str]:
        """Every file that may be seen, at most `MOST_FILES`, in order; links to folders are not followed."""
        found = 0
        for where, folders, names in os.walk(self.root, followlinks=False):
            folders[:] = sorted(name for name in folders if _visible(name) and name not in _NOT_WALKED)
            for name in sorted(names):
                if stop() or found == MOST_FILES:
                    return
                path = Path(where, name)
                if self._may_be_seen(path) and path.is_file():
                    found += 1
                    yield self._name(path)

    def head(self, path: str, lines: int) -> FileHead:
        """The first lines of a text file. Raises `FileRefused`."""
        text, cut = self._read(self._resolve(path), path)
        found = text.splitlines()
        return FileHead(tuple(line[:LONGEST_LINE] for line in found[:lines]), cut or len(found) > lines)

    def search(
        self, text: str, stop: Callable[[], bool] = lambda: False, how: How = How.ANYWHERE
    ) -> tuple[list[Match], bool]:
        """Lines that contain the text, whatever the case, and whether there are more."""
        wanted, found = _pattern(text, how), list[Match]()
        for name in self.files(stop):
            try:
                content, _ = self._read(self.root / name, name)
            except FileRefused:
                continue
            if not wanted.search(content):
                continue
            for number, line in enumerate(content.splitlines(), start=1):
                if wanted.search(line):
                    if len(found) == MOST_MATCHES:
                        return found, True
                    found.append(Match(name, number, line.strip()[:LONGEST_LINE]))
        return found, False

    def _resolve(self, path: str) -> Path:
        refused = FileRefused(f"{print_name(path[:100])} is not in the workspace")
        if not path or "\0" in path or "\\" in path or ":" in path:
            raise refused
        asked = Path(path)
        if asked.is_absolute() or ".." in asked.parts or not all(_visible(part) for part in asked.parts):
            raise refused
        try:
            found = (self.root / asked).resolve(strict=True)
        except (OSError, RuntimeError, ValueError):
            raise FileRefused(f"there is no {print_name(path[:100])} in the workspace") from None
        if not self._may_be_seen(found):
            raise refused
        return found

    def _may_be_seen(self, path: Path) -> bool:
        """Whether a path, and where it really leads, is inside the root and neither hidden nor secret."""
        try:
            real = path.resolve(strict=True)
        except (OSError, RuntimeError):
            return False
        if not real.is_relative_to(self.root):
            return False
        return _visible(path.name) and all(_visible(part) for part in real.relative_to(self.root).parts)

    def _inside(self, place: Path) -> list[Path]:
        try:
            return sorted(place.iterdir())
        except OSError as error:
            raise FileRefused(f"{place.name} cannot be listed: {error.strerror}") from None

    def _name(self, path: Path) -> str:
        return path.relative_to(self.root).as_posix()

    def _read(self, path: Path, asked: str) -> tuple[str, bool]:
        """The text of a file and whether it was cut; never waits, as opening a pipe would."""
        try:
            handle = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_NOFOLLOW", 0))
        except OSError as error:
            raise FileRefused(f"{print_name(asked[:100])} cannot be read: {error.strerror}") from None
        if not stat.S_ISREG(os.fstat(handle).st_mode):
            os.close(handle)
            raise FileRefused(f"{print_name(asked[:100])} is not a file")
        with os.fdopen(handle, "rb") as file:
            data = file.read(MOST_BYTES + 1)
        cut = len(data) > MOST_BYTES
        if b"\0" in data:
            raise FileRefused(f"{print_name(asked[:100])} is not text")
        try:
            return data[:MOST_BYTES].decode("utf-8-sig", errors="ignore" if cut else "strict"), cut
        except UnicodeDecodeError:
            raise FileRefused(f"{print_name(asked[:100])} is not text") from None


def _visible(name: str) -> bool:
    """Neither hidden nor secret by its name. What a source or a page is called tells what it is about, not what is in it."""
    folded = name.casefold()
    if name.startswith(".") or any(fnmatch.fnmatchcase(folded, secret) for secret in _SECRETS):
        return False
    return Path(folded).suffix in _SOURCES or not _SECRET_WORD.search(folded)


def print_name(name: str) -> str:
    """A name on one line: as it is, or in quotes with signs for what would end the line."""
    return json.dumps(name, ensure_ascii=False) if _CONTROLS.search(name) else name
