"""A profile that changes at any moment of any history: the ear follows it, and is sent what it is owed."""

from random import Random

import pytest

from laws.adversary import Adversary
from laws.any_policy import any_policy
from laws.laws import EarLaws
from solovox.core import events as ev
from solovox.core import units as u
from solovox.core.conversation import Conversation
from solovox.lang.understanding import understand

pytestmark = pytest.mark.slow


def history(seed, steps=150):
    random = Random(seed)
    policy = any_policy(random)
    talk, laws, adversary, at = Conversation(policy), EarLaws(policy), Adversary(random), 0

    def happen(event):
        event = understand(event, talk, u.Instant(at))
        out = talk.handle(u.Instant(at), event)
        laws.see(at, event, out)
        adversary.known.see(out)

    happen(ev.SurfaceJoined(u.SurfaceCaps()))
    for _ in range(steps):
        at += adversary.later()
        event = adversary.next()
        happen(ev.PolicyChanged(any_policy(random)) if random.random() < 0.05 else event)
        for _ in range(25):
            if talk.next_deadline is None or talk.next_deadline > at:
                break
            happen(ev.DeadlineReached())
        else:
            pytest.fail("a deadline that does not move would spin")


@pytest.mark.parametrize("seed", range(0, 200, 20))
def test_L1_L2_the_ear_follows_a_profile_that_changes_at_any_moment(seed):
    for one in range(seed, seed + 20):
        history(one)
