"""What can be chosen by name: built in, or added by another package's entry points.

A factory takes one `ports.AdapterArgs` and returns what its group makes (`MakeBrain`, …). A package adds one by an
entry point in the group of its kind, such as `[project.entry-points."solovox.brains"] mine = "my_package:make"`.
Beside the factory stands what it says of itself: `config.declaring.Declaration`.
Built-in names cannot be taken. Only here are modules of ours imported by name, and only when used.
"""

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from functools import cache
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from typing import Any, Final

from solovox.config.declaring import Declaration, reads_beside
from solovox.config.fields import OptionKind
from solovox.config.own import resolve_own
from solovox.config.schema import Config, ConfigError, Secret, own_key, suggestion
from solovox.ports import (
    AdapterArgs,
    Brain,
    Ear,
    Narrator,
    Recogniser,
    Sound,
    Surface,
    SurfaceContext,
    Tool,
    ToolSet,
    Tts,
)

EarOf = Callable[[Sound, Narrator | None], Ear]
"""An ear of a session, from its sound and its narrator, which may read over the ear's connection."""
NarratorOf = Callable[[Sound, Narrator | None], Narrator]
"""A narrator of a session, from its sound and the narrator of the exact voice, if there is one."""
SurfaceOf = Callable[[SurfaceContext], Surface]
"""A surface of a session, from its sound, its clock, and whether it still has work."""

MakeBrain = Callable[[AdapterArgs], Brain]
MakeTools = Callable[[AdapterArgs], Sequence[Tool] | ToolSet]
MakeVoice = Callable[[AdapterArgs], Tts]
MakeEar = Callable[[AdapterArgs], EarOf]
MakeRecogniser = Callable[[AdapterArgs], Recogniser]
MakeNarrator = Callable[[AdapterArgs], NarratorOf]
MakeSurface = Callable[[AdapterArgs], SurfaceOf]
Factory = Callable[[AdapterArgs], Any]

BRAINS: Final = "solovox.brains"
TOOLS: Final = "solovox.tools"
VOICES: Final = "solovox.voices"
EARS: Final = "solovox.ears"
RECOGNISERS: Final = "solovox.recognisers"
NARRATORS: Final = "solovox.narrators"
SURFACES: Final = "solovox.surfaces"

SECTION_OF: Final[Mapping[str, str]] = {
    BRAINS: "brain",
    TOOLS: "tools",
    VOICES: "voice",
    EARS: "ear",
    RECOGNISERS: "recogniser",
    NARRATORS: "narrator",
    SURFACES: "surface",
}
"""The tables of a group's adapters: `[brain.NAME]`."""
CORRECTOR: Final = "corrector"
"""The table of the brain that words what is held: `[corrector.NAME]`."""
STUDIO: Final = "studio"
"""The table of the brain that writes the Studio's apps: `[studio.NAME]`."""
GROUP_OF: Final = {section: group for group, section in SECTION_OF.items()} | {
    CORRECTOR: BRAINS,
    STUDIO: BRAINS,
}
WRITERS: Final = ("gemini", "anthropic", "openai")
"""Who writes apps where no kind was named for it: the first of these that is ready."""
NO_WRITERS: Final = ("local", "mcp")
"""Brains that cannot write an app: ours has no model, and an agent from outside takes no such task."""

BUILT_IN: Final[Mapping[str, Mapping[str, str]]] = {
    BRAINS: {
        "local": "solovox.parts.brains.local:local_brain",
        "claude_code": "solovox.parts.brains.claude_code:claude_code",
        "python": "solovox.parts.brains.own_agents:python",
        "openai": "solovox.parts.brains.vendors:openai",
        "anthropic": "solovox.parts.brains.vendors:anthropic",
        "gemini": "solovox.parts.brains.vendors:gemini",
        "sse": "solovox.parts.brains.own_agents:sse",
        "acp": "solovox.parts.brains.acp:acp",
        "mcp": "solovox.parts.brains.own_agents:mcp",
        "openai_compatible": "solovox.parts.brains.own_agents:openai_compatible",
    },
    TOOLS: {"looking": "solovox.parts.tools.looking:looking", "persona": "solovox.parts.tools.looking:persona"},
    VOICES: {
        **dict.fromkeys(
            (
                "af_bella", "af_nicole", "af_sarah", "am_adam", "am_michael",
                "bf_emma", "bm_george", "bm_lewis",
            ),
            "solovox.parts.engines.local:kokoro",
        ),
        "joe": "solovox.parts.engines.local:piper",
    },
    EARS: {"gemini": "solovox.parts.engines.gemini_live:gemini"},
    RECOGNISERS: {"local": "solovox.parts.engines.local:recogniser"},
    NARRATORS: {
        "reader": "solovox.parts.engines.live:reader",
        "relay": "solovox.parts.engines.live:relay",
    },
    SURFACES: {
        "devices": "solovox.parts.engines.devices:devices",
        "discord": "solovox.discord.options:discord",
    },
}  # fmt: skip
"""Group → name → `module:function`."""

WORDS: Final[Mapping[str, tuple[str, ...]]] = {
    EARS: ("local",),
    NARRATORS: ("voice", "self"),
    SURFACES: ("file",),
}
"""Kinds that no factory makes: the recogniser listens alone; one of the voices reads, or the ear itself answers; a sound
file, or a typed line, is the surface of `solovox ask`."""

URL_BRAIN: Final = "openai_compatible"
"""The brain that an address alone means."""

NAMES_OF: Final[Mapping[str, str]] = {
    BRAINS: "brain.kind",
    TOOLS: "tool",
    VOICES: "narrator.voice",
    EARS: "ear.kind",
    RECOGNISERS: "recogniser.kind",
    NARRATORS: "narrator.kind",
    SURFACES: "surface.kind",
}


