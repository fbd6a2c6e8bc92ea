"""What the page and the server both decide, decided by both: the histories are the core's own, and vitest runs the page's side."""

import json
import os
import random
import subprocess

import numpy as np
import pytest

import house_rules as house
from laws.scene import Scene
from laws.simulation import simulate
from solovox.core import events as e
from solovox.core.conversation import Conversation
from solovox.core.mends import Mend, MendWhy, mend_text
from solovox.core.policy import Approval, Policy
from solovox.core.units import MIC, AudioSpan
from solovox.surfaces.speaker import MELODIES, tone
from solovox.surfaces.web.screen import frame_of
from solovox.view import View, after
from solovox.wire.browser.codec import encode
from solovox.wire.browser.down import StateFrame

SEEDS = range(30)
EVERY = 5
"""Steps between two whole views."""


def state(view):
    """All that a page is told when it is reloaded."""
    return json.loads(encode(StateFrame(view)))


def history(name, policy, events):
    """What a page is told of a session, and what the server shows after some of the steps."""
    talk, view, steps = Conversation(policy), View(), []
    for n, (at, event) in enumerate(events):
        commands = talk.handle(at, event)
        view = after(view, event, commands)
        frames = [frame_of(one, at) for one in (event, *commands)]
        told = [json.loads(encode(frame)) for frame in frames if frame is not None]
        if told:
            steps.append({"frames": told, "state": state(view) if n % EVERY == 0 else None})
    steps.append({"frames": [], "state": state(view)})
    return {"name": name, "steps": steps}


def held():
    """A scene: words that wait for a yes, and one that was typed and answered."""
    scene = Scene(Policy(approval=Approval.REVIEW))
    scene.do(e.Typed("What time is it?"))
    return history("a line that waits", scene.policy, scene.events)


def overheard():
    """A scene: words from behind the person, which are answered once they are asked."""
    scene = Scene(Policy())
    scene.say("What time is it?")
    for text in ("Rain is expected.", "More at ten."):
        scene.do(e.Overheard(AudioSpan(MIC, 0, 16_000), text))
    scene.write(1, "It is noon.")
    scene.do(e.Typed("Rain is expected."))
    return history("what is said behind the person", scene.policy, scene.events)


def histories():
    made = [(seed, simulate(seed)) for seed in SEEDS]
    return [held(), overheard(), *(history(f"history {seed}", one.policy, one.events) for seed, one in made)]


WORDS = ("get", "hub", "c++", "core", "core.py", "User", "-core", "größe", "it's", "a/b", "(x)", "É")
BETWEEN = (" ", "  ", ", ", ".", "-", "/", "’")


def mendings():
    """Texts with mends, and what the server makes of them."""
    chance, found = random.Random(5), []
    for _ in range(500):
        text = "".join(chance.choice(WORDS) + chance.choice(BETWEEN) for _ in range(8))
        heard = (" ".join(chance.choices(WORDS, k=chance.randint(1, 2))).lower() for _ in range(3))
        mends = [
            Mend(one, chance.choice(("A", "B_c", "d.py")), chance.choice(list(MendWhy))) for one in heard
        ]
        plainly = [{"heard": one.heard, "meant": one.meant, "why": one.why.value} for one in mends]
        found.append([text, plainly, mend_text(text, mends)])
    return found


@pytest.mark.slow
def test_the_page_shows_mends_and_sounds_as_the_server_does(driver, tmp_path):
    cues = {kind.value: np.frombuffer(tone(kind), "<i2").tolist() for kind in MELODIES}
    facts = tmp_path / "facts.json"
    facts.write_text(json.dumps({"histories": histories(), "mended": mendings(), "cues": cues}))
    done = subprocess.run(
        [driver / "node", "node_modules/vitest/vitest.mjs", "run", "--reporter=tap-flat"],
        cwd=house.ROOT / "web",
        env={**os.environ, "FACTS": str(facts)},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, done.stdout[-6_000:] + done.stderr[-2_000:]
    assert done.stdout.count("\nok ") == len(SEEDS) + 5, done.stdout[-2_000:]
