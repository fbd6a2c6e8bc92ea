"""A profile, at random, with tools of each kind. Every field of it is drawn: a test counts them."""

from dataclasses import fields, replace
from random import Random
from typing import Final

from solovox.core import units as u
from solovox.core.policy import (
    AfterRead,
    Amendment,
    Approval,
    EarKind,
    Fidelity,
    Limits,
    Listens,
    NarratorKind,
    Policy,
    Risk,
    Routing,
    Scheduling,
    Timing,
    ToolSpec,
)
from solovox.lang.en.words import SENTENCES

TOOLS = (
    ToolSpec(name="ask_agent", routing=True),
    ToolSpec(name="look"),
    ToolSpec(name="send", effects=True, timeout_ms=5_000),
    ToolSpec(name="slow", effects=True, blocking=False, scheduling=Scheduling.WHEN_IDLE),
    ToolSpec(name="risky", effects=True, risk=Risk.ASK),
    ToolSpec(name="clock", read_aloud=True),
    ToolSpec(name="wipe", effects=True, risk=Risk.NEVER),
    ToolSpec(name="later", blocking=False, risk=Risk.ASK, scheduling=Scheduling.INTERRUPT),
)
OTHER_SENTENCES: Final = replace(SENTENCES, nothing="Nothing was read so far.")
EARLIER: Final = (("Person", "what was that"), ("Agent", "It was noon."))


def any_policy(random: Random) -> Policy:
    """A profile, at random."""
    narrator = random.choice(list(NarratorKind))
    policy = Policy(
        ear=EarKind.LIVE
        if narrator in (NarratorKind.RELAY, NarratorKind.SELF)
        else random.choice(list(EarKind)),
        narrator=narrator,
        fidelity=random.choice([Fidelity.STRICT, Fidelity.STRICT, Fidelity.FOLLOW, Fidelity.OFF]),
        exact_voice=random.random() < 0.7,
        routing=random.choice(list(Routing)),
        approval=random.choice([Approval.DIRECT, Approval.DIRECT, Approval.REVIEW, Approval.CORRECT]),
        amendment=random.choice(list(Amendment)),
        barge_in=random.random() < 0.8,
        own_words=random.random() < 0.9,
        owners=random.choice((frozenset(), frozenset(), frozenset({u.SELF}))),
        after_read=random.choice(list(AfterRead)),
        wake=random.choice(["", "", "", "computer"]),
        schedules_results=random.random() < 0.5,
        tools=TOOLS,
        limits=Limits(
            waiting_runs=3,
            waiting_holds=2,
            calls=16,
            remembered=random.choice([6, 4_096]),
            answer_chars=random.choice([200, 4_000_000]),
        ),
    )
    return _more(policy, Random(repr(random.getstate())[:100]))


def _more(policy: Policy, random: Random) -> Policy:
    """What is drawn apart, so that the histories of the seeds that are pinned keep their draws."""
    chance = random.random
    limits = replace(
        policy.limits,
        heard_chars=random.choice((60, 20_000)),
        read_chars=random.choice((40, 600)),
        announcements=random.choice((1, 8)),
        waiting_runs=random.choice((1, 3)),
        waiting_holds=random.choice((1, 2, 8)),
        calls=random.choice((2, 16)),
    )
    return replace(
        policy,
        learning=chance() < 0.5,
        guests=chance() < 0.5,
        pace=random.choice((75, 100, 125)),
        listens=random.choice((Listens.ALWAYS, Listens.WOKEN)),
        follow_ms=random.choice((0, 500, 8_000)),
        spoken_ms=random.choice((0, 0, 1_500, 3_000)),
        understands=policy.ear is EarKind.LOCAL or chance() < 0.95,
        owners=policy.owners | ({u.Principal("bob")} if policy.owners and chance() < 0.3 else frozenset()),
        earlier=EARLIER if chance() < 0.3 else (),
        sentences=OTHER_SENTENCES if chance() < 0.2 else SENTENCES,
        tools=TOOLS if chance() < 0.8 else TOOLS[:-2],
        timing=any_timing(random) if chance() < 0.3 else Timing(),
        limits=limits,
        locale=random.choice(("en", "de", "auto")),
    )


def any_timing(random: Random) -> Timing:
    """Other waits than the usual ones, each a little longer or shorter."""
    usual = Timing()
    waits = {one.name: getattr(usual, one.name) for one in fields(Timing)}
    drawn = {name: int(ms * random.uniform(0.7, 1.4)) for name, ms in waits.items() if isinstance(ms, int)}
    return replace(usual, **drawn, backoff=tuple(2 * ms for ms in usual.backoff))
