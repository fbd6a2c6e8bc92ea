"""The choice of engines: what was set, and the profile for the rest.

Rule 1: what the person set is used as it is, or refused; it is never replaced by another.
Rule 2: a kind that only the profile names serves if it is installed and has what it needs; else it is passed over, and
said in `Config.reasons`. So with no key the local engine serves: a profile's `[live]` part counts where its ear is ready.
Rule 3: what a kind needs is asked of its own declaration (`Installed.missing`), here as everywhere.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

from msgspec import Struct

from solovox.config.beside import is_pages
from solovox.config.declaring import (
    Declaration,
    Installed,
    Words,
    args_of,
    declaration_beside,
    goes_to,
    name_payer,
    readable,
    reads_beside,
)
from solovox.config.errors import ConfigError
from solovox.config.fields import OptionKind, Secret, is_phrase, names_in
from solovox.config.files import KEY as PERSONA
from solovox.config.files import persona_of, persona_path
from solovox.config.keys import KEYS, OF_SESSION, BrainConfig, EarConfig, Keys, NarratorConfig
from solovox.config.load import BORROWED, Setting, Settings, check_setting
from solovox.config.mcp_servers import for_session, masked_values, mcp_servers
from solovox.config.own import lacking, options, resolve_own, tables
from solovox.config.profile import Profile, profile
from solovox.config.schema import NO_NAMES, Config, Own, Reasons, check_kind, own_key

CORRECTOR: Final = "corrector"
STUDIO: Final = "studio"
STUDIO_KIND: Final = "studio.brain.kind"
TEMPLATES: Final = "templates"
"""What writes apps without any brain."""
WAKE_VARIABLE: Final = "WAKE_PHRASE"
GIVEN: Final = (OptionKind.SECRET, OptionKind.ADDRESS)
"""Who gives one of these to an adapter wants it."""


@dataclass(frozen=True, slots=True)
class Chosen:
    """A kind, its own settings, and why it is this one."""

    kind: str
    own: Own
    why: str


def choose(name: str, found: Settings, installed: Installed) -> Config:
    """The configuration of a session. Raises `ConfigError`."""
    chosen = profile(name)
    found = {**_borrow_settings(chosen, installed.variables), **found}
    return ProfileChoice(chosen, found, installed).config([one[:2] for one in tables(found, installed)])


def _borrow_settings(chosen: Profile, variables: Mapping[str, str]) -> Settings:
    """What other programs' variables say that the profile names. Raises `ConfigError`."""
    there = ((key, name) for key, name in chosen.variables.items() if variables.get(name))
    return {
        key: replace(setting, place=BORROWED)
        for key, setting in (check_setting(key, variables[name], name) for key, name in there)
    }


