"""What a host adds to a session of its own: the Studio does, where one talks beside its page."""

from collections.abc import Awaitable, Callable, Sequence
from typing import Protocol

from solovox.brains.local import LocalBrain
from solovox.config.schema import Config
from solovox.core.events import Announced
from solovox.narrators.shared_voice import SharedVoice
from solovox.narrators.voice import ChangingVoice
from solovox.parts.engines.shared import SharedEngines
from solovox.parts.personas import SessionPersona
from solovox.ports import Brain, Tool, ToolSetNews


class InTalk(Protocol):
    """A session, as far as it can be told something."""

    async def tell(self, event: Announced) -> None:
        """Something that happened outside all links."""
        ...


class Addition(Protocol):
    """One session's. It is a set of tools that brings none: so it is opened, carried and closed with the session."""

    tools: tuple[Tool, ...]
    """They stand in the place of others of their names."""

    @property
    def persona(self) -> SessionPersona:
        """Who the model is to be."""
        ...

    @property
    def busy(self) -> bool:
        """Whether something that the session is told of is still to come."""
        ...

    @property
    def live_voice(self) -> str:
        """The voice of a live model, where the person named none."""
        ...

    def voice(self, config: Config, engines: SharedEngines, name: str) -> SharedVoice | ChangingVoice:
        """The voice of this machine; `name`: the person's or the usual one. Blocks. Raises `ConfigError`."""
        ...

    def knowing(self, local: LocalBrain) -> Brain:
        """The offline brain that knows what was added."""
        ...

    def attend(self, session: InTalk) -> None:
        """This is the session."""
        ...

    async def open(self) -> Sequence[Tool]:
        """The session begins."""
        ...

    async def run(self, tell: Callable[[ToolSetNews], Awaitable[None]]) -> None:
        """Until it is cancelled."""
        ...

    async def aclose(self) -> None:
        """The session has ended."""
        ...
