"""The tools of the catalogue, read from `tools/*.toml`: a file for each domain, in the order of their numbers.

Rule 1: they are read when they are first asked for, and once.
Rule 2: no file is half right: a missing or unknown field is an error that names the file, the tool and the field.
"""

import re
import tomllib
from collections.abc import Iterable, Mapping
from datetime import date
from functools import cache
from importlib import resources
from typing import Any, Final

from solovox.ports.studio import CatalogueTool
from solovox.studio.catalogue.scores import split_words

# Which tool or domain is meant by a name, however it is written or was heard: "chart js", "Chart.js", "D three".

_DIGITS: Final = {
    word: str(digit) for digit, word in enumerate("zero one two three four five six seven eight nine".split())
}


class Names:
    """The names of some tools."""

    def __init__(self, tools: Iterable[CatalogueTool]) -> None:
        listed = tuple(tools)
        self._named: dict[str, CatalogueTool] = {}
        for names in (_ids, _names, _packages, _short):  # of two tools with one name, the better name wins
            for tool in listed:
                for name in names(tool):
                    self._named.setdefault(_fold_name(name), tool)

    def find(self, name: str) -> CatalogueTool | None:
        """The tool of this id, name or package."""
        counted = " ".join(_DIGITS.get(word, word) for word in name.lower().split())
        return self._named.get(_fold_name(name)) or self._named.get(_fold_name(counted))


def domain_named(said: str, domains: Iterable[str]) -> str:
    """The domain that has these words in its name ("charts", "3D", "payments"); empty if none has."""
    wanted = set(split_words(said.lower()))
    exact = [domain for domain in domains if domain.lower() == said.strip().lower()]
    near = [domain for domain in domains if wanted and wanted <= set(split_words(domain))]
    return (exact or near or [""])[0]


def _ids(tool: CatalogueTool) -> tuple[str, ...]:
    return (tool.id,)


def _names(tool: CatalogueTool) -> tuple[str, ...]:
    return (tool.name,)


def _packages(tool: CatalogueTool) -> tuple[str, ...]:
    return (tool.package, tool.package.rpartition("/")[2])


def _short(tool: CatalogueTool) -> tuple[str, ...]:
    """Its name without the `js` at its end, and with one that it lacks."""
    name = _fold_name(tool.name)
    return (name.removesuffix("js") or name, f"{name}js")


def _fold_name(name: str) -> str:
    return re.sub(r"[^a-z0-9]", "", name.lower())


FIELDS: Final = ("id", "name", "package", "about", "when", "how", "version", "seen", "licence")
"""What each tool has. `seen` is a date; all else is text."""


class CatalogueBroken(Exception):
    """A file of the catalogue cannot be read. One line that says where."""


@cache
def tools() -> tuple[CatalogueTool, ...]:
    """All of them, domain by domain. Raises `CatalogueBroken`."""
    folder = resources.files("solovox.studio.catalogue").joinpath("tools")
    files = sorted((file for file in folder.iterdir() if file.name.endswith(".toml")), key=lambda f: f.name)
    return tuple(tool for file in files for tool in read(file.read_text(encoding="utf-8"), file.name))


@cache
def domains() -> tuple[str, ...]:
    """The domains, as they are said."""
    return tuple(dict.fromkeys(tool.domain for tool in tools()))


def read(text: str, name: str) -> tuple[CatalogueTool, ...]:
    """The tools of one file. Raises `CatalogueBroken`; `name` is the file's, for its line."""
    try:
        written = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise CatalogueBroken(f"{name}: {error}") from None
    domain, listed = written.get("domain"), written.get("tools")
    if not isinstance(domain, str) or not isinstance(listed, list):
        raise CatalogueBroken(f"{name}: it needs a `domain` and `[[tools]]`")
    return tuple(_tool(row, domain, name) for row in listed)


def _tool(row: Mapping[str, Any], domain: str, name: str) -> CatalogueTool:
    where = f"{name}: {row.get('id', 'a tool without `id`')}"
    if unknown := sorted(row.keys() - set(FIELDS)):
        raise CatalogueBroken(f"{where}: `{unknown[0]}` is no field of a tool")
    for field in FIELDS:
        kind = date if field == "seen" else str
        if not row.get(field) or not isinstance(row[field], kind):
            raise CatalogueBroken(f"{where}: `{field}` is missing, empty or of the wrong kind")
    return CatalogueTool(
        id=row["id"],
        name=row["name"],
        package=row["package"],
        domain=domain,
        about=row["about"],
        when=row["when"],
        how=row["how"],
        version=row["version"],
        seen=row["seen"].isoformat(),
        licence=row["licence"],
    )
