"""Who writes apps: a brain of any kind, told how; or the apps that there are without a model, where no brain is ready.

Rule 1: a brain that writes has no tools and gets no yes: it gives text, and text is all that is taken. An agent with hands of
its own works in an empty folder, in a session of its own, and may do nothing, whatever it may in a talk.
Rule 2: what was named (`studio.brain.kind`) writes, or the job fails in one line; nothing stands in for it. Where none was
named, the first of `WRITERS` that is ready writes, else `TemplateWriter`.
"""

from collections.abc import AsyncIterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final, cast

from solovox.config.choosing import TEMPLATES
from solovox.config.load import environment
from solovox.config.schema import Config, ConfigError, own_key
from solovox.parts.registry import (
    BRAINS,
    NO_WRITERS,
    STUDIO,
    WRITERS,
    adapter_args,
    declaration,
    make,
    missing,
    names,
)
from solovox.ports import (
    Act,
    AdapterArgs,
    Brain,
    BrainError,
    Consent,
    Host,
    Message,
    Question,
    ToolResult,
    Wrote,
)
from solovox.ports.studio import AppWriter, WritingError, WritingOrder
from solovox.server.state import StateTrouble, private_folder, state_folder
from solovox.shell.links.brain import closing
from solovox.studio.prompting import DIRECTIONS, word_order
from solovox.studio.templates.writer import TemplateWriter
from solovox.studio.workshop.job import MakeWriter

MOST_TOKENS: Final = 32_000
"""Of an answer, where the person has not said how many: an app is longer than what is said."""
NO_HANDS: Final = {"session": "new", "permissions": "ask", "tools": "none"}
"""How an agent is set that only writes."""
DESK: Final = "studio"
"""The folder of the state in which it works."""


class BrainWriter:
    """A brain as an `AppWriter`."""

    def __init__(self, kind: str, brain: Brain) -> None:
        self.name = kind
        self._brain = brain
        self._opened = False

    async def write(self, order: WritingOrder) -> AsyncIterator[str]:
        """Its answer to an order."""
        try:
            if not self._opened:
                self._opened = True
                await self._brain.open()
            question = Question(word_order(order), (Message("system", DIRECTIONS),))
            async with closing(self._brain.answer(question, _NoHands())) as answer:
                async for piece in answer:
                    if isinstance(piece, Wrote):
                        yield piece.text
                    else:
                        yield ""  # a sign of life
        except BrainError as error:
            raise WritingError(str(error)) from None

    async def aclose(self) -> None:
        """Close the brain."""
        await self._brain.aclose()


class _NoHands(Host):
    """What a brain that only writes talks back to."""

    async def call(self, name: str, arguments: Mapping[str, Any]) -> ToolResult:
        """There is none."""
        return ToolResult(f"there is no tool {name!r} here", failed=True)

    async def needs_yes(self, act: Act) -> Consent:
        """Never."""
        return Consent(allowed=False, reason="nothing may be done here: write the files as text")


def writer_of(config: Config, templates: MakeWriter | None = None) -> AppWriter:
    """What writes the next app. `templates` gives the writer that needs no model; None: one that goes by names alone. Blocks.
    Raises `ConfigError`, `WritingError`: one line."""
    kind = config.studio or chosen_kind(config)
    if kind == TEMPLATES:
        return (templates or TemplateWriter)()
    found = _args_of(config, kind)
    if lacks := missing(BRAINS, kind, found):
        raise ConfigError(f"studio.brain.kind = {kind} needs {_as_said(kind, lacks)}")
    return BrainWriter(kind, cast("Brain", make(BRAINS, kind, _handless(config, kind, found))))


def chosen_kind(config: Config) -> str:
    """Who writes where none was named."""
    return next((kind for kind in WRITERS if not _lacks(config, kind)), TEMPLATES)


def engines(config: Config) -> Sequence[tuple[str, str]]:
    """All that could write, each with what it lacks; empty: it is ready. Blocks."""
    kinds = [one for one in names(BRAINS) if one not in NO_WRITERS]
    return [*((kind, _as_said(kind, _lacks(config, kind))) for kind in kinds), (TEMPLATES, "")]


def _lacks(config: Config, kind: str) -> str:
    try:
        return missing(BRAINS, kind, _args_of(config, kind))
    except ConfigError as error:
        return str(error)


def _args_of(config: Config, kind: str) -> AdapterArgs:
    """The settings of `[studio.KIND]`."""
    found = adapter_args(config, BRAINS, kind, place=STUDIO)
    own = config.own.get(own_key(STUDIO, kind))
    if "max_tokens" in found.settings and (own is None or "max_tokens" not in own.said):
        return replace(found, settings={**found.settings, "max_tokens": MOST_TOKENS})
    return found


def _handless(config: Config, kind: str, found: AdapterArgs) -> AdapterArgs:
    """The same for an agent without hands; as it was, where it has none. Raises `ConfigError`."""
    can = declaration(BRAINS, kind).options
    if "permissions" not in can:
        return found
    own = config.own.get(own_key(STUDIO, kind))
    for name in NO_HANDS:
        if own is not None and own.said.get(name) == own_key(STUDIO, kind, name):
            raise ConfigError(f"{own.said[name]} cannot be set: what writes apps has no hands")
    try:
        desk = private_folder(state_folder(environment()) / DESK)
    except StateTrouble as trouble:
        raise WritingError(str(trouble)) from None
    settings = {**found.settings, **{name: how for name, how in NO_HANDS.items() if name in can}}
    return replace(found, settings=settings, workspace=str(desk))


def _as_said(kind: str, lacks: str) -> str:
    """What is lacking, by the keys that set it for a writer."""
    return lacks.replace("brain.", f"{STUDIO}.{kind}.") if lacks else ""
