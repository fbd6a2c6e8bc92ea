"""An agent's hands in a folder: the fence around its commands, and the log by which what it did is given back."""

from collections.abc import Mapping, Sequence
from pathlib import Path, PurePath
from tempfile import TemporaryDirectory
from typing import Final

from solovox.acts.allowed import AllowedCommands
from solovox.acts.fence import Fence, fence_of
from solovox.acts.kept import NotKeptError
from solovox.acts.undo import UndoLog

FIRST: Final = 3
"""Names of files that are told."""


class Hands:
    """Those of one agent, `who`. `state`: where what it did is kept; None: in a folder that goes with them."""

    def __init__(self, folder: Path, state: Path | None, who: str = "") -> None:
        self._folder = folder
        self._own = None if state else TemporaryDirectory(prefix="solovox-", ignore_cleanup_errors=True)
        home = Path(self._own.name if self._own else state or "")
        self.log = UndoLog(folder, home / "undo", who)
        self.freed = AllowedCommands(folder, home / "allowed")
        self.state = home
        """Our own folder."""
        self._fence: Fence | None = None
        self._tried = False

    @property
    def are_fenced(self) -> bool:
        """Whether commands can be run behind a fence that holds."""
        return self._fence is not None

    async def open(self, environment: Mapping[str, str]) -> None:
        """Try the fence, once."""
        if not self._tried:
            self._fence = await fence_of(self._folder, environment, self.state)
            self._tried = True

    async def keep_folder(self, act: str, *, outside: bool = True) -> str:
        """The folder is kept as it is, before an act. `outside`: outside of the fence. Returns why not; empty if it is."""
        try:
            await self.log.before(act, outside=outside)
        except NotKeptError as error:
            return str(error)
        return ""

    async def settle_answer(self) -> str:
        """The answer is over. What was given back of it, or could not be, in a line; empty: nothing."""
        said = ""
        try:
            found = await self.log.take_back_run_later()
            if taken := [one for one in found if not {*map(str, PurePath(one).parents)} & {*found}]:
                more = f" and {len(taken) - FIRST} more" * (len(taken) > FIRST)
                said = f"given back, for it is run without being asked for: {', '.join(taken[:FIRST])}{more}"
        except NotKeptError as error:
            said = f"what is run without being asked for may have changed, and was not given back: {error}"
        await self.log.after()
        return said

    def around(
        self, command: str, *, writes: bool, shows: Sequence[str] = (), hides: Sequence[str] = ()
    ) -> str:
        """The command behind the fence; as it is, if there is none."""
        if self._fence is None:
            return command
        return self._fence.around(command, writes=writes, shows=shows, hides=hides)

    def close(self) -> None:
        """No act is at work any more."""
        self.log.close()
        if self._own is not None:
            self._own.cleanup()
