"""Random histories in which no screen shows what waits, and the person says yes, no and what they said again: all laws hold."""

from dataclasses import replace
from random import Random

import pytest

from laws.adversary import WORDS
from laws.any_policy import any_policy
from laws.simulation import play, under
from solovox.core import commands as do
from solovox.core import events as ev
from solovox.core.policy import Approval, EarKind, NarratorKind
from solovox.core.units import SurfaceCaps

pytestmark = pytest.mark.slow

ANSWERS = (
    "yes",
    "yes",
    "yes",
    "no",
    "no I said what date is it",
    "I meant run the files",
    "not the date but the files",
)
SAID = (*ANSWERS, *ANSWERS, *WORDS)


def history(seed, narrator=NarratorKind.VOICE, steps=150):
    """One of them, by its seed. Beside a live reader an exact voice reads back."""
    random = Random(f"unseen {seed}")
    approval = random.choice((Approval.REVIEW, Approval.CORRECT))
    policy = replace(any_policy(random), approval=approval, narrator=narrator, own_words=True)
    policy = replace(policy, owners=frozenset(), understands=True)
    if narrator is NarratorKind.RELAY:
        policy = replace(policy, ear=EarKind.LIVE, exact_voice=True)
    return play(under(policy), random, steps, SAID, SurfaceCaps(screen=False))


@pytest.mark.parametrize(
    ("narrator", "seeds"), [(NarratorKind.VOICE, range(16)), (NarratorKind.RELAY, range(40, 70))]
)
def test_A6_histories_without_a_screen_keep_the_laws(narrator, seeds):
    seen = {"read back": 0, "corrected": 0, "aloud": 0}
    for seed in seeds:
        told = history(seed, narrator)
        texts = {}
        for (_, event), out in zip(told.events, told.commands, strict=True):
            for one in out:
                seen["read back"] += isinstance(one, do.ShowNotice) and one.text.startswith("You said")
                if isinstance(one, do.ShowHold):
                    seen["corrected"] += texts.get(one.hold, one.text) != one.text
                    texts[one.hold] = one.text
                clicked = isinstance(event, ev.ConsentGiven)
                granted = isinstance(one, do.CloseHold) and one.outcome is do.Outcome.GRANTED
                seen["aloud"] += granted and not clicked
    assert all(seen.values()), seen
