"""A configuration becomes the core's policy: words become the values of its enums."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from random import SystemRandom
from typing import Final

from solovox.config.schema import Config, ConfigError
from solovox.core.policy import (
    ROUTING,
    AfterRead,
    Amendment,
    Approval,
    EarKind,
    Fidelity,
    Listens,
    NarratorKind,
    Policy,
    Routing,
    ToolSpec,
)
from solovox.core.units import Principal
from solovox.lang.languages import pack_of
from solovox.parts.configured import speaks
from solovox.parts.engines.local import GET_EXTRA
from solovox.parts.registry import EARS, NARRATORS, declaration
from solovox.parts.tools.selection import spec
from solovox.ports import Brain, Tool

UNSEEN: Final = "It needs a screen to be allowed on: open the page of this talk, and answer there."
"""What is said of an act whose screen went while it waited: no voice says its code (law A6)."""


def policy(config: Config, named: Sequence[Tool] = (), *, bare: bool = False) -> Policy:
    """The core's part of a configuration. A live ear that has a brain beside it hands over by a routing tool;
    one that has none is called back by its own tools, which freeze it only where its family wants that (C2).
    `bare`: the base install, without words and without a voice. Where the voice does not speak the language, words of ours are only shown. Raises `ConfigError` for what cannot be (T6)."""
    live, alone = config.ear.kind != "local", config.narrator.kind == "self"
    routing = (replace(ROUTING, name=config.ear.hand_over),) if live and not alone else ()
    ear, spoken = declaration(EARS, config.ear.kind).traits(config.ear.model), speaks(config)
    return Policy(
        ear=EarKind.LIVE if live else EarKind.LOCAL,
        understands=not (live and bare),
        narrator=narrator_kind(config.narrator.kind),
        fidelity=Fidelity(config.narrator.fidelity),
        exact_voice=declaration(NARRATORS, config.narrator.kind).reading.checked and not bare and spoken,
        routing=Routing(config.routing),
        approval=Approval(config.approval),
        amendment=Amendment(config.amend),
        owners=frozenset(map(Principal, config.owners)),
        guests=config.guests,
        spoken_ms=1000 * config.narrator.spoken_seconds,
        pace=config.narrator.speed,
        own_words=config.own_words and (spoken or config.narrator.kind != "voice"),
        barge_in=config.barge_in,
        after_read=AfterRead(config.ear.after_read),
        wake=config.wake,
        listens=listens(config, words=not (live and bare)),
        follow_ms=1000 * config.wake_follow_seconds,
        schedules_results=not live or ear.schedules,
        tools=(*routing, *map(spec_of(config), named)),
        locale=config.language,
        sentences=pack_of(config.language).sentences,
    )


def draw_codes(rules: Policy) -> Policy:
    """The policy of one session: its codes come in an order that no agent can foresee (A2). It is in the first line of a journal."""
    holds, dice = rules.sentences.holds, SystemRandom()
    first, second = (tuple(dice.sample(words, len(words))) for words in (holds.first, holds.second))
    new = replace(holds, first=first, second=second, by_saying=UNSEEN)
    return replace(rules, sentences=replace(rules.sentences, holds=new))


def listens(config: Config, *, words: bool) -> Listens:
    """What becomes of speech without the wake phrase (T6). It can be spared only where our recogniser gives `words`. Raises `ConfigError`."""
    said = config.ear.listens
    if said != Listens.WOKEN.value:
        spared = said is None and bool(config.wake) and words
        return Listens.WOKEN if spared else Listens.ALWAYS
    if not config.wake:
        raise ConfigError("ear.listens = woken needs a wake phrase: set wake.phrase, or ear.listens = always")
    if not words:
        raise ConfigError(
            f"ear.listens = woken needs a recogniser here that gives words: run: {GET_EXTRA},"
            " or set ear.listens = always"
        )
    return Listens.WOKEN


def describe_listening(policy: Policy) -> str:
    """What is listened to and kept, in one line; empty where there is no wake phrase."""
    if not policy.wake:
        return ""
    if policy.spares:
        return f'listens: for "{policy.wake}"; what is said without it is neither sent nor kept (ear.listens = woken)'
    why = "" if policy.understands else "; its words cannot be told here"
    return (
        f'listens: always, and answers after "{policy.wake}"; all that is said may be sent and kept'
        f" (ear.listens = always{why})"
    )


def spec_of(config: Config) -> Callable[[Tool], ToolSpec]:
    """What the core must know of a tool, also of one that comes later."""
    alone = config.narrator.kind == "self"
    freezes = declaration(EARS, config.ear.kind).traits(config.ear.model).freezes
    return partial(
        spec,
        asks=config.effects == "ask",
        blocking=not alone or freezes,
        beside=config.ear.kind != "local" and not alone,
        aloud=frozenset(config.ear.tools),
    )


def narrator_kind(kind: str) -> NarratorKind:
    """What a narrator is to the core: one that a package added is believed, or checked as a reader or a relay is (G6)."""
    if kind in {one.value for one in NarratorKind}:
        return NarratorKind(kind)
    said = declaration(NARRATORS, kind).reading
    if said.relays:
        return NarratorKind.RELAY
    return NarratorKind.READER if said.checked else NarratorKind.VOICE


def asks_early(config: Config, brain: Brain | None) -> bool:
    """Whether it is asked before it is sure that the person has finished (law T2). Raises `ConfigError`."""
    can = brain is not None and brain.early
    if config.ask_early == "yes" and not can:
        raise ConfigError(
            f"ask_early = yes: what {config.brain.kind} has begun cannot be taken back: set no, or leave it out"
        )
    wanted = config.ask_early == "yes" or (config.ask_early == "free" and brain is not None and brain.free)
    return can and wanted and config.ear.kind == "local" and config.narrator.kind == "voice"
