"""Which tools a session gets: those that its profile or the person names, and no others.

Rule 1: a package none of whose tools is named is not loaded.
Rule 2: no name means two things: two tools of one name are refused, and so is the name of the routing tool.
Rule 3: a tool with effects, or one that wants it, asks for a yes, unless `effects=allow` is set. One that is never
allowed is not allowed by it.
"""

from collections.abc import Iterator, Sequence

from solovox.app.registry import TOOLS, given, make, names
from solovox.config.schema import Config, ConfigError, suggestion
from solovox.core.policy import Risk, ToolSpec
from solovox.ports import ROUTING, Tool


def tools(config: Config) -> tuple[Tool, ...]:
    """The tools that the configuration names, in its order. Raises `ConfigError`."""
    if ROUTING.name in config.tools:
        raise ConfigError(f"no tool can be called {ROUTING.name}, which hands over to the brain: rename it")
    known: dict[str, tuple[str, Tool]] = {}
    for source, tool in _installed(config):
        before = known.setdefault(tool.name, (source, tool))
        if before[1] is not tool and tool.name in config.tools:
            raise ConfigError(
                f"two tools are called {tool.name} (of {before[0]} and of {source}): rename one, or leave the name out of tools"
            )
    for name in config.tools:
        if name not in known:
            raise ConfigError(f"tools cannot have {name!r}: {suggestion(name, known)}")
    return tuple(known[name][1] for name in config.tools)


def _installed(config: Config) -> Iterator[tuple[str, Tool]]:
    """The installed tools with their package, until all named ones were found."""
    missing = set(config.tools)
    for source in names(TOOLS):
        if not missing:
            return
        made: Sequence[Tool] = make(TOOLS, source, given(config, TOOLS, source))
        missing -= {tool.name for tool in made}
        yield from ((source, tool) for tool in made)


def specs(config: Config, chosen: Sequence[Tool], *, blocking: bool) -> tuple[ToolSpec, ...]:
    """What the core must know of the tools."""
    return tuple(_spec(tool, asks=config.effects == "ask", blocking=blocking) for tool in chosen)


def _spec(tool: Tool, *, asks: bool, blocking: bool) -> ToolSpec:
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
        read_aloud=tool.read_aloud and risk is Risk.FREE and not tool.effects,
    )
