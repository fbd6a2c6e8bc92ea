"""What the person wrote themselves and names as `module:name`: a brain (`brain.python.agent`), a tool (`tools`)."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module, invalidate_caches
from pathlib import Path
from typing import Any

from solovox.app.brains import folder
from solovox.config.schema import ConfigError, suggestion


def places(workspace: str | None) -> dict[Path, None]:
    """Where it may be, in this order: beside the configuration, and in the workspace. Raises `ConfigError`."""
    return dict.fromkeys((Path.cwd(), folder(workspace)))


def loaded(key: str, named: str, folders: dict[Path, None], write: str) -> Any:
    """What has that name, for the setting `key`. `write`: what to write there. Raises `ConfigError`: a line."""
    module, colon, attribute = named.partition(":")
    if not colon or not all(one.isidentifier() for one in (*module.split("."), *attribute.split("."))):
        raise ConfigError(f"{key} = {named}: {write}")
    with importable(folders):
        try:
            found: Any = import_module(module)
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
