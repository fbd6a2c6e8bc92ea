"""REST: the settings in force, what else can be chosen, what the live ear is told, and what the page sets.

Rule: a secret goes in and never comes out.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Annotated, Final

import msgspec
from msgspec import Meta
from msgspec.structs import replace
from starlette.requests import Request

from solovox.config.fields import shown_address
from solovox.config.keys import KEYS
from solovox.config.load import Settings
from solovox.config.profile import profiles
from solovox.config.schema import (
    Config,
    ConfigError,
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
from solovox.http.rest.corrections import NOWHERE
from solovox.http.rest.in_force import AddressToConfirm, SettingsInForce, in_force
from solovox.http.rest.routes import DiskThreads, RequestBody, problem, route, route_get
from solovox.live.setup import add_corrections
from solovox.parts.brains.options import EXTRA_OF
from solovox.parts.configured import this_machine, unready
from solovox.parts.engines.live import live_setup
from solovox.parts.engines.stand_ins import with_stand_ins
from solovox.parts.registry import (
    BRAINS,
    EARS,
    RECOGNISERS,
    VOICES,
    adapter_args,
    declaration,
    missing,
    names,
)
from solovox.parts.stores import LEARNING, OFF, ON, PersonsStore
from solovox.studio.session import not_begun
from solovox.weights import Cache
from solovox.weights.extras import EXTRAS

AT: Final = "/api/settings"
TAG: Final = "settings"
ASK_THERE: Final = "an address is confirmed by you, at a page that was opened with the token; or set it where Solovox is started"
WAITS: Final = (
    "at the page an address was set to which would be sent {}: {}. It is not used before you confirm it there"
)
CONFIRMED: Final = "you confirmed at the page where is sent from the next talk on {}: {}"
FIXED: Final = "nothing can be set at this server: its program sets everything"


class ConfirmedAddress(RequestBody):
    """The address that the person has seen, and whether it may be used."""

    id: Annotated[str, Meta(max_length=100)]
    yes: Annotated[bool, Meta(description="False: it is taken back, and what was there before stays.")] = True


class SettingChange(RequestBody):
    """A setting that is to be another from the next talk on. `value`: null leaves it to the profile again."""

    key: str
    value: str | None


class ChangedSetting(msgspec.Struct):
    """A setting as it counts from the next talk on. Secrets are masked."""

    key: str
    value: Annotated[str | None, Meta(description="Null: it has none.")]
    origin: Annotated[str, Meta(description="Where it was set, or why it is so.")]
    missing: Annotated[
        list[str], Meta(description="What the next talk would need and has not; empty: it can begin.")
    ]
    waits: Annotated[
        AddressToConfirm | None,
        Meta(description="It is an address, and is not used before the person has confirmed it."),
    ] = None


class KindOfEngine(msgspec.Struct):
    """A brain, an ear or a voice that can be chosen by its name."""

    name: str
    ready: bool
    missing: Annotated[str, Meta(description="What it needs and has not, in one line; empty: it is ready.")]
    keys: Annotated[list[str], Meta(description="The settings of its own that can be set here.")]
    unsure: Annotated[
        str, Meta(description="Why it cannot be known whether it is ready, such as a login that is not seen.")
    ] = ""
    installs: Annotated[
        str, Meta(description="What `POST /api/installs/NAME` would have to install for it; empty: nothing.")
    ] = ""


class KindOfUse(msgspec.Struct):
    """A profile."""

    name: str
    about: str


class SettableKey(msgspec.Struct):
    """A key that can be set here."""

    key: str
    values: Annotated[list[str], Meta(description="The values that it may have; empty: any text.")]
    about: Annotated[str, Meta(description="What it decides.")]
    secret: bool
    elsewhere: Annotated[
        str, Meta(description="The place that sets it and goes before this; empty: it can be set here.")
    ]


class Choices(msgspec.Struct):
    """What can be chosen on this machine."""

    profile: str
    profiles: list[KindOfUse]
    brains: list[KindOfEngine]
    ears: list[KindOfEngine]
    voices: list[KindOfEngine]
    settings: list[SettableKey]
    suggestions: Annotated[
        list[str], Meta(description="What one can say here at first, as who runs the server suggests.")
    ]


class Instruction(msgspec.Struct):
    """What the live ear is told to be, with what was taught. `used`: a live ear is chosen; else it is what one would be told."""

    text: str
    used: bool
    model: str


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

    @route_get(AT, TAG, "Settings in force")
    async def list_settings(self) -> SettingsInForce:
        """The configuration of new sessions, and where each value comes from. Secrets are masked."""
        return await self._quick.run(self._read_settings)

    @route("PUT", AT, TAG, "Set one, for new talks")
    async def change(self, change: SettingChange) -> ChangedSetting:
        """Set one, from the next talk on. Nothing is written that no talk could begin with."""
        work = self._learn if change.key == LEARNING else self._put
        return await self._quick.run(lambda: work(change))

    @route("POST", f"{AT}/confirm", TAG, "Confirm an address")
    async def confirm(self, confirmed: ConfirmedAddress, request: Request) -> ChangedSetting:
        """The person's answer to an address, of which they were shown the host. A yes is taken from a browser only that was let in
        by the token: no program that has the token itself, and no device that was paired, says it for them.
        """
        browser = self._place.browsers.get(request.scope.get(BROWSER, ""))
        if confirmed.yes and (browser is None or browser.by != "token"):
            raise problem(403, ASK_THERE)
        return await self._quick.run(lambda: self._answer_address(confirmed))

    @route_get("/api/choices", TAG, "What can be chosen")
    async def choices(self) -> Choices:
        """What can be chosen, and what of it is ready."""
        return await self._quick.run(self._choices)

    @route_get("/api/instruction", TAG, "What the live ear is told")
    async def instruction(self) -> Instruction:
        """What the live ear is told to be, with what was taught, as `solovox instruction` shows it."""
        return await self._quick.run(self._instruction)

    def _read_settings(self) -> SettingsInForce:
        own = self._place.own
        waiting = [] if own is None else [_describe_waiting(one) for one in own.waiting]
        return replace(self._place.shown(), waiting=waiting)

    def _put(self, change: SettingChange) -> ChangedSetting:
        own = self._place.settable()
        before = own.waiting
        answer = self._do_and_describe(
            change.key, lambda: own.put(self._place.profile, change.key, change.value)
        )
        new = next((one for one in own.waiting if one not in before), None)
        if new is None:
            return answer
        self._place.say(WAITS.format(new.gets, new.host))
        return replace(answer, waits=_describe_waiting(new))

    def _answer_address(self, given: ConfirmedAddress) -> ChangedSetting:
        own, profile = self._place.settable(), self._place.profile
        found = next((one for one in own.waiting if one.id == given.id), None)
        answer = self._do_and_describe(
            "" if found is None else found.key, lambda: own.answer(profile, given.id, yes=given.yes)
        )
        if found is not None and given.yes:
            self._place.say(CONFIRMED.format(found.gets, found.host))
        return answer

    def _do_and_describe(self, key: str, work: Callable[[], Config]) -> ChangedSetting:
        place = self._place
        try:
            config = work()
        except SetElsewhere as error:
            raise problem(409, str(error)) from None
        except ConfigError as error:
            raise problem(422, str(error)) from None
        rows = {
            one.key: one
            for one in in_force(config, place.settable().find_settings(), this_machine()).settings
        }
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
        found, weights = own.find_settings(), self._place.weights
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
            _, plan, _ = live_setup(
                lambda flags: own.config_with(place.profile, flags) if flags else config, not_begun
            )
        except ConfigError as error:
            raise problem(409, str(error)) from None
        told = add_corrections(plan, place.store.words() if place.store is not None else ())
        return Instruction(text=told.instruction, used=config.ear.kind != "local", model=plan.model)


def _describe_waiting(one: WaitingAddress) -> AddressToConfirm:
    address = shown_address(one.address)
    return AddressToConfirm(id=one.id, key=one.key, address=address, host=one.host, gets=one.gets)


def _kind(group: str, name: str, config: Config, weights: Cache) -> KindOfEngine:
    asked = (RECOGNISERS, config.recogniser) if (group, name) == (EARS, "local") else (group, name)
    try:
        lacks = missing(*asked, adapter_args(config, *asked, weights=weights, agent=config.agent))
    except ConfigError as error:  # it cannot be loaded
        lacks = str(error)
    unsure = "" if lacks else declaration(*asked).offered(adapter_args(config, *asked, agent=config.agent))
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
            key=key,
            values=list(kinds.get(key, KEYS[key].among)),
            about=KEYS[key].about,
            secret=is_secret(key),
            elsewhere=before,
        )
    yield SettableKey(
        key=LEARNING,
        values=[ON, OFF],
        about="Whether your edits are learned from.",
        secret=False,
        elsewhere="",
    )
