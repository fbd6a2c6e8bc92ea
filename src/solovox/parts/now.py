"""What counts in a session at this moment: what it was made with and, from `begin` on, what it has.

Rule 1: its live ear asks here at each connection, for what it is to be told. In `self` an answer may need any tool: the connection waits for
the sets, as a brain's first question does, and is left for another when tools have come. Beside a brain it need not: what the ear is not
told of, the brain has.
"""

import asyncio
from collections.abc import Callable, Iterable, Sequence
from dataclasses import KW_ONLY, dataclass, field

from solovox.core.commands import Command, ShowHeard
from solovox.core.conversation import Conversation
from solovox.core.events import Event
from solovox.core.policy import Policy
from solovox.core.units import BEHIND
from solovox.parts.addition import Addition
from solovox.parts.personas import SessionPersona
from solovox.ports import Correction, HeldSound, Nearest, Tool
from solovox.ports.places import MessagePlaces
from solovox.shell.links.toolbox import ToldTools, Toolbox
from solovox.text.names.workspace_names import EMPTY, NameLexicon


@dataclass(frozen=True, slots=True)
class Begun:
    """What a session has from its beginning on."""

    conversation: Conversation
    box: Toolbox
    held: HeldSound
    """The sound of what waits for a yes."""


@dataclass(slots=True, eq=False)
class SessionNow:
    """Of one session, which is made with `rules` and with the tools that were `named`."""

    rules: Policy
    named: Sequence[Tool]
    _: KW_ONLY
    corrections: Callable[[], Sequence[Correction]] = tuple
    """What the person corrected so far. It may wait for a disk."""
    names: Callable[[], NameLexicon] = lambda: EMPTY
    """Those of the workspace, as far as they are known."""
    nearest: Nearest | None = None
    """Chooses, of many tools, those that are told. None: all are."""
    places: MessagePlaces = field(default_factory=MessagePlaces)
    """Where its tools can put messages."""
    persona: SessionPersona | None = None
    """Who its model is to be."""
    added: Addition | None = None
    """By its host."""
    near: Sequence[str] = ()
    """Of many tools, the names of those nearest to what was said last, when the ear's newest connection was opened."""
    _begun: Begun | None = None
    _said: str = ""

    def begin(self, begun: Begun) -> None:
        """From now on it counts what the session has."""
        self._begun = begun

    @property
    def policy(self) -> Policy:
        """The session's."""
        return self._begun.conversation.policy if self._begun else self.rules

    @property
    def tools(self) -> Iterable[Tool]:
        """Those that there are, those of sets last."""
        return self._begun.box if self._begun else self.named

    @property
    def held(self) -> HeldSound | None:
        """The sound of what waits for a yes. None: the session has not begun."""
        return self._begun.held if self._begun else None

    @property
    def busy(self) -> bool:
        """Whether something that its host added goes on."""
        return self.added is not None and self.added.busy

    @property
    def needed(self) -> bool:
        """Whether a connection that was not told of all tools is left for one that is (rule 1)."""
        return self.policy.alone

    async def wait_until_known(self) -> None:
        """When each set is open, or could not be opened; where they are many, those nearest to what was said are chosen.
        Who the model is to be is read again before."""
        if not self.needed:
            return
        if self.persona is not None:
            await asyncio.to_thread(self.persona.look)
        if self._begun is not None:
            await self._begun.box.await_opened()
            told = ToldTools(self._begun.box, self.nearest)
            self.near = [one.name for one in await told.near(self._said)]

    async def wait_for_change(self) -> None:
        """When a set has told what it has from then on, or something else that a connection is told of has changed."""
        assert self._begun is not None, "a session has begun where a connection is open"
        await self._begun.box.await_changed()

    def renew(self) -> None:
        """Something that a connection is told of has changed."""
        if self._begun is not None:
            self._begun.box.renew()

    def see(self, event: Event, commands: Sequence[Command]) -> None:
        """Keep what the person said last, as it was shown."""
        for command in commands:
            if isinstance(command, ShowHeard) and command.final and command.source != BEHIND:
                self._said = command.text or self._said