class ProfileChoice:
    """One profile and what was set, on one machine."""

    def __init__(self, chosen: Profile, found: Settings, installed: Installed) -> None:
        self._profile = chosen
        self._found = found
        self._installed = installed
        self._says = f"the profile {chosen.name} says so"

    def config(self, given: Collection[tuple[str, str]]) -> Config:
        """The whole. `given`: the adapters that have a table."""
        chosen, found = self._profile, self._found
        ear = self._ear()
        live = ear.kind != "local"
        narrator, brain = self._narrator(ear, live=live), self._brain()
        corrector, studio = self._corrector(brain), self._studio()
        part = chosen.live if live else chosen.offline
        values = {**chosen.always, **part, **{key: value.text for key, value in found.items()}}
        owned = {own_key(section, one): self._own(section, one) for section, one in given}
        used = (("ear", ear), ("narrator", narrator), ("brain", brain))
        owned |= {own_key(section, one.kind): _usable(one.own) for section, one in used}
        owned |= self._own_beside(CORRECTOR, corrector, brain)
        owned |= self._own_beside(STUDIO, "" if studio == TEMPLATES else studio, brain)
        says: dict[str, Any] = {"spoken_seconds": self._find_declaration("brain", brain.kind).spoken_seconds}
        reads: dict[str, Any] = {
            "kind": narrator.kind,
            "url": _text(narrator.own, "url") or _text(ear.own, "url"),
        }
        typed: dict[str, Any] = {
            **_parse_values(values, Keys),
            "ear": EarConfig(**{**_parse_values(values, EarConfig), **_where(ear)}),
            "narrator": NarratorConfig(**{**says, **_parse_values(values, NarratorConfig), **reads}),
            "brain": BrainConfig(**_where(brain)),
            "recogniser": self._kind("recogniser", "local"),
            "surface": self._kind("surface", "file"),
            "corrector": corrector,
            "studio": studio,
            "wake": self._wake(),
            **self._servers(values["tools"]),
        }
        return Config(
            **typed,
            profile=chosen.name,
            own=owned,
            variables={name: Secret(text) for name, text in self._installed.variables.items()},
            reasons=self._reasons(ear, narrator, brain),
        )

    def _reasons(self, ear: Chosen, narrator: Chosen, brain: Chosen) -> Reasons:
        hears, thinks = self._find_declaration("ear", ear.kind), self._find_declaration("brain", brain.kind)
        return Reasons(
            ear=ear.why,
            narrator=narrator.why,
            brain=brain.why,
            voice_to=goes_to(hears, args_of(ear.own)),
            words_to=goes_to(thinks, args_of(brain.own)),
            pays=name_payer(thinks, args_of(brain.own)),
        )

    def _find_declaration(self, section: str, kind: str) -> Declaration:
        return self._installed.declaration(section, kind)

    def _servers(self, tools: str) -> dict[str, Any]:
        """The tools by name, and the MCP servers."""
        servers = mcp_servers(self._found, self._installed.variables)
        named, there = for_session(servers, names_in(tools), said="tools" in self._found)
        idle = tuple(sorted(servers.keys() - there.keys()))
        return {"tools": named, "mcp": there, "mcp_idle": idle, "handed": masked_values(there.values())}

    def _wake(self) -> str:
        """The phrase that was set, else the profile's. A variable of other programs names it only where the profile asks for one."""
        by, said = self._found.get("wake.by"), self._found.get("wake.phrase")
        if by is not None and by.text != "phrase":
            if said is not None:
                raise ConfigError(f"wake.by = {by.text} ({by.said_in}) needs no wake.phrase: leave one out")
            return _persons_name(self._found.get(PERSONA)) if by.text == "name" else ""
        if said is not None:
            return "" if said.text == NO_NAMES else said.text
        phrase = self._profile.wake
        if phrase and (named := self._installed.variables.get(WAKE_VARIABLE)):
            phrase = str(KEYS["wake.phrase"].parse("wake.phrase", named, WAKE_VARIABLE))
        if by is not None and not phrase:
            raise ConfigError("wake.by = phrase needs a phrase: set wake.phrase")
        return phrase

    def _corrector(self, brain: Chosen) -> str:
        """Who proposes another wording: who is named for it, else the session's brain, if it only writes."""
        said = self._found.get(f"{CORRECTOR}.kind")
        words = {kind: self._words(kind) for kind in self._installed.kinds(CORRECTOR)} if said else {}
        if said is None:
            return brain.kind if self._words(brain.kind) is Words.ALWAYS else ""
        can = [kind for kind, one in words.items() if one is not Words.NEVER]
        check_kind(f"{CORRECTOR}.kind", said.text, said.said_in, (*can, NO_NAMES))
        return "" if said.text == NO_NAMES else said.text

    def _words(self, kind: str) -> Words:
        try:
            return self._find_declaration(CORRECTOR, kind).words
        except ConfigError:  # it cannot be loaded
            return Words.NEVER

    def _own_beside(self, section: str, kind: str, brain: Chosen) -> Mapping[str, Own]:
        """The settings of a brain beside the session's: what the session's brain has, where it is of the same kind, and on top what is its own. A key of
        a vendor's variable is found anew."""
        if not kind:
            return {}
        return {
            own_key(section, kind): self._own(
                section, kind, _lent(brain.own, self._found) if kind == brain.kind else {}
            )
        }

    def _kind(self, section: str, default: str) -> str:
        """The kind that was set, which must be installed, or the default."""
        said = self._found.get(f"{section}.kind")
        if said is None:
            return default
        check_kind(f"{section}.kind", said.text, said.said_in, tuple(self._installed.kinds(section)))
        return said.text

    def _studio(self) -> str:
        """What writes the Studio's apps, where it was said."""
        said = self._found.get(STUDIO_KIND)
        if said is None:
            return ""
        check_kind(STUDIO_KIND, said.text, said.said_in, (*self._installed.kinds(STUDIO), TEMPLATES))
        return said.text

    def _own(self, section: str, kind: str, under: Settings | None = None, ear: str = "") -> Own:
        said, by = declaration_beside(self._installed, section, kind, ear), self._chooser(section, kind)
        return resolve_own((section, kind), said, self._found, self._installed.variables, under, by)

    def _chooser(self, section: str, kind: str) -> Setting | None:
        """What chose a kind. None: all other places would have chosen the same without the page."""
        by = self._found.get(f"{section}.kind")
        if by is None or not is_pages(by) or f"{section}.api_key" not in self._found:
            return by
        rest = {key: one for key, one in self._found.items() if not is_pages(one)}
        alone = ProfileChoice(self._profile, rest, self._installed)
        try:
            theirs = alone._ear() if section == "ear" else alone._brain()
        except ConfigError:
            return by
        return None if theirs.kind == kind else by

    def _try_kind(
        self, section: str, kind: str, under: Settings | None = None, ear: str = ""
    ) -> tuple[Own, str]:
        """The settings of a kind that the profile names, and why it cannot serve; empty: it can."""
        if kind not in self._installed.kinds(section):
            return Own(), f"{kind} is not installed"
        try:
            own = self._own(section, kind, under, ear)
            there = declaration_beside(self._installed, section, kind, ear)
            lacks = lacking(self._installed, (section, kind), own, there)
        except ConfigError as error:
            return Own(), str(error)
        if lacks:
            return own, f"{kind} needs {lacks}"
        unsure = self._find_declaration(section, kind).offered(args_of(own))
        return own, f"{kind} is there for {section}.kind={kind} ({unsure})" if unsure else ""

    def _list_wanted(self, section: str, kind: str, own: Own) -> list[str]:
        """By which keys and variables it was given an address or a secret."""
        there = options(section, self._find_declaration(section, kind)) if own.said else {}
        return [key for name, key in own.said.items() if there[name].kind in GIVEN]

    def _ear(self) -> Chosen:
        if "ear.kind" in self._found:
            kind = self._kind("ear", "local")
            return Chosen(kind, self._own("ear", kind), _set_in(self._found["ear.kind"]))
        whys = []
        for kind in self._profile.ears:
            own, passed = self._try_kind("ear", kind)
            named = self._list_wanted("ear", kind, own)
            if not passed or any(key in self._found for key in named):
                return Chosen(kind, own, f"{named[0]} is set" if named else self._says)
            whys.append(passed)
        return Chosen("local", self._own("ear", "local"), "; ".join(whys))

    def _narrator(self, ear: Chosen, *, live: bool) -> Chosen:
        if "narrator.kind" in self._found:
            kind, why = self._kind("narrator", "voice"), _set_in(self._found["narrator.kind"])
            if refused := self._cannot_read(kind, ear):
                raise ConfigError(f"narrator.kind = {kind} {refused}")
            return Chosen(
                kind, self._own("narrator", kind, self._share_with_narrator(kind, ear), ear.kind), why
            )
        kind = (self._profile.live if live else self._profile.offline)["narrator.kind"]
        why = self._says if live else f"{self._says}, where there is no live model"
        voice = self._own("narrator", "voice")
        if passed := self._cannot_read(kind, ear):
            return Chosen("voice", voice, f"{kind} {passed}")
        own, passed = self._try_kind("narrator", kind, self._share_with_narrator(kind, ear), ear.kind)
        if passed and not any(key in self._found for key in self._list_wanted("narrator", kind, own)):
            return Chosen("voice", voice, passed)
        return Chosen(kind, own, why)

    def _cannot_read(self, kind: str, ear: Chosen) -> str:
        """Why a narrator cannot read beside the ear; empty if it can."""
        if kind not in self._installed.kinds("narrator"):
            return "is not installed"
        beside = self._find_declaration("narrator", kind).reading.beside
        fits = kind != "self" or ear.kind != "local"
        if reads_beside(self._installed, kind, ear.kind) if beside else fits:
            return ""
        which = f" ({' or '.join(readable(self._installed, kind))})" if beside else ""
        return (
            f"needs a live model{which}, and ear.kind is {ear.kind} ({ear.why}): set narrator.kind=voice,"
            " or such an ear"
        )

    def _share_with_narrator(self, kind: str, ear: Chosen) -> Settings:
        """What a narrator that reads beside the ear has from it. A key of a vendor's variable is found anew."""
        if not reads_beside(self._installed, kind, ear.kind):
            return {}
        return _lent(ear.own, self._found, "url", "model", "api_key")

    def _brain(self) -> Chosen:
        found = self._found
        if "brain.kind" in found:
            kind = self._kind("brain", "local")
            there = options("brain", self._find_declaration("brain", kind))
            for key in found:
                section, _, name = key.partition(".")
                if section == "brain" and key in KEYS and name not in (*there, "kind"):
                    raise ConfigError(
                        f"{key} is set ({found[key].said_in}), and brain.kind = {kind} has no such setting: leave it out"
                    )
            return Chosen(kind, self._own("brain", kind), _set_in(self._found["brain.kind"]))
        if "brain.url" in found:
            kind = self._installed.url_brain
            return Chosen(kind, self._own("brain", kind), "brain.url is set")
        for key in ("brain.api_key", "brain.model"):
            if key in found:
                raise ConfigError(
                    f"{key} is set, but nothing says whose it is: set brain.url or brain.kind too"
                )
        passed: list[str] = []
        for name in self._profile.brains:
            own, why = self._try_kind("brain", name)
            if not why:
                named = self._list_wanted("brain", name, own)
                says = f"{named[0]} is set" if named else f"the profile {self._profile.name} says so"
                return Chosen(name, own, ", ".join(passed) or says)
            passed.append(why)
        raise ConfigError(f"no brain of the profile {self._profile.name} can serve: {', '.join(passed)}")


