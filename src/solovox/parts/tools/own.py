"""What becomes tools, of the person's own (`tools = ["module:name"]`) and of packages (the group `solovox.tools`).

Of the person's own: any function, a plugin class, a `Tool`. Each keeps its own name.
Of a package, whose entry point leads to one of these, and nothing else:

Rule 1: a function that is marked by `@solovox.tool`, or a plugin class, is a tool, or its actions are.
Rule 2: every other function is a factory: it takes one `AdapterArgs`. What cannot be one is refused, and not called.
Rule 3: what a package brings is called by the name of its entry point, `_`, and its own name.
"""

import inspect
import sys
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from importlib import import_module, invalidate_caches
from pathlib import Path
from typing import Any, Final

from solovox.config.schema import Config, ConfigError, suggestion
from solovox.core.policy import Risk, Scheduling
from solovox.parts.registry import TOOLS, factory, make
from solovox.parts.tools.looking import folder
from solovox.ports import (
    AdapterArgs,
    ChangingToolSet,
    Tool,
    ToolsChanged,
    ToolSet,
    ToolSetNews,
)
from solovox.tools.function import MARK, FunctionTool
from solovox.tools.names import package_name
from solovox.tools.plugin import is_plugin, plugin_tools
from solovox.tools.signatures import Untellable


def places(workspace: str | None) -> dict[Path, None]:
    """Where it may be, in this order: beside the configuration, and in the workspace. Raises `ConfigError`."""
    return dict.fromkeys((Path.cwd(), folder(workspace)))


def load_named(key: str, named: str, folders: dict[Path, None], write: str) -> object:
    """What has that name, for the setting `key`. `write`: what to write there. Raises `ConfigError`: a line."""
    module, colon, attribute = named.partition(":")
    if not colon or not all(one.isidentifier() for one in (*module.split("."), *attribute.split("."))):
        raise ConfigError(f"{key} = {named}: {write}")
    with importable(folders):
        try:
            found: object = import_module(module)
        except ModuleNotFoundError as error:
            if error.name is None or f"{module}.".startswith(f"{error.name}."):
                where = " or ".join(str(one) for one in folders)
                raise ConfigError(f"{key} = {named}: there is no module {module} in {where}") from None
            raise ConfigError(
                f"{key} = {named}: {module} needs the module {error.name}: install it"
            ) from None
        except (Exception, SystemExit) as error:  # noqa: BLE001 - whatever the person's own module does
            what = " ".join(f"{type(error).__name__}: {error}".split())
            raise ConfigError(f"{key} = {named}: {module} cannot be imported: {what[:200]}") from None
    for name in attribute.split("."):
        if not hasattr(found, name):
            there = (
                [one for one in vars(found) if not one.startswith("_")] if hasattr(found, "__dict__") else []
            )
            raise ConfigError(f"{key} = {named}: {module} has no {attribute}: {suggestion(name, there)}")
        found = getattr(found, name)
    return found


@contextmanager
def importable(folders: dict[Path, None]) -> Iterator[None]:
    """The person's own modules come first while theirs is imported, and last from then on: what they call like a module
    of Python's is not taken for it by anything else."""
    new = [str(one) for one in folders if str(one) not in sys.path]
    sys.path[:0] = new
    invalidate_caches()
    try:
        yield
    finally:
        for one in new:
            sys.path.remove(one)
            sys.path.append(one)


KEY: Final = "tools"
WRITE: Final = "write module:name, such as my_tools:remind"
KINDS: Final[Mapping[str, tuple[type, ...]]] = {
    "name": (str,),
    "description": (str,),
    "parameters": (Mapping,),
    "effects": (bool,),
    "risk": (Risk, type(None)),
    "timeout": (int, float),
    "scheduling": (Scheduling,),
    "read_aloud": (bool,),
}
"""What a tool says of itself."""


def own_tools(named: str, config: Config) -> tuple[Tool, ...]:
    """The tools of the person's own that `module:name` names. Raises `ConfigError`."""
    found = load_named(KEY, named, places(config.workspace), WRITE)
    try:
        return _tools(found)
    except Untellable as error:
        raise ConfigError(f"{KEY} = {named}: {error}") from None


def packaged_tools(source: str, given: AdapterArgs, *, inside: bool = True) -> Sequence[Tool] | ToolSet:
    """What the package brings whose entry point is `source`, by the names that it has here. `inside`: also what looks inside this
    machine. Raises `ConfigError`."""
    found = factory(TOOLS, source)
    try:
        if is_plugin(found) or hasattr(found, MARK):
            made: Any = _tools(found)
        else:
            _check_factory(found)
            made = make(TOOLS, source, given)
    except Untellable as error:
        raise ConfigError(f"the tools of {source} cannot be used: {error}") from None
    if isinstance(made, ToolSet):
        if isinstance(made, ChangingToolSet):
            return ChangingPackage(source, made, inside)
        return PackageSet(source, made, inside)
    if not isinstance(made, Sequence) or isinstance(made, str):
        raise ConfigError(
            f"the factory of {source} returned no tools: return a sequence of solovox.ports.Tool, or a ToolSet"
        )
    return [PackageTool(source, one) for one in made]


