"""What the person set at the page: kept in their own file, in force from the next talk on.

Rule 1: only the keys of `settable` can be set here: none that runs a program, opens a folder or grants an effect.
Rule 2: what is set in another place (a file of the folder, a variable, a flag) is changed there: a `SetElsewhere` says where.
Rule 3: nothing is written that no talk could begin with; what is written is on the disk, whole, for its owner alone.
Rule 4: what belongs to a brain goes with it: another `brain.kind` or `ear.kind` forgets `brain.model`, `ear.api_key`, …
    A table of its own (`brain.KIND.api_key`) stays.
Rule 5: an address waits until the person confirms it, who is shown its host; until then it is kept nowhere and used for nothing (law W8).
Rule 6: a key that was set here goes when what it would be sent to changes.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from secrets import token_hex
from threading import RLock
from typing import Final

from solovox.config.beside import host_of, is_pages
from solovox.config.choosing import choose
from solovox.config.files import file_of, persons_file
from solovox.config.load import PAGE, Setting, Settings, check_setting, environment, settings
from solovox.config.own import GENERAL, address
from solovox.config.schema import SECRETS, Config, ConfigError, Own, is_own, own_key
from solovox.parts.configured import flags_of, of_agent, this_machine, voice_of
from solovox.parts.engines.local import has_extra
from solovox.parts.policies import listens
from solovox.parts.registry import (
    BRAINS,
    EARS,
    GROUP_OF,
    SECTION_OF,
    STUDIO,
    VOICES,
    declaration,
    factory,
    names,
)
from solovox.server.state import PRIVATE, alone, private_folder, write

HERE: Final = "the settings of the page"
SETTABLE: Final = (
    "narrator.voice",
    "narrator.speed",
    "narrator.spoken_seconds",
    "brain.kind",
    "brain.model",
    "brain.url",
    "brain.prompt",
    "brain.api_key",
    "ear.kind",
    "ear.model",
    "ear.url",
    "ear.api_key",
    "language",
    "approval",
    "own_words",
    "barge_in",
    "wake.phrase",
    "wake.follow_seconds",
    "ear.listens",
    "journal.keep",
    "studio.brain.kind",
)
"""Keys of every talk that can be set at the page."""
OF_A_KIND: Final = frozenset({"model", "url", "prompt", "api_key"})
"""The same of one kind of brain or ear: `brain.KIND.api_key`."""
BRAIN: Final = SECTION_OF[BRAINS]
LONGEST: Final = 10_000
"""Characters of a value."""
HEARS: Final = "the sound of all that you say"
READS: Final = "what you say, in words, and what is read for you"
NOT_WAITING: Final = "no such address waits: it was confirmed, or another was set"
FIRST: Final = "{} waits until you confirm its address: confirm that first, or take it back"


@dataclass(frozen=True, slots=True)
class WaitingAddress:
    """An address that the person has not confirmed."""

    id: str
    """Of this address at this key: what is confirmed is what was shown."""
    key: str
    address: str

    @property
    def host(self) -> str:
        """What the person is shown."""
        return host_of(self.address)

    @property
    def gets(self) -> str:
        """What would be sent there."""
        return HEARS if self.key.startswith("ear.") else READS


class SetElsewhere(ConfigError):
    """It is set in a place that goes before the page. One line that names it."""


class PersonsSettings:
    """What was set, in all places, and the configurations that come of it. Every method may wait for the disk."""

    def __init__(
        self,
        flags: tuple[str, ...] = (),
        agent: Callable[..., object] | None = None,
        folder: Path | None = None,
        variables: Mapping[str, str] | None = None,
        suggestions: tuple[str, ...] = (),
    ) -> None:
        """`suggestions`: what one can say at first, in the words of who runs the server."""
        self.suggestions = suggestions
        self.flags, self.agent = flags_of(flags, agent), agent
        self.folder, self.variables = folder, variables
        self._configs: dict[str, Config] = {}
        self._waiting: dict[str, WaitingAddress] = {}
        self._lock = RLock()

    def find_settings(self) -> Settings:
        """What was set. Raises `ConfigError`."""
        return settings(self.flags, self.folder, self.variables)

    def config(self, profile: str) -> Config:
        """The configuration of a new talk. It is made once, and anew when something was set. Raises `ConfigError`."""
        with self._lock:
            if profile not in self._configs:
                self._configs[profile] = self._chosen(profile, self.find_settings())
            return self._configs[profile]

    def config_with(self, profile: str, flags: Sequence[str]) -> Config:
        """The same with more flags. Raises `ConfigError`."""
        return self._chosen(profile, settings((*self.flags, *flags), self.folder, self.variables))

    @property
    def waiting(self) -> list[WaitingAddress]:
        """The addresses that wait for the person, by their keys."""
        with self._lock:
            return sorted(self._waiting.values(), key=lambda one: one.key)

    def put(self, profile: str, key: str, value: str | None) -> Config:
        """Set a key; None: leave it to the profile again. What new talks have then. Raises `ConfigError` (`SetElsewhere`),
        `StateTrouble`.
        """
        key = own_key(key, "") if is_own(key) else key
        _check(key, value)
        with self._lock:
            if not is_address(key):
                return self._keep(profile, key, value)
            self._waiting.pop(key, None)
            now = self.find_settings().get(key)
            if value is None or (now is not None and is_pages(now) and now.text == value):
                return self._keep(profile, key, value)
            self._keep(profile, key, value, tries=True)
            self._waiting[key] = WaitingAddress(token_hex(8), key, value)
            return self.config(profile)

    def answer(self, profile: str, id: str, *, yes: bool) -> Config:  # noqa: A002  as in a request
        """The person has seen the host of an address that waits: whether it may be used. Raises as `put`."""
        with self._lock:
            found = next((one for one in self._waiting.values() if one.id == id), None)
            if found is None:
                raise ConfigError(NOT_WAITING)
            config = self._keep(profile, found.key, found.address) if yes else self.config(profile)
            self._waiting.pop(found.key, None)
            return config

    def _keep(self, profile: str, key: str, value: str | None, *, tries: bool = False) -> Config:
        """`tries`: nothing is kept."""
        path = persons_file(environment() if self.variables is None else self.variables)
        if path is None:
            raise ConfigError(f"there is no place to keep {HERE}: set HOME or SOLOVOX_STATE")
        with alone(private_folder(path.parent)):
            found = self.find_settings()
            if key in found and found[key].place > PAGE:
                raise SetElsewhere(
                    f"{key} is set in {found[key].said_in}, which goes before {HERE}: change it there"
                )
            before = _own(path)
            mine = {name: one.text for name, one in before.items() if not _goes_with(name, key)}
            mine.pop(key, None)
            if value is not None:
                mine[key] = check_setting(key, value, HERE)[1].text
            others = {name: one for name, one in found.items() if one.place > PAGE}
            said = {name: Setting(text, HERE) for name, text in mine.items()}
            after = {**said, **others}
            for name in [one for one in mine if is_secret(one) and one != key]:
                if self._goes(name, found) != self._goes(name, after):
                    del mine[name], after[name]
            config = self._chosen(profile, after)
            if value is not None and is_secret(key):
                self._may_go(key, config)
            if not tries:
                write(path, file_of(mine).encode(), PRIVATE)
                self._configs.clear()
                self._configs[profile] = config
                self._waiting = {
                    one: there for one, there in self._waiting.items() if not _goes_with(one, key)
                }
        return config

    def _goes(self, key: str, found: Settings) -> tuple[str, str]:
        """Where a key would be sent: to which kind, and its address, if that was set."""
        section, name, _ = key.split(".") if is_own(key) else (key.partition(".")[0], "", "")
        chosen = found.get(f"{section}.kind")
        name = name or ("" if chosen is None else chosen.text)
        variables = this_machine(self.folder, self.variables).variables
        there = found.get(f"{section}.url") if not name else None
        for place in (section, *((BRAIN,) if section == STUDIO else ())):
            if there is None and (kind := _kind_of(place, name)):
                there = address((place, kind), declaration(GROUP_OF[place], kind), found, variables)
        return name, "" if there is None else there.text

    def _may_go(self, key: str, config: Config) -> None:
        """Raises `ConfigError` for a key that would be sent nowhere: its address was set elsewhere, or waits."""
        section = key.partition(".")[0]
        kind = getattr(config, section).kind if section in GENERAL else ""
        table = key.rpartition(".")[0] if is_own(key) else own_key(section, kind)
        if why := config.own.get(table, Own()).apart.get(key.rpartition(".")[2]):
            raise ConfigError(why)
        if wait := next((one for one in (f"{table}.url", f"{section}.url") if one in self._waiting), ""):
            raise ConfigError(FIRST.format(wait))

    def _chosen(self, profile: str, found: Settings) -> Config:
        config = choose(profile, found, this_machine(self.folder, self.variables))
        if config.narrator.kind == "voice":
            factory(VOICES, voice_of(config))
        listens(config, words=config.ear.kind == "local" or has_extra())
        return of_agent(config, self.agent)


def own_keys(group: str, name: str) -> list[str]:
    """The settings of one kind of brain or ear that can be set at the page."""
    section = SECTION_OF[group]
    if section not in GENERAL or (group, name) == (EARS, "local"):
        return []
    try:
        there = {*GENERAL[section], *declaration(group, name).options}
    except ConfigError:  # it cannot be loaded
        return []
    return [own_key(section, name, one) for one in sorted(there & OF_A_KIND)]


def writer_keys(name: str) -> list[str]:
    """The same of a brain that writes the Studio's apps. It has no persona."""
    own = (one.rpartition(".")[2] for one in own_keys(BRAINS, name))
    return [own_key(STUDIO, name, one) for one in own if one != "prompt"]


