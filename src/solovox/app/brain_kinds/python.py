"""`brain.kind = python`: a function of the person's own."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib import import_module, invalidate_caches
from pathlib import Path
from typing import Any, Final

from solovox.app.brains import folder
from solovox.brains.python import PythonBrain
from solovox.config.declaring import Option, Words, declares
from solovox.config.schema import ConfigError, suggestion
from solovox.ports import AdapterArgs, Brain

KEY: Final = "brain.python.agent"
WRITE: Final = "write module:function, such as my_agent:agent"


def missing(given: AdapterArgs) -> str:
    """The agent. What is in it is not looked at here: that would run it."""
    return "" if given.settings.get("agent") else f"{KEY}: {WRITE}"


@declares(
    Option(
        name="agent",
        about="Its module and function, such as my_agent:agent, in this folder or the workspace.",
    ),
    missing=missing,
    words=Words.NAMED,
)
def python(given: AdapterArgs) -> Brain:
    """The function that `agent` names, or is: `solovox.run` hands it over itself."""
    agent = given.settings["agent"]
    if isinstance(agent, str):
        agent = loaded(agent, dict.fromkeys((Path.cwd(), folder(given.workspace))))
    try:
        return PythonBrain(agent)
    except ValueError as error:
        raise ConfigError(f"{KEY}: {error}") from None


def loaded(named: str, folders: dict[Path, None]) -> Callable[..., Any]:
    """The function of that name. Raises `ConfigError`: a line."""
    module, colon, attribute = named.partition(":")
    if not colon or not all(one.isidentifier() for one in (*module.split("."), *attribute.split("."))):
        raise ConfigError(f"{KEY} = {named}: {WRITE}")
    with importable(folders):
        try:
            found: Any = import_module(module)
        except ModuleNotFoundError as error:
            if error.name is None or f"{module}.".startswith(f"{error.name}."):
                where = " or ".join(str(one) for one in folders)
                raise ConfigError(f"{KEY} = {named}: there is no module {module} in {where}") from None
            raise ConfigError(
                f"{KEY} = {named}: {module} needs the module {error.name}: install it"
            ) from None
        except (Exception, SystemExit) as error:  # noqa: BLE001 - whatever the person's own module does
            what = " ".join(f"{type(error).__name__}: {error}".split())
            raise ConfigError(f"{KEY} = {named}: {module} cannot be imported: {what[:200]}") from None
    for name in attribute.split("."):
        if not hasattr(found, name):
            there = (
                [one for one in vars(found) if not one.startswith("_")] if hasattr(found, "__dict__") else []
            )
            raise ConfigError(f"{KEY} = {named}: {module} has no {attribute}: {suggestion(name, there)}")
        found = getattr(found, name)
    return found  # type: ignore[no-any-return]  # whether it is a function is asked by the brain


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
