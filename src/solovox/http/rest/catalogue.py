"""REST: the catalogue of tools that an app can use."""

from collections.abc import Callable
from dataclasses import asdict, dataclass
from typing import Final

import msgspec

from solovox.http.rest.routes import DiskThreads, problem, route_get
from solovox.ports.studio import Catalogue, CatalogueTool, FoundTool
from solovox.studio.catalogue.scores import StudioMissing

AT: Final = "/api/studio/catalogue"
MOST: Final = 20


@dataclass(frozen=True, slots=True, kw_only=True)
class StudioFoundTool(CatalogueTool):
    """A tool that was found, and why."""

    score: float
    why: str


class StudioCatalogue(msgspec.Struct):
    """The domains, and the tools that were found; all of them, if nothing was asked for."""

    domains: list[str]
    total: int
    tools: list[StudioFoundTool]


class CatalogueRoutes:
    """All tools, and those that are near to some words. The first search may load a model: it is done in a thread."""

    def __init__(self, catalogue: Callable[[], Catalogue], disk: DiskThreads) -> None:
        self._catalogue, self._disk = catalogue, disk

    @route_get(AT, "studio", "Tools for an app")
    async def find_tools(self, query: str = "", domain: str = "") -> StudioCatalogue:
        """The nearest tools, the best first; without a query all of them, or all of a domain."""
        catalogue = await self._there()
        if domain and domain not in catalogue.domains:
            raise problem(
                422, f"there is no domain {domain[:40]!r}; there is: {', '.join(catalogue.domains)}"
            )

        def search() -> list[FoundTool]:
            if query.strip():
                return [*catalogue.search(query[:500], domain, MOST)]
            return [FoundTool(one, 1.0, "") for one in catalogue.tools() if domain in ("", one.domain)]

        found = await self._disk.run(search)
        rows = [StudioFoundTool(**asdict(one.tool), score=one.score, why=one.why) for one in found]
        return StudioCatalogue(domains=[*catalogue.domains], total=len(catalogue.tools()), tools=rows)

    @route_get(f"{AT}/{{id}}", "studio", "A tool")
    async def one(self, id_: str) -> CatalogueTool:
        """One tool."""
        found = (await self._there()).tool(id_)
        if found is None:
            raise problem(404, f"no tool is called that; what there is: {AT}")
        return found

    async def _there(self) -> Catalogue:
        try:
            return await self._disk.run(self._catalogue)
        except StudioMissing as missing:
            raise problem(501, str(missing)) from None
