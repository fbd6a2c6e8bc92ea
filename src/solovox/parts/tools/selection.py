"""Which tools a session gets: those that its profile or the person names, and no others.

Rule 1: a package none of whose tools is named is not loaded, and one that is not ready is passed over: it is named where a tool is not found.
Rule 2: no name means two things: two tools of one name are refused, and so is the name of the routing tool.
Rule 3: a tool with effects, or one that wants it, asks for a yes, unless `effects=allow` is set. One that is never
allowed is not allowed by it.
Rule 4: an MCP server that is configured is used, unless the person says which tools there are and does not name it.
Rule 5: `module:name` is a function or a plugin of the person's own; the name of a package means all its tools.
Rule 6: the Studio's tools are named together, by `studio`. Its `get_project_status` then stands in the place of the workspace's.
Rule 7: where strangers are (`Config.inside`), a tool that looks inside this machine is not there, whoever names it, nor is an MCP server: what
that looks into is not known.
"""

import shutil
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Final

from solovox.config.keys import McpServer, ServerRisk
from solovox.config.schema import Config, ConfigError, suggestion
from solovox.core.policy import ACCEPTING, ROUTING, Approval, Policy, Risk, ToolSpec
from solovox.parts.addition import Addition
from solovox.parts.brains.options import lacks_package
from solovox.parts.personas import persona_for
from solovox.parts.registry import BUILT_IN, TOOLS, adapter_args, make, missing, names
from solovox.parts.tools.looking import folder, sessions_of
from solovox.parts.tools.own import own_tools, packaged_tools
from solovox.ports import AdapterArgs, ChangingToolSet, Tool, ToolSet
from solovox.ports.places import MessagePlaces
from solovox.tools.mcp.settings import ServedTools
from solovox.tools.names import beginning

# MCP servers as sets of tools: what is configured becomes what is opened with a session.

RISKS: Final = {ServerRisk.FREE: Risk.FREE, ServerRisk.NEVER: Risk.NEVER}


def mcp_set(server: McpServer, config: Config) -> ChangingToolSet:
    """A server's tools; nothing is started. Raises `ConfigError` if it cannot be."""
    if lacks := missing_of(server):
        raise ConfigError(f"[mcp.{server.name}] needs {lacks}")
    made: ChangingToolSet = import_module("solovox.tools.mcp.server").McpTools(
        describe_server(server, config)
    )
    return made


def missing_of(server: McpServer) -> str:
    """What it needs and has not. Empty: it is ready, as far as can be known without starting it."""
    if lacks := lacks_package("mcp", "talk"):
        return lacks
    if not server.command:
        return ""
    program = str(Path(server.command[0]).expanduser())
    return (
        ""
        if shutil.which(program)
        else f"the program {program} of mcp.{server.name}.command; it is not there"
    )


def describe_server(server: McpServer, config: Config) -> ServedTools:
    """How it is reached. A program, and a folder, are found from where we are; it is started in the workspace."""
    program, *arguments = (*server.command, "")
    if "/" in program:
        program = str(
            Path(program).expanduser().absolute()
        )  # a link is not followed: an environment's Python is one
    return ServedTools(
        name=server.name,
        command=(program, *arguments[:-1]) if server.command else (),
        environment={name: text.reveal() for name, text in server.env.items()},
        folder=Path(server.cwd).expanduser().resolve() if server.cwd else folder(config.workspace).resolve(),
        url=server.url.reveal() if server.url else "",
        headers={name: text.reveal() for name, text in server.headers.items()},
        risk=RISKS.get(server.risk, Risk.ASK),
        hinted=server.risk is ServerRisk.HINTED,
        only=server.tools,
        timeout=server.timeout,
    )


PERSONA: Final = "persona"
"""The source of what a persona can do."""
STUDIO: Final = "studio"
"""The source of the Studio's tools, and what names them."""
CARRIED: Final = "the Studio"
"""The set that brings no tool, and is carried with the session."""
OWN: Final = ":"
"""What is in the name of something of the person's own."""
HANDS_OVER: Final = "no tool can be called {}, by which a live ear hands over: rename it"


@dataclass(frozen=True, slots=True)
class ChosenTools:
    """What a session gets."""

    tools: tuple[Tool, ...]
    sets: Mapping[str, ToolSet]
    """By source; opened with the session."""
    places: MessagePlaces
    """Where they can put messages: the session's surface registers what it has."""


def tools(config: Config) -> tuple[Tool, ...]:
    """The tools that the configuration names, in its order, without those of the Studio, which are a session's. Raises
    `ConfigError`."""
    return choose_tools(config).tools


def choose_tools(config: Config, added: Addition | None = None) -> ChosenTools:
    """The tools that the configuration names, and the sets that it names by their source. `added`: by the session's host. Raises `ConfigError`."""
    reserved = (ROUTING.name, config.ear.hand_over, ACCEPTING.name)
    if taken := [name for name in config.tools if name in reserved]:
        raise ConfigError(HANDS_OVER.format(taken[0]))
    found = _Found(config)
    if added is not None:
        found.take(STUDIO, added.tools)
        found.sets[CARRIED] = added
    named = {id(tool): tool for name in config.tools for tool in found.find_tools(name)}
    for tool in named.values():
        if tool.name in reserved:
            raise ConfigError(HANDS_OVER.format(tool.name))
        if len(by := found.sources[tool.name]) > 1:
            raise ConfigError(
                f"two tools are called {tool.name} (of {by[0]} and of {by[1]}): rename one, or leave the name out of tools"
            )
    if twice := sorted(found.sets.keys() & config.mcp.keys()):
        raise ConfigError(f"a package brings tools called {twice[0]}: give [mcp.{twice[0]}] another name")
    served = {name: mcp_set(server, config) for name, server in config.mcp.items() if config.inside}
    shown = tuple(tool for tool in named.values() if config.inside or not tool.looks_inside)
    return ChosenTools(shown, found.sets | served, found.places)


