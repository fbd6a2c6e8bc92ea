"""REST: what is installed while the server serves. Nothing of a request but a name of ours is used."""

from fastapi import APIRouter

from solovox.app.web.install_answers import Installing, InstallsNow
from solovox.app.web.installs import CannotBegin, Installs
from solovox.app.web.offload import DiskThreads
from solovox.app.web.problems import problem
from solovox.app.web.routes import changed, deleted, got


class InstallRoutes:
    """What can be installed, and how far it is."""

    def __init__(self, installs: Installs, disk: DiskThreads) -> None:
        self._installs = installs
        self._quick = disk

    async def listed(self) -> InstallsNow:
        """What can be installed here, and the rest of the weights while it comes."""
        return InstallsNow(installs=await self._quick.done(self._installs.rows))

    async def begin(self, name: str) -> Installing:
        """Install an extra: its packages, by version and hash, that are not here yet. One at a time; it goes on without the page."""
        try:
            return await self._quick.done(lambda: self._installs.begin(name))
        except LookupError as error:
            raise problem(404, str(error.args[0])) from None
        except CannotBegin as error:
            raise problem(409, str(error)) from None

    async def stop(self, name: str) -> None:
        """End an installation. What was there before is unchanged."""
        try:
            await self._quick.done(lambda: self._installs.stop(name))
        except LookupError as error:
            raise problem(404, str(error.args[0])) from None

    def at(self, router: APIRouter) -> None:
        """Put them into a router."""
        add, one = router.add_api_route, "/api/installs/{name}"
        add("/api/installs", self.listed, **got("settings"), summary="What can be installed")
        add(one, self.begin, **changed("POST", "settings"), summary="Install an extra")
        add(one, self.stop, **deleted("settings"), summary="Stop installing it")
