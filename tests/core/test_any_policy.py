"""Random profiles draw every field of a profile, of its waits and of its limits: what is never drawn is never tried."""

from dataclasses import fields
from random import Random

import pytest

from laws.any_policy import any_policy
from solovox.core.policy import EarKind, Limits, NarratorKind, Policy, Timing

DRAWN = [any_policy(Random(seed)) for seed in range(600)]


@pytest.mark.parametrize(
    ("of", "part"),
    [
        (Policy, lambda policy: policy),
        (Timing, lambda policy: policy.timing),
        (Limits, lambda policy: policy.limits),
    ],
    ids=["policy", "timing", "limits"],
)
def test_every_field_is_drawn(of, part):
    drawn = [part(policy) for policy in DRAWN]
    alike = [
        one.name
        for one in fields(of)
        if all(getattr(each, one.name) == getattr(drawn[0], one.name) for each in drawn)
    ]
    assert not alike, f"any_policy never varies {alike} of {of.__name__}: draw it there"


@pytest.mark.parametrize(
    "of", ["ear", "narrator", "fidelity", "routing", "approval", "amendment", "after_read", "listens"]
)
def test_every_choice_is_drawn(of):
    assert {getattr(policy, of) for policy in DRAWN} == set(type(getattr(Policy(), of)))


def test_what_it_draws_can_be_lived_with():
    for policy in DRAWN:
        assert policy.ear is EarKind.LIVE or policy.narrator not in (NarratorKind.RELAY, NarratorKind.SELF)
        assert policy.understands or policy.ear is EarKind.LIVE