class _Found:
    """The tools that there are, as far as they had to be looked for. Raises `ConfigError`."""

    def __init__(self, config: Config) -> None:
        self.sets: dict[str, ToolSet] = {}
        """Of packages."""
        self.sources: dict[str, list[str]] = {}
        """By the name of a tool: who brings it."""
        self._of: dict[str, tuple[Tool, ...]] = {}
        """By its source."""
        self._passed: list[str] = []
        self.places = MessagePlaces()
        """Where messages can be put."""
        wanted = [name for name in config.tools if OWN not in name and name != STUDIO]
        for source in names(TOOLS):
            if any(_may_bring(source, name) for name in wanted):
                self._load(source, config)
        for name in config.tools:
            if OWN in name:
                self._put(name, own_tools(name, config))

    def find_tools(self, name: str) -> tuple[Tool, ...]:
        """What an entry of `tools` means. A set has none yet."""
        if name in self._of:
            return self._of[name]
        if name in self.sets or name == STUDIO:
            return ()
        there = [one for made in self._of.values() for one in made]
        if not (meant := tuple(one for one in there if one.name == name)):
            packages = [one for one in names(TOOLS) if one not in BUILT_IN[TOOLS]]
            near = suggestion(name, [*(one.name for one in there), *packages])
            raise ConfigError(f"tools cannot have {name!r}: {'; '.join([near, *self._passed])}")
        return meant

    def _load(self, source: str, config: Config) -> None:
        args = self._args_of(source, config)
        if lacks := missing(TOOLS, source, args):
            self._passed.append(f"{source} needs {lacks}")
            return
        ours = source in BUILT_IN[TOOLS]
        made = make(TOOLS, source, args) if ours else packaged_tools(source, args, inside=config.inside)
        if isinstance(made, ToolSet):
            self.sets[source] = made
        else:
            self._put(source, tuple(made))

    def _args_of(self, source: str, config: Config) -> AdapterArgs:
        """What a source of tools is made from; only ours are given more than their settings."""
        if source == PERSONA:
            return adapter_args(config, TOOLS, source, persona=persona_for(config), places=self.places)
        if source in BUILT_IN[TOOLS]:
            return adapter_args(config, TOOLS, source, sessions=sessions_of(config))
        return adapter_args(config, TOOLS, source)

    def take(self, source: str, made: tuple[Tool, ...]) -> None:
        """These stand in the place of those that have their names."""
        names = {tool.name for tool in made}
        self._of = {of: tuple(one for one in had if one.name not in names) for of, had in self._of.items()}
        self.sources = {name: by for name, by in self.sources.items() if name not in names}
        self._put(source, made)

    def _put(self, source: str, made: tuple[Tool, ...]) -> None:
        self._of[source] = made
        for tool in made:
            self.sources.setdefault(tool.name, []).append(source)


def _may_bring(source: str, name: str) -> bool:
    """Whether a package could bring a tool of that name: its tools are called after it. Ours have names of their own."""
    return source in BUILT_IN[TOOLS] or name == source or name.startswith(beginning(source))


def spec(
    tool: Tool, *, asks: bool, blocking: bool, beside: bool = False, aloud: Collection[str] = ()
) -> ToolSpec:
    """What the core must know of a tool. `asks`: the person wants to be asked about effects. `beside`: a live ear is beside
    a brain, and may call all tools that only look. `aloud`: names of tools that it may call anyhow (`ear.tools`)."""
    risk = tool.risk or (Risk.ASK if tool.effects else Risk.FREE)
    if risk is Risk.ASK and not asks:
        risk = Risk.FREE
    return ToolSpec(
        name=tool.name,
        effects=tool.effects,
        blocking=blocking,
        risk=risk,
        timeout_ms=max(1, round(1000 * tool.timeout)),
        scheduling=tool.scheduling,
        read_aloud=(beside or tool.read_aloud or tool.name in aloud)
        and risk is Risk.FREE
        and not tool.effects,
    )


# Which tools a live ear is declared: decided here and nowhere else, each time a connection is opened.
#
# Rule 1: beside a brain the routing tool, and tools that only look (C5); in `self` all that the session has.
# Rule 2: at most `MOST`, those first that are there whatever is said: the routing tool, then the tools that were named one
# by one, then those of sets; in `self`, those nearest to what was said last. The more a model is declared, the worse it
# chooses.

MOST: Final = 20
"""Declarations of one connection."""


def choose_declared(
    policy: Policy, tools: Iterable[Tool], near: Collection[str] = (), most: int = MOST
) -> list[Tool]:
    """Those of `tools` (as a `Toolbox` has them: those of sets last) that the next connection is told of.
    Those in `near`, by name, come before others.

    The tools by which an ear hands over and accepts are made where a setup is; here they take their room."""
    alone = policy.alone
    ours = 0 if alone else 1 + (policy.approval is not Approval.DIRECT)
    known = {spec.name for spec in policy.tools if not spec.routing and (alone or spec.read_aloud)}
    there = sorted((tool for tool in tools if tool.name in known), key=lambda tool: tool.name not in near)
    return there[: most - ours]
