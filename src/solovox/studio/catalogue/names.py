"""Which tool or domain is meant by a name, however it is written or was heard: "chart js", "Chart.js", "D three"."""

import re
from collections.abc import Iterable
from typing import Final

from solovox.ports.catalogue import CatalogueTool
from solovox.studio.catalogue.words import spoken

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
                    self._named.setdefault(_folded(name), tool)

    def find(self, name: str) -> CatalogueTool | None:
        """The tool of this id, name or package."""
        counted = " ".join(_DIGITS.get(word, word) for word in name.lower().split())
        return self._named.get(_folded(name)) or self._named.get(_folded(counted))


def domain_named(said: str, domains: Iterable[str]) -> str:
    """The domain that has these words in its name ("charts", "3D", "payments"); empty if none has."""
    wanted = set(spoken(said.lower()))
    exact = [domain for domain in domains if domain.lower() == said.strip().lower()]
    near = [domain for domain in domains if wanted and wanted <= set(spoken(domain))]
    return (exact or near or [""])[0]


def _ids(tool: CatalogueTool) -> tuple[str, ...]:
    return (tool.id,)


def _names(tool: CatalogueTool) -> tuple[str, ...]:
    return (tool.name,)


def _packages(tool: CatalogueTool) -> tuple[str, ...]:
    return (tool.package, tool.package.rpartition("/")[2])


def _short(tool: CatalogueTool) -> tuple[str, ...]:
    """Its name without the `js` at its end, and with one that it lacks."""
    name = _folded(tool.name)
    return (name.removesuffix("js") or name, f"{name}js")


def _folded(name: str) -> str:
    return re.sub(r"[^a-z0-9]", "", name.lower())
