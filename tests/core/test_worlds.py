"""The plausible world is what it says: by seed, with every fault in it, and with sound that has no holes.

What it finds in the core is in `test_people.py`; nothing here depends on that.
"""

from random import Random

import pytest

import simulate as sim
from laws.answerers import Report, SimulatedSpeaker
from laws.live_ear import EarFault, LiveEar
from laws.simulated_phrases import Phrases, contains, is_part, wanted
from laws.simulated_recogniser import SimulatedRecogniser, Slip, SpokenSound
from laws.worlds import SimulatedMicrophone, World, plausible_policy
from solovox.core import commands as do
from solovox.core import events as ev
from solovox.core.policy import Policy
from solovox.core.units import MIC, AudioSpan, SurfaceCaps


def world(seed=0):
    return World(Random(seed), Policy())


@pytest.mark.parametrize("kind", ["people", pytest.param("typing", marks=pytest.mark.slow)])
def test_a_seed_is_a_history(kind):
    once = sim.play(range(3), kind)
    assert sim.play(range(3), kind) == once


def test_every_fault_has_its_turn():
    worlds = [world(seed) for seed in range(300)]
    assert {fault for one in worlds for fault in LiveEar(one, Phrases(one.random)).faults} == set(EarFault)
    assert {SimulatedRecogniser(one, SimulatedMicrophone(one)).slip for one in worlds} == set(Slip)
    assert {SimulatedSpeaker(one).report for one in worlds} == set(Report)
    assert {plausible_policy(Random(seed)).understands for seed in range(300)} == {True, False}


def test_no_name_is_said_twice():
    phrases = Phrases(Random(1))
    names = [phrases.name() for _ in range(200)]
    assert len(set(names)) == 200


def test_sound_has_no_holes_and_small_pieces_while_somebody_speaks():
    one = world(3)
    mic = SimulatedMicrophone(one)
    mic.start()
    one.happen(ev.SurfaceJoined(SurfaceCaps()))
    one.live(3_000)
    mic.listen(4_000)
    one.live(7_000)
    mic.stop()
    one.live(9_000)
    mic.start()
    one.live(11_000)
    spans = [event.span for _, event, _ in one.log if isinstance(event, ev.SoundCaptured)]
    assert [span.first for span in spans[1:]] == [span.end for span in spans[:-1]]
    assert {span.count for span in spans} >= {640, 16_000}
    assert spans[-1].end <= 9 * 16_000


def test_a_recogniser_writes_what_was_said():
    one = world()
    mic = SimulatedMicrophone(one)
    recogniser = SimulatedRecogniser(one, mic)
    recogniser.slip = Slip.NOTHING
    mic.start()
    one.happen(ev.SurfaceJoined(SurfaceCaps()))
    one.live(1_000)
    said = SpokenSound(1_000, 2_000, (("find", 1_400), ("oslo", 2_000)), mic.position(1_000))
    recogniser.hears(said)
    one.live(6_000)
    events = [
        event for _, event, _ in one.log if not isinstance(event, ev.SoundCaptured | ev.DeadlineReached)
    ]
    final = [event for event in events if isinstance(event, ev.LocalTranscript) and event.final]
    assert [event.text.strip(".").casefold() for event in final] == ["find oslo"]
    ended = next(event for event in events if isinstance(event, ev.SpeechEnded))
    assert (ended.span.first, ended.span) == (16_000, final[0].span)
    assert ev.SpeechConfirmed(16_000) in events


def test_an_ear_hears_only_what_it_was_sent():
    one = world()
    ear = LiveEar(one, Phrases(one.random))
    ear.faults = frozenset()
    ear.can_hear(SpokenSound(0, 1_500, (("find", 500), ("oslo", 1_000), ("today", 1_500))))
    for command in (do.OpenEar(1, False), do.SendMicrophone(1, AudioSpan(MIC, 0, 24_000))):
        ear.perform(command)
    one.live(1_000)
    ear.perform(do.SendMicrophone(1, AudioSpan(MIC, 100, 12_000)))
    one.live(5_000)
    ear.cut(16_000)
    ear.perform(do.SendMicrophone(1, AudioSpan(MIC, 12_100, 20_000)))
    one.live(9_000)
    heard = "".join(event.text for _, event, _ in one.log if isinstance(event, ev.EarTranscript))
    assert heard == " find oslo"


def test_what_steers_the_talk_is_not_wanted():
    policy = Policy(wake="computer")
    assert wanted("Computer, find Oslo. Send it.", policy) == ("find", "oslo")
    assert wanted("And also find Oslo, hang on", policy) == ("find", "oslo")
    assert wanted("Instead find Oslo", policy) == ("find", "oslo")
    assert wanted("Computer.", policy) == ()
    assert contains(("find", "me", "oslo"), ("find", "oslo"))
    assert not contains(("oslo", "find"), ("find", "oslo"))
    assert is_part(("find",), ("find", "oslo"))
    assert not is_part(("find", "oslo"), ("find", "oslo"))
    assert not is_part((), ("find",))
