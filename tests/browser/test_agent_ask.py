"""`solovox ask` in a repository of code: Claude Code's real program is allowed a change and refused a command, by a sound file. The
journal replays, and its page, drawn by the browser, shows steps, holds, use and the diff.
"""

import re
import shutil
import subprocess
from html.parser import HTMLParser

import pytest

import house_rules as house
from browser.agents import PROGRAM, installed, own, scripted
from browser.conftest import PATIENCE
from cli.running import variables
from e2e.conftest import JOE, Asked
from solovox.demo.project import FILES, project_in
from solovox.demo.tour import TourModel

pytestmark = [pytest.mark.weights, pytest.mark.slow]

SPEED = 2
ANSWERED = 9
"""Seconds of the talk after which the agent has asked, or answered, also on a busy machine."""


@pytest.fixture(scope="module")
def asked(wav, tmp_path_factory):
    """The talk: the edit gets a yes at the screen, the command a no aloud."""
    program, folder, shop = installed(), tmp_path_factory.mktemp("asked"), tmp_path_factory.mktemp("shop")
    project_in(shop)
    said = wav(0.5, "Fix the failing test.", ANSWERED, "No.", ANSWERED)
    acts = ("--do", "accept@held", "--speed", str(SPEED), "--set", f"workspace={shop}", *JOE)
    with scripted(TourModel()) as url:
        done = subprocess.run(
            [program, "-m", "solovox", "ask", said, "--out", "answer.wav", "--journal", "journal", *acts],
            cwd=folder,
            env=own(folder, url),
            capture_output=True,
            text=True,
            timeout=PATIENCE,
            stdin=subprocess.DEVNULL,
            check=False,
        )
    assert done.returncode == 0, done.stdout + done.stderr
    return shop, Asked(folder, done)


def test_what_was_allowed_is_done_and_the_refused_command_did_not_run(asked):
    shop, talk = asked
    changed = FILES["basket.py"].replace("price + price", "price - price")
    assert {one.name: one.read_text() for one in shop.iterdir()} == FILES | {"basket.py": changed}
    assert "I did not run the tests: you said no." in talk.done.stdout


def test_R1_the_talk_replays_identically(asked):
    assert asked[1].replayed().startswith("identical: ")


class Words(HTMLParser):
    """What stands in each element that has an id."""

    def __init__(self):
        super().__init__()
        self.inside, self.found = [], {}

    def handle_starttag(self, tag, attributes):
        if tag in ("ul", "table", "section", "span"):
            self.inside.append(dict(attributes).get("id"))

    def handle_endtag(self, tag):
        if tag in ("ul", "table", "section", "span"):
            self.inside.pop()

    def handle_data(self, data):
        for name in filter(None, self.inside):
            self.found[name] = self.found.get(name, "") + " " + data


@pytest.fixture(scope="module")
def drawn(asked, driver):
    """The words of the timeline's page, as the browser has drawn it."""
    folder = asked[1].folder
    make = [PROGRAM, "-m", "solovox", "timeline", "journal", "--html", "timeline.html"]
    subprocess.run(
        make,
        cwd=folder,
        env=variables(folder, PYTHONPATH=str(house.ROOT / "src")),
        check=True,
        capture_output=True,
        timeout=PATIENCE,
    )
    show = [shutil.which("chromium"), "--headless", "--no-sandbox", "--disable-gpu", "--dump-dom"]
    done = subprocess.run(
        [*show, f"file://{folder}/timeline.html"],
        check=True,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
    )
    words = Words()
    words.feed(done.stdout)
    return {name: re.sub(r"\s+", " ", text) for name, text in words.found.items()}


def test_C6_the_timeline_shows_steps_use_and_the_diff(drawn):
    assert "replays identically" in drawn["chips"]
    assert "Read basket.py · done" in drawn["turns"]
    assert "Edit basket.py · done, has effects" in drawn["turns"]
    assert re.search(r"[\d ]+ tokens read, \d+ written(?! · \$)", drawn["turns"])
    assert "changed: basket.py +1 −1" in drawn["turns"]
    assert "- return price + price * DISCOUNT + return price - price * DISCOUNT" in drawn["turns"]


def test_A1_the_timeline_shows_what_waited_and_what_became_of_it(drawn):
    edit, command = re.findall(r"(Edit|Bash) \{.*?\} (it \w+ a \w+) [\d.]+ s (\w+) at", drawn["held"])
    assert edit == ("Edit", "it changes a file", "granted")
    assert command == ("Bash", "it runs a command", "denied")
