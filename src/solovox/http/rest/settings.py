"""REST: the settings in force, what else can be chosen, what the live ear is told, and what the page sets.

Rule: a secret goes in and never comes out.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final

from msgspec.structs import replace
from starlette.requests import Request

from solovox.app.brain_kinds.options import EXTRA_OF, EXTRAS
from solovox.app.configured import installed, unready
from solovox.app.live_setup import live_setup
from solovox.app.registry import BRAINS, EARS, RECOGNISERS, VOICES, declaration, given, missing, names
from solovox.app.stand_ins import with_stand_ins
from solovox.app.stores import LEARNING, OFF, ON, PersonsStore
from solovox.config.declaring import Installed
from solovox.config.fields import shown_address
from solovox.config.keys import KEYS
from solovox.config.load import Settings, printable
from solovox.config.own import printed
from solovox.config.profile import profile, profiles
from solovox.config.schema import (
    Config,
    ConfigError,
    is_own,
    masked,
    own_key,
    shown,
    value_of,
)
from solovox.http.auth.guard import BROWSER
from solovox.http.auth.known_browsers import KnownBrowsers
from solovox.http.persons_settings import (
    HERE,
    SETTABLE,
    PersonsSettings,
    SetElsewhere,
    WaitingAddress,
    is_secret,
    own_keys,
)
from solovox.http.rest.bodies import (
    AddressToConfirm,
    ChangedSetting,
    Choices,
    ConfirmedAddress,
    Instruction,
    KindOfEngine,
    KindOfUse,
    SettableKey,
    SettingChange,
    SettingInForce,
    SettingsInForce,
)
from solovox.http.rest.corrections import NOWHERE
from solovox.http.rest.offload import DiskThreads
from solovox.http.rest.routes import got, problem, route
from solovox.weights import Cache

# The configuration as it counts: each key with its value, and where it was set or why it is so.
#
# Rule: no secret is told: a key is masked, and whatever may be one in an address, as everywhere (`config/schema.py`).


def in_force(config: Config, found: Settings, installed: Installed) -> SettingsInForce:
    """What a new session has. `found`: what was set. Raises `ConfigError`."""
    rows = [*_values(config, found), *_own(found, installed)]
    return SettingsInForce(profile=config.profile, settings=[_blackened(one, config) for one in rows])


def with_learning(shown: SettingsInForce, store: PersonsStore) -> SettingsInForce:
    """Beside them: whether edits teach. Raises `StoreError`."""
    told = SettingInForce(key=LEARNING, value=ON if store.learning() else OFF, origin="what was taught")
    return replace(shown, settings=[*shown.settings, told])


def _values(config: Config, found: Settings) -> Iterator[SettingInForce]:
    for key, option in KEYS.items():
        if (value := option.text(value_of(config, key))) is not None:
            yield SettingInForce(key=key, value=shown(key, value), origin=_origin(config, found, key))


def _own(found: Settings, installed: Installed) -> Iterator[SettingInForce]:
    """Settings of adapters' own that were set."""
    for key, (value, origin) in printable(found, printed(found, installed)).items():
        if is_own(key):
            yield SettingInForce(key=key, value=value, origin=origin)


def _blackened(one: SettingInForce, config: Config) -> SettingInForce:
    return replace(one, value=masked(one.value, config.secrets))


def _origin(config: Config, found: Settings, key: str) -> str:
    section, _, name = key.partition(".")
    if section in ("ear", "narrator", "brain"):
        if name == "kind":
            return str(getattr(config.reasons, section))
        own = config.own.get(own_key(section, getattr(config, section).kind))
        said = own.said.get(name) if own is not None else None
        if said is not None:  # by its own table, by the section's key, or by a variable of another program
            return found[said].said_in if said in found else said
    if key in found:
        return found[key].said_in
    chosen = profile(config.profile)
    part = chosen.live if config.ear.kind != "local" else chosen.offline
    return f"profile {config.profile}" if key in chosen.always or key in part else "by default"


AT: Final = "/api/settings"
TAG: Final = "settings"
ASK_THERE: Final = "an address is confirmed by you, at a page that was opened with the token; or set it where Solovox is started"
WAITS: Final = (
    "at the page an address was set to which would be sent {}: {}. It is not used before you confirm it there"
)
CONFIRMED: Final = "you confirmed at the page where is sent from the next talk on {}: {}"
FIXED: Final = "nothing can be set at this server: its program sets everything"


@dataclass(frozen=True, slots=True)
class SettingsPlace:
    """Where settings come from, and go."""

    profile: str
    shown: Callable[[], SettingsInForce]
    own: PersonsSettings | None
    weights: Cache
    store: PersonsStore | None
    browsers: KnownBrowsers
    say: Callable[[str], None]

    def settable(self) -> PersonsSettings:
        """What the person sets. Raises a problem where nothing can be set."""
        if self.own is None:
            raise problem(409, FIXED)
        return self.own


