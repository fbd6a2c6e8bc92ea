"""What an agent promises is checked: that it asks before whatever it changes. Pure but for the paths of files."""

from pathlib import Path
from typing import Final

from solovox.acts.allowed import command_of
from solovox.acts.looking import only_looks
from solovox.acts.paths import WorkFolder
from solovox.brains.acp.tool import AgentTool

UNASKED: Final = "did something without asking, though brain.permissions = ask, and was stopped: {}. Set in its own settings that it asks"


class PromiseBroken(Exception):
    """It did something without asking. One line."""


class Promised:
    """What it asked for in one answer, and what it had us write after a yes. `asks`: it has promised to ask."""

    def __init__(self, folder: Path, *, asks: bool) -> None:
        self.asks = asks
        self._folder = folder
        self._asked: set[str] = set()
        self._written: set[Path] = set()
        self.refused: set[str] = set()
        """Calls that the person has refused."""

    def asked(self, call: AgentTool) -> None:
        """It asks a yes for this."""
        self._asked.add(call.name)

    def wrote(self, path: str) -> None:
        """It had us write this file."""
        self._written.add((self._folder / path).resolve())

    def may_still_ask(self, call: AgentTool) -> bool:
        """Whether it says that it is at this, and has not asked: some say so before they ask."""
        return self.asks and call.effects and not call.over and call.name not in self._asked

    def check(self, call: AgentTool) -> None:
        """It has done this. What only looked, and what we wrote, needed no question of its own. Raises `PromiseBroken`."""
        if not (self.asks and call.effects and call.status == "completed") or call.name in self._asked:
            return
        ours = {(self._folder / edit.path).resolve() for edit in call.edits} <= self._written
        if not (self._written and ours) and not only_looks(
            command_of(call.raw), WorkFolder(str(self._folder))
        ):
            raise PromiseBroken(UNASKED.format(call.title or "a tool"))
