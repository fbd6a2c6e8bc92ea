"""The plausible world is what it says: by seed, with every fault in it, and with sound that has no holes.

What it finds in the core is in `test_people.py`; nothing here depends on that.
"""

from random import Random

import pytest

import simulate as sim
from laws.answerers import Report, SimulatedSpeaker
from laws.live_ear import EarFault, LiveEar
from laws.simulated_phrases import Phrases
from laws.simulated_recogniser import SimulatedRecogniser, Slip
from laws.worlds import SimulatedMicrophone, World, plausible_policy
from solovox.core.policy import Policy

pytestmark = pytest.mark.slow


def world(seed=0):
    return World(Random(seed), Policy())


@pytest.mark.parametrize("kind", ["people", pytest.param("typing", marks=pytest.mark.wide)])
def test_a_seed_is_a_history(kind):
    once = sim.play(range(3), kind)
    assert sim.play(range(3), kind) == once


def test_every_fault_has_its_turn():
    worlds = [world(seed) for seed in range(300)]
    assert {fault for one in worlds for fault in LiveEar(one, Phrases(one.random)).faults} == set(EarFault)
    assert {SimulatedRecogniser(one, SimulatedMicrophone(one)).slip for one in worlds} == set(Slip)
    assert {SimulatedSpeaker(one).report for one in worlds} == set(Report)
    assert {plausible_policy(Random(seed)).understands for seed in range(300)} == {True, False}