class SettingsRoutes:
    """What new talks are like. All of it waits for the disk."""

    def __init__(self, place: SettingsPlace, disk: DiskThreads) -> None:
        self._place = place
        self._quick = disk

    @got(AT, TAG, "Settings in force")
    async def listed(self) -> SettingsInForce:
        """The configuration of new sessions, and where each value comes from. Secrets are masked."""
        return await self._quick.done(self._listed)

    @route("PUT", AT, TAG, "Set one, for new talks")
    async def change(self, change: SettingChange) -> ChangedSetting:
        """Set one, from the next talk on. Nothing is written that no talk could begin with."""
        work = self._learn if change.key == LEARNING else self._put
        return await self._quick.done(lambda: work(change))

    @route("POST", f"{AT}/confirm", TAG, "Confirm an address")
    async def confirm(self, confirmed: ConfirmedAddress, request: Request) -> ChangedSetting:
        """The person's answer to an address, of which they were shown the host. A yes is taken from a browser only that was let in
        by the token: no program that has the token itself, and no device that was paired, says it for them.
        """
        browser = self._place.browsers.get(request.scope.get(BROWSER, ""))
        if confirmed.yes and (browser is None or browser.by != "token"):
            raise problem(403, ASK_THERE)
        return await self._quick.done(lambda: self._answered(confirmed))

    @got("/api/choices", TAG, "What can be chosen")
    async def choices(self) -> Choices:
        """What can be chosen, and what of it is ready."""
        return await self._quick.done(self._choices)

    @got("/api/instruction", TAG, "What the live ear is told")
    async def instruction(self) -> Instruction:
        """What the live ear is told to be, with what was taught, as `solovox instruction` shows it."""
        return await self._quick.done(self._instruction)

    def _listed(self) -> SettingsInForce:
        own = self._place.own
        waiting = [] if own is None else [_asked(one) for one in own.waiting]
        return replace(self._place.shown(), waiting=waiting)

    def _put(self, change: SettingChange) -> ChangedSetting:
        own = self._place.settable()
        before = own.waiting
        answer = self._done(change.key, lambda: own.put(self._place.profile, change.key, change.value))
        new = next((one for one in own.waiting if one not in before), None)
        if new is None:
            return answer
        self._place.say(WAITS.format(new.gets, new.host))
        return replace(answer, waits=_asked(new))

    def _answered(self, given: ConfirmedAddress) -> ChangedSetting:
        own, profile = self._place.settable(), self._place.profile
        found = next((one for one in own.waiting if one.id == given.id), None)
        answer = self._done(
            "" if found is None else found.key, lambda: own.answer(profile, given.id, yes=given.yes)
        )
        if found is not None and given.yes:
            self._place.say(CONFIRMED.format(found.gets, found.host))
        return answer

    def _done(self, key: str, work: Callable[[], Config]) -> ChangedSetting:
        place = self._place
        try:
            config = work()
        except SetElsewhere as error:
            raise problem(409, str(error)) from None
        except ConfigError as error:
            raise problem(422, str(error)) from None
        rows = {one.key: one for one in in_force(config, place.settable().found(), installed()).settings}
        row = rows.get(key)
        return ChangedSetting(
            key=key,
            value=None if row is None else row.value,
            origin="by default" if row is None else row.origin,
            missing=list(unready(with_stand_ins(config, place.weights), place.weights)),
        )

    def _learn(self, change: SettingChange) -> ChangedSetting:
        if self._place.store is None:
            raise problem(409, NOWHERE)
        if change.value not in (ON, OFF, None):
            raise problem(422, f"{LEARNING} is {ON} or {OFF}")
        self._place.store.learn(on=change.value == ON)
        return ChangedSetting(key=LEARNING, value=change.value or OFF, origin=HERE, missing=[])

    def _choices(self) -> Choices:
        own = self._place.settable()
        config = own.config(self._place.profile)
        found, weights = own.found(), self._place.weights
        return Choices(
            profile=self._place.profile,
            profiles=[KindOfUse(name=one.name, about=one.about) for one in profiles().values()],
            brains=[_kind(BRAINS, one, config, weights) for one in names(BRAINS)],
            ears=[_kind(EARS, one, config, weights) for one in names(EARS)],
            voices=[_kind(VOICES, one, config, weights) for one in names(VOICES)],
            settings=[*_keys(found)],
            suggestions=list(own.suggestions),
        )

    def _instruction(self) -> Instruction:
        place = self._place
        own = place.settable()
        config = own.config(place.profile)
        try:
            _, plan, _ = live_setup(lambda flags: own.config_with(place.profile, flags) if flags else config)
        except ConfigError as error:
            raise problem(409, str(error)) from None
        told = plan.taught(place.store.words() if place.store is not None else ())
        return Instruction(text=told.instruction, used=config.ear.kind != "local", model=plan.model)


def _asked(one: WaitingAddress) -> AddressToConfirm:
    address = shown_address(one.address)
    return AddressToConfirm(id=one.id, key=one.key, address=address, host=one.host, gets=one.gets)


def _kind(group: str, name: str, config: Config, weights: Cache) -> KindOfEngine:
    asked = (RECOGNISERS, config.recogniser) if (group, name) == (EARS, "local") else (group, name)
    try:
        lacks = missing(*asked, given(config, *asked, weights=weights, agent=config.agent))
    except ConfigError as error:  # it cannot be loaded
        lacks = str(error)
    unsure = "" if lacks else declaration(*asked).offered(given(config, *asked, agent=config.agent))
    extra = EXTRAS.get(EXTRA_OF.get(name, "")) if group == BRAINS else None
    return KindOfEngine(
        name=name,
        ready=not lacks,
        missing=lacks,
        keys=own_keys(group, name),
        unsure=unsure,
        installs=extra.name if extra is not None and not extra.is_there else "",
    )


def _keys(found: Settings) -> Iterator[SettableKey]:
    kinds = {"brain.kind": names(BRAINS), "ear.kind": names(EARS)}
    for key in SETTABLE:
        before = found[key].said_in if key in found and found[key].place > 0 else ""
        yield SettableKey(
            key=key, values=list(kinds.get(key, KEYS[key].among)), secret=is_secret(key), elsewhere=before
        )
    yield SettableKey(key=LEARNING, values=[ON, OFF], secret=False, elsewhere="")