@cache
def _list_added(group: str) -> Mapping[str, EntryPoint]:
    ours = {*BUILT_IN[group], *WORDS.get(group, ())}
    return {point.name: point for point in entry_points(group=group) if point.name not in ours}


def names(group: str) -> tuple[str, ...]:
    """Everything of a group that can be chosen: ours first, then what packages added."""
    return (*WORDS.get(group, ()), *BUILT_IN[group], *sorted(_list_added(group)))


def factory(group: str, name: str) -> Factory:
    """The factory of that name. Raises `ConfigError` when there is none, or when it cannot be imported."""
    built_in = BUILT_IN[group].get(name)
    if built_in is not None:
        module, _, function = built_in.partition(":")
        made: Factory = getattr(import_module(module), function)
        return made
    added = _list_added(group).get(name)
    if added is None:
        raise ConfigError(f"{NAMES_OF[group]} cannot be {name!r}: {suggestion(name, names(group))}")
    try:
        found: Factory = added.load()
    except Exception as error:
        owner = added.dist.name if added.dist else added.value
        raise ConfigError(f"{NAMES_OF[group]} = {name} of {owner} cannot be loaded: {error}") from error
    return found


def declaration(group: str, name: str) -> Declaration:
    """What an adapter says of itself. Raises `ConfigError`."""
    if name in WORDS.get(group, ()):
        return Declaration()
    said = getattr(factory(group, name), "declaration", None) or Declaration()
    if not isinstance(said, Declaration):
        raise ConfigError(
            f"{NAMES_OF[group]} = {name}: its declaration is none: use solovox.config.declaring"
        )
    return said


def make(group: str, name: str, given: AdapterArgs) -> Any:
    """The adapter of that name. Raises `ConfigError` if it has not what it needs."""
    if lacks := missing(group, name, given):
        raise ConfigError(f"{NAMES_OF[group]} = {name} needs {lacks}")
    return factory(group, name)(given)


def missing(group: str, name: str, given: AdapterArgs) -> str:
    """What an adapter needs and has not. Empty: it is ready. Raises `ConfigError` if it cannot be asked."""
    return declaration(group, name).lacks(f"{NAMES_OF[group]} = {name}", given)


def adapter_args(config: Config, group: str, name: str, *, place: str = "", **more: Any) -> AdapterArgs:
    """What the adapter of that name is made from: the settings of its own, what all of its group have, and `more`.

    `place`: another section than that of the group; what all of the group have is not for it."""
    section = place or SECTION_OF[group]
    own = config.own.get(own_key(section, name))
    if own is None:
        variables = {key: text.reveal() for key, text in config.variables.items()}
        own = resolve_own((section, name), declaration(group, name), {}, variables)
    settings, secrets = ({}, {}) if place else _general(config, group, name)
    secrets = {**own.secrets, **secrets}
    config.handed.update(secrets.values())
    return AdapterArgs(
        {**own.values, **settings, **{name: one for name, one in more.items() if one is not None}},
        config.workspace,
        {key: text.reveal() for key, text in secrets.items()},
    )


def _general(config: Config, group: str, name: str) -> tuple[Mapping[str, Any], Mapping[str, Secret]]:
    """The settings that every adapter of a group has; what the person has not said is not there."""
    ear, brain, narrator = config.ear, config.brain, config.narrator
    found: dict[str, Any] = {}
    key: Secret | None = None
    if group == EARS and name == ear.kind:
        found, key = {"url": ear.url, "model": ear.model}, ear.api_key
    elif group == BRAINS and name == brain.kind:
        found, key = {"url": brain.url, "model": brain.model}, brain.api_key
    elif group == NARRATORS:
        found = {"session": narrator.session, "fidelity": narrator.fidelity, "voice": narrator.voice}
        found |= {"url": narrator.url, "language": config.language}
        found |= {"ear": ear.kind}
        beside = reads_beside(ThisMachine(), name, ear.kind)
        if own_key("narrator", name) not in config.own and beside:
            found |= {"url": narrator.url or ear.url, "model": ear.model}
            key = ear.api_key if narrator.url in (None, ear.url) else None  # it is lent with its address
    elif group == VOICES:
        found = {"voice": name}
    elif group == RECOGNISERS:
        found = {"wake": config.wake, "language": config.language}
    return {name: text for name, text in found.items() if text is not None}, {"api_key": key} if key else {}


class ThisMachine:
    """What is on this machine, as `config.declaring.Installed` has it."""

    url_brain = URL_BRAIN

    def __init__(self, variables: Mapping[str, str] | None = None) -> None:
        self.variables: Mapping[str, str] = dict(variables or {})

    def kinds(self, section: str) -> Sequence[str]:
        """All names of a section."""
        found = names(GROUP_OF[section])
        return tuple(one for one in found if one not in NO_WRITERS) if section == STUDIO else found

    def declaration(self, section: str, name: str) -> Declaration:
        """What it says of itself. Raises `ConfigError` if it cannot be loaded."""
        return declaration(GROUP_OF[section], name)

    def secret_variables(self) -> frozenset[str]:
        """The variables of other programs from which adapters take secrets. What cannot be loaded takes none."""
        found: set[str] = set()
        for section, group in GROUP_OF.items():
            for name in names(group):
                with suppress(ConfigError):
                    there = self.declaration(section, name).options.values()
                    secret = (one.variables for one in there if one.kind is OptionKind.SECRET)
                    found.update(variable for variables in secret for variable in variables)
        return frozenset(found)