class PackageTool(Tool):
    """A tool of a package, by its name here. What it says of itself is what it said first."""

    def __init__(self, source: str, tool: Tool) -> None:
        check_tool(source, tool)
        self.name = package_name(source, tool.name)
        self.description, self.parameters = tool.description, tool.parameters
        self.effects, self.risk, self.timeout = tool.effects, tool.risk, tool.timeout
        self.scheduling, self.read_aloud = tool.scheduling, tool.read_aloud
        self.looks_inside = getattr(tool, "looks_inside", False)
        self.grave = getattr(tool, "grave", None)
        self.spoken_name = f"{tool.name} of {source}"
        self._tool = tool

    def run(self, arguments: Any) -> Any:
        """As the package's own."""
        return self._tool.run(arguments)


class PackageSet:
    """A set of tools of a package."""

    def __init__(self, source: str, made: ToolSet, inside: bool) -> None:
        self._source, self._made, self._inside = source, made, inside

    async def open(self) -> Sequence[Tool]:
        """Its tools, by their names here."""
        return self._rename_tools(await self._made.open())

    async def aclose(self) -> None:
        """As its own."""
        await self._made.aclose()

    def _rename_tools(self, tools: Sequence[Tool]) -> Sequence[Tool]:
        called = (PackageTool(self._source, one) for one in tools)
        return [one for one in called if self._inside or not one.looks_inside]


class ChangingPackage(PackageSet):
    """One whose tools may change."""

    def __init__(self, source: str, made: ChangingToolSet, inside: bool) -> None:
        super().__init__(source, made, inside)
        self._changing = made

    async def run(self, tell: Callable[[ToolSetNews], Awaitable[None]]) -> None:
        """What it tells, with the names of here."""

        async def told(news: ToolSetNews) -> None:
            await tell(
                ToolsChanged(self._rename_tools(news.tools)) if isinstance(news, ToolsChanged) else news
            )

        await self._changing.run(told)


def check_tool(source: str, tool: Tool) -> Tool:
    """The tool, if it says all that has to be known of it. Raises `ConfigError`."""
    name = getattr(tool, "name", type(tool).__name__)
    write = f"write class {type(tool).__name__}(solovox.ports.Tool), which has defaults"
    if unsaid := [one for one in KINDS if not hasattr(tool, one)]:
        raise ConfigError(f"the tool {name} of {source} does not say its {unsaid[0]}: {write}")
    for one, kinds in KINDS.items():
        if not isinstance(getattr(tool, one), kinds):
            raise ConfigError(f"the tool {name} of {source} says a {one} that is none: {write}")
    return tool


def _tools(found: Any) -> tuple[Tool, ...]:
    """A plugin's actions, a tool that is one already, or a function as a tool. Raises `Untellable`."""
    if is_plugin(found):
        return plugin_tools(found)
    if isinstance(found, type):
        if Tool not in found.__mro__:
            raise Untellable(
                f"{found.__name__} is a class without get_prompt_instructions and run_action: write them, or a function"
            )
        try:
            found = found()
        except TypeError as error:
            raise Untellable(f"{found.__name__} cannot be made without arguments: {error}") from None
    if Tool in type(found).__mro__:
        return (check_tool(type(found).__name__, found),)
    if not callable(found):
        raise Untellable(
            f"it is a value of the kind {type(found).__name__}: write a function, or a plugin class"
        )
    return (FunctionTool(found),)


def _check_factory(found: Any) -> None:
    """Raises `Untellable` for what can be no factory: to call it would be to do what it does."""
    name = getattr(found, "__name__", type(found).__name__)
    if hasattr(found, "declaration") or isinstance(found, type):
        return
    try:
        there = list(inspect.signature(found).parameters.values())
    except (TypeError, ValueError):
        return
    needed = [
        one
        for one in there
        if one.default is one.empty and one.kind not in (one.VAR_POSITIONAL, one.VAR_KEYWORD)
    ]
    hint = there[0].annotation if there else None
    ours = hint in (AdapterArgs, inspect.Parameter.empty, Any) or (
        isinstance(hint, str) and hint.endswith("AdapterArgs")
    )
    if len(needed) != 1 or not ours:
        raise Untellable(
            f"{name} is neither a tool nor a factory: write @solovox.tool above it, or have it take one AdapterArgs"
        )
