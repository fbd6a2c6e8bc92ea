"""A configuration becomes the core's policy: words become the values of its enums."""

from collections.abc import Sequence

from solovox.app.live_ears import freezes, schedules
from solovox.app.tool_selection import specs
from solovox.config.schema import Config
from solovox.core.policy import (
    AfterRead,
    Amendment,
    Approval,
    EarKind,
    Fidelity,
    NarratorKind,
    Policy,
    Routing,
)
from solovox.live.gemini.setup import ROUTING
from solovox.ports import Tool


def policy(config: Config, named: Sequence[Tool] = (), *, bare: bool = False) -> Policy:
    """The core's part of a configuration. A live ear that has a brain beside it hands over by a routing tool;
    one that has none is called back by its own tools, which freeze it only where its family wants that (C2).
    `bare`: the base install, without words and without a voice."""
    live, alone = config.ear.kind != "local", config.narrator.kind == "self"
    routing = (ROUTING,) if live and not alone else ()
    blocking = not alone or freezes(config.ear)
    return Policy(
        ear=EarKind.LIVE if live else EarKind.LOCAL,
        understands=not (live and bare),
        narrator=NarratorKind(config.narrator.kind),
        fidelity=Fidelity(config.narrator.fidelity),
        exact_voice=config.narrator.kind in ("reader", "relay") and not bare,
        routing=Routing(config.routing),
        approval=Approval(config.approval),
        amendment=Amendment(config.amend),
        barge_in=config.barge_in,
        after_read=AfterRead(config.ear.after_read),
        wake=config.wake,
        schedules_results=schedules(config.ear),
        tools=(*routing, *specs(config, named, blocking=blocking)),
    )
