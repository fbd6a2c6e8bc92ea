"""A profile, at random, with tools of each kind."""

from dataclasses import replace
from random import Random

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
    ToolSpec,
)

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
    # of other draws: one more would make other histories of the seeds that are pinned
    return replace(
        policy,
        learning=policy.after_read is AfterRead.RESTART,
        guests=policy.approval is not Approval.REVIEW,
        pace=125 if policy.wake else 100,
        listens=Listens.WOKEN if policy.wake and policy.schedules_results else Listens.ALWAYS,
    )
