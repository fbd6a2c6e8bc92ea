"""The page's modules without a browser: its fold beside the server's own, its socket, its speaker. Node runs them."""

import json
import random
import shutil
import subprocess

import numpy as np
import pytest

import house_rules as house
from solovox.core import events as e
from solovox.core.conversation import Conversation
from solovox.core.mends import Mend, MendWhy, mended
from solovox.core.policy import Approval, Policy
from solovox.surfaces.cues import MELODIES, tone
from solovox.surfaces.web.shown import shown
from solovox.testing.scene import Scene
from solovox.testing.simulation import simulate
from solovox.view import View, after, plain
from solovox.wire.browser.codec import encode

PAGE = house.ROOT / "src" / "solovox" / "surfaces" / "web" / "page"
MODULES = house.ROOT / "tests" / "browser" / "modules"
SEEDS = range(12)
EVERY = 5
"""Steps between two whole views."""


def sequence(name, policy, events):
    """What a page is told of a session, and what the server shows after some of the steps."""
    talk, view, steps = Conversation(policy), View(), []
    for n, (at, event) in enumerate(events):
        commands = talk.handle(at, event)
        view = after(view, event, commands)
        frames = [shown(one, at) for one in (event, *commands)]
        told = [json.loads(encode(frame)) for frame in frames if frame is not None]
        if told:
            steps.append({"frames": told, "view": plain(view) if n % EVERY == 0 else None})
    steps.append({"frames": [], "view": plain(view)})
    return {"name": name, "steps": steps}


def held():
    """A scene: words that wait for a yes, and one that was typed and answered."""
    scene = Scene(Policy(approval=Approval.REVIEW))
    scene.do(e.Typed("What time is it?"))
    return sequence("a line that waits", scene.policy, scene.events)


def sequences():
    histories = [(seed, simulate(seed)) for seed in SEEDS]
    return [held(), *(sequence(f"history {seed}", one.policy, one.events) for seed, one in histories)]


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
        found.append([text, plainly, mended(text, mends)])
    return found


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """The modules and their tests, as Node takes them."""
    folder = tmp_path_factory.mktemp("modules")
    shutil.copytree(PAGE, folder / "page")
    shutil.copytree(MODULES, folder / "modules")
    shutil.copy(house.ROOT / "protocol" / "browser" / "examples.json", folder)
    cues = {kind.value: np.frombuffer(tone(kind), "<i2").tolist() for kind in MELODIES}
    (folder / "cues.json").write_text(json.dumps(cues))
    (folder / "sequences.json").write_text(json.dumps(sequences()))
    (folder / "mended.json").write_text(json.dumps(mendings()))
    (folder / "package.json").write_text('{"type": "module"}')
    return folder


@pytest.mark.slow
@pytest.mark.parametrize("module", ["view", "link", "speaker", "tidings", "work", "wording", "replay"])
def test_the_modules_of_the_page(folder, driver, module):
    command = [driver / "node", "--test", "--test-reporter=tap", f"modules/{module}.test.mjs"]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0, done.stdout[-6_000:] + done.stderr[-2_000:]
    assert "# pass 0" not in done.stdout
