"""Which tools a session gets: those that its profile or the person names, and no others.

Rule 1: a package none of whose tools is named is not loaded, and one that is not ready is passed over: it is named where a tool is not found.
Rule 2: no name means two things: two tools of one name are refused, and so is the name of the routing tool.
Rule 3: a tool with effects, or one that wants it, asks for a yes, unless `effects=allow` is set. One that is never
allowed is not allowed by it.
Rule 4: an MCP server that is configured is used, unless the person says which tools there are and does not name it.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from solovox.app.mcp_sets import mcp_set
from solovox.app.registry import BUILT_IN, TOOLS, given, make, missing, names
from solovox.app.session_list import sessions_of
from solovox.config.schema import Config, ConfigError, suggestion
from solovox.core.policy import ACCEPTING, ROUTING, Risk, ToolSpec
from solovox.ports import Tool, ToolSet

SAID: Final = ("effects", "risk", "timeout", "scheduling", "read_aloud")
"""What a tool says of itself, beside what every caller needs."""


@dataclass(frozen=True, slots=True)
class ChosenTools:
    """What a session gets."""

    tools: tuple[Tool, ...]
    sets: Mapping[str, ToolSet]
    """By source; opened with the session."""


def tools(config: Config) -> tuple[Tool, ...]:
    """The tools that the configuration names, in its order. Raises `ConfigError`."""
    return chosen(config).tools


def chosen(config: Config) -> ChosenTools:
    """The tools that the configuration names, and the sets that it names by their source. Raises `ConfigError`."""
    for taken in (ROUTING.name, config.ear.hand_over, ACCEPTING.name):
        if taken in config.tools:
            raise ConfigError(f"no tool can be called {taken}, by which a live ear hands over: rename it")
    known: dict[str, tuple[str, Tool]] = {}
    sets: dict[str, ToolSet] = {}
    passed: list[str] = []
    for source, tool in _installed(config, sets, passed):
        if unsaid := [name for name in SAID if not hasattr(tool, name)]:
            raise ConfigError(
                f"the tool {tool.name} of {source} does not say its {unsaid[0]}: write class {type(tool).__name__}(solovox.ports.Tool), which has defaults"
            )
        before = known.setdefault(tool.name, (source, tool))
        if before[1] is not tool and tool.name in config.tools:
            raise ConfigError(
                f"two tools are called {tool.name} (of {before[0]} and of {source}): rename one, or leave the name out of tools"
            )
    for name in config.tools:
        if name not in known and name not in sets:
            there = [suggestion(name, [*known, *sets])] if known or sets else []
            raise ConfigError(f"tools cannot have {name!r}: {'; '.join([*there, *passed])}")
    if twice := sorted(sets.keys() & config.mcp.keys()):
        raise ConfigError(f"a package brings tools called {twice[0]}: give [mcp.{twice[0]}] another name")
    sets |= {name: mcp_set(server, config) for name, server in config.mcp.items()}
    named = tuple(known[name][1] for name in config.tools if name in known)
    return ChosenTools(
        named, {name: one for name, one in sets.items() if name in (*config.tools, *config.mcp)}
    )


def _installed(config: Config, sets: dict[str, ToolSet], passed: list[str]) -> Iterator[tuple[str, Tool]]:
    """The installed tools with their package, until all named ones were found. What has to be opened first goes
    into `sets`, what a package that is not ready needs into `passed`."""
    wanted = set(config.tools)
    for source in names(TOOLS):
        if not wanted:
            return
        ours: dict[str, Any] = {"sessions": sessions_of(config)} if source in BUILT_IN[TOOLS] else {}
        args = given(config, TOOLS, source, **ours)
        if lacks := missing(TOOLS, source, args):
            passed.append(f"{source} needs {lacks}")
            continue
        made: Sequence[Tool] | ToolSet = make(TOOLS, source, args)
        if isinstance(made, ToolSet):
            sets[source] = made
            wanted.discard(source)
            continue
        wanted -= {tool.name for tool in made}
        yield from ((source, tool) for tool in made)


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
