"""Which tools a live ear is declared: decided here and nowhere else, each time a connection is opened.

Rule 1: beside a brain the routing tool, and tools that only look (C5); in `self` all that the session has.
Rule 2: at most `MOST`, those first that are there whatever is said: the routing tool, then the tools that were named one
by one, then those of sets; in `self`, those nearest to what was said last. The more a model is declared, the worse it
chooses.
"""

from collections.abc import Collection, Iterable
from typing import Final

from solovox.core.policy import Approval, NarratorKind, Policy
from solovox.ports import Tool

MOST: Final = 20
"""Declarations of one connection."""


def declared(
    policy: Policy, tools: Iterable[Tool], near: Collection[str] = (), most: int = MOST
) -> list[Tool]:
    """Those of `tools` (as a `Toolbox` has them: those of sets last) that the next connection is told of.
    Those in `near`, by name, come before others.

    The tools by which an ear hands over and accepts are made where a setup is; here they take their room."""
    alone = policy.narrator is NarratorKind.SELF
    ours = 0 if alone else 1 + (policy.approval is not Approval.DIRECT)
    known = {spec.name for spec in policy.tools if not spec.routing and (alone or spec.read_aloud)}
    there = sorted((tool for tool in tools if tool.name in known), key=lambda tool: tool.name not in near)
    return there[: most - ours]