def settable(key: str) -> bool:
    """Whether it is one of the keys that can be set at the page."""
    kinds = [(group, name) for group in (BRAINS, EARS) for name in names(group)]
    writers = (writer_keys(name) for name in names(BRAINS))
    return (
        key in SETTABLE or any(key in own_keys(*one) for one in kinds) or any(key in one for one in writers)
    )


def is_secret(key: str) -> bool:
    """Whether its value is never told."""
    return key in SECRETS or (is_own(key) and key.rpartition(".")[2] == "api_key")


def is_address(key: str) -> bool:
    """Whether it says where something is sent."""
    return key.rpartition(".")[2] == "url"


def _kind_of(section: str, name: str) -> str:
    """The kind of a section, as it is called; a key has no dashes. Empty: there is none of that name."""
    there = (one for one in names(GROUP_OF[section]) if own_key("", one) == own_key("", name))
    return next((one for one in there if (GROUP_OF[section], one) != (EARS, "local")), "")


def _check(key: str, value: str | None) -> None:
    if not settable(key):
        kinds = "brain.KIND.model, .url, .prompt, .api_key, ear.KIND.model, .url, .api_key, studio.KIND.model, .url, .api_key"
        raise ConfigError(f"{key!r} cannot be set here; what can: learning, {', '.join(SETTABLE)}; {kinds}")
    if value is None:
        return
    if not value.strip():
        raise ConfigError(f"{key} has no value: say null to leave it to the profile")
    if len(value) > LONGEST:
        raise ConfigError(f"{key} has more than {LONGEST} characters")
    lines = value.splitlines() if key.rpartition(".")[2] == "prompt" else [value]
    if not all(line.isprintable() or line.replace("\t", " ").isprintable() for line in lines):
        raise ConfigError(f"{key} has a character that cannot be printed")


def _own(path: Path) -> Settings:
    """What stands in the person's own file."""
    return settings((), path.parent / "no folder", {"SOLOVOX_STATE": str(path.parent)})


def _goes_with(name: str, changed: str) -> bool:
    """Whether a setting goes when this one changes (rule 4)."""
    section, _, last = changed.partition(".")
    of_it = name.startswith(f"{section}.") and name not in (changed, "ear.listens")
    return last == "kind" and not is_own(name) and of_it
