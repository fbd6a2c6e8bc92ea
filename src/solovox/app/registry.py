"""What can be chosen by name: built in, or added by another package's entry points.

A factory takes one `ports.AdapterArgs` and returns the adapter. A package adds one by an entry point in
the group of its kind, such as `[project.entry-points."solovox.brains"] mine = "my_package:make"`.
Built-in names cannot be taken. Only here are modules of ours imported by name, and only when used.
"""

from collections.abc import Callable, Mapping
from functools import cache
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from typing import Any, Final

from solovox.config.schema import ConfigError, suggestion
from solovox.ports import AdapterArgs

Factory = Callable[[AdapterArgs], Any]

BRAINS: Final = "solovox.brains"
TOOLS: Final = "solovox.tools"
VOICES: Final = "solovox.voices"
EARS: Final = "solovox.ears"

BUILT_IN: Final[Mapping[str, Mapping[str, str]]] = {
    BRAINS: {
        "local": "solovox.app.brains:local_brain",
        "openai_compatible": "solovox.app.brains:openai_compatible",
    },
    TOOLS: {"looking": "solovox.app.brains:looking"},
    VOICES: {
        **dict.fromkeys(
            (
                "af_bella", "af_nicole", "af_sarah", "am_adam", "am_michael",
                "bf_emma", "bm_george", "bm_lewis",
            ),
            "solovox.app.engines:kokoro",
        ),
        "joe": "solovox.app.engines:piper",
    },
    EARS: {"local": "solovox.app.engines:recogniser", "gemini": "solovox.app.live:gemini"},
}  # fmt: skip
"""Group → name → `module:function`."""

NAMES_OF: Final[Mapping[str, str]] = {
    BRAINS: "brain.kind",
    TOOLS: "tool",
    VOICES: "narrator.voice",
    EARS: "ear.kind",
}


@cache
def _added(group: str) -> Mapping[str, EntryPoint]:
    return {point.name: point for point in entry_points(group=group) if point.name not in BUILT_IN[group]}


def names(group: str) -> tuple[str, ...]:
    """Everything of a group: ours first, then what packages added."""
    return (*BUILT_IN[group], *sorted(_added(group)))


def factory(group: str, name: str) -> Factory:
    """The factory of that name. Raises `ConfigError` when there is none, or when it cannot be imported."""
    built_in = BUILT_IN[group].get(name)
    if built_in is not None:
        module, _, function = built_in.partition(":")
        made: Factory = getattr(import_module(module), function)
        return made
    added = _added(group).get(name)
    if added is None:
        raise ConfigError(f"{NAMES_OF[group]} cannot be {name!r}: {suggestion(name, names(group))}")
    try:
        found: Factory = added.load()
    except Exception as error:
        owner = added.dist.name if added.dist else added.value
        raise ConfigError(f"{NAMES_OF[group]} = {name} of {owner} cannot be loaded: {error}") from error
    return found


def make(group: str, name: str, given: AdapterArgs) -> Any:
    """The adapter of that name."""
    return factory(group, name)(given)