def _parse_values(values: Mapping[str, str], owner: type[Struct]) -> dict[str, Any]:
    """What was said of the keys of a section, by field."""
    there = ((one, values.get(key)) for key, one in OF_SESSION.items() if one.owner is owner)
    return {one.field: one.value(text) for one, text in there if text is not None}


def _set_in(said: Setting) -> str:
    return f"set in {said.said_in}"


def _usable(own: Own) -> Own:
    """Raises `ConfigError` for what would send a key over the network without encryption."""
    if own.refused:
        raise ConfigError(own.refused)
    return own


def _lent(own: Own, found: Settings, *names: str) -> Settings:
    """What an adapter was given, for another: each with where it was said, so that a key goes with its address only."""
    said = own.said
    texts = {name: str(value) for name, value in own.values.items() if name in said or name in names}
    texts |= {name: key.reveal() for name, key in own.secrets.items() if said.get(name) in found}
    there = {name: (text, said.get(name, "")) for name, text in texts.items() if not names or name in names}
    return {
        name: replace(found[key], text=text) if key in found else Setting(text, key, BORROWED)
        for name, (text, key) in there.items()
    }


def _persons_name(said: Setting | None) -> str:
    """What the persona is called, as a wake phrase. Raises `ConfigError`."""
    if said is None:
        raise ConfigError("wake.by = name needs a persona: set persona, a file that begins with # and a name")
    name = persona_of(persona_path(said.text)).name
    if not is_phrase(name):
        raise ConfigError(f"wake.by = name: {name!r} is no wake phrase: set wake.by=phrase and wake.phrase")
    return name


def _where(one: Chosen) -> dict[str, Any]:
    """What ears and brains have in common."""
    key = one.own.secrets.get("api_key")
    return {"kind": one.kind, "url": _text(one.own, "url"), "model": _text(one.own, "model"), "api_key": key}


def _text(own: Own, name: str) -> str | None:
    value = own.values.get(name)
    return str(value) if value is not None else None
