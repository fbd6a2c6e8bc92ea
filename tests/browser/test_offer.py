"""What the page offers at the beginning: Claude Code's real program where it is ready, its installation where it is not; and a talk on
small weights while the rest comes.
"""

import os
import shutil
import subprocess
import sys
import sysconfig
import threading
import tomllib
import zipfile
from contextlib import contextmanager
from functools import partial
from hashlib import sha256
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

import house_rules as house
from app.toy_extras import wheel
from browser.agents import PROGRAM, installed, scripted
from browser.conftest import AXE, served
from cli.running import variables
from solovox.demo.tour import TourModel
from solovox.weights import Cache

pytestmark = [pytest.mark.wide, pytest.mark.weights, pytest.mark.slow]

QUESTION = "Where is total price defined?"
SMALL = ("whisper-tiny.en", "smart-turn", "silero-vad", "misaki", "piper-joe")


def looks():
    return {"axe": str(AXE), "pictures": os.environ.get("PICTURES", "")}


def copied(folder):
    """A copy of Solovox, whose locks are the test's."""
    shutil.copytree(house.ROOT / "src" / "solovox", folder / "src" / "solovox")
    return folder / "src"


def from_folder(links):
    """What makes pip and uv look into a folder instead of a registry."""
    return {
        f"{client}_{name}": value
        for client in ("PIP", "UV")
        for name, value in (("FIND_LINKS", str(links)), ("NO_INDEX", "1"))
    }


@contextmanager
def held(links):
    """The address of a folder whose wheels come when `go` was asked for."""
    go = threading.Event()

    class Held(SimpleHTTPRequestHandler):
        def do_GET(self):
            if self.path == "/go":
                go.set()
                self.send_response(204)
                self.end_headers()
            elif self.path.endswith(".whl") and not go.wait(120):
                self.send_error(503)
            else:
                super().do_GET()

        def log_message(self, *_):
            """Nobody reads it."""

    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Held, directory=links)) as server:
        serving = threading.Thread(target=server.serve_forever)
        serving.start()
        try:
            yield f"http://127.0.0.1:{server.server_port}/"
        finally:
            go.set()
            server.shutdown()
            serving.join()


@pytest.fixture(scope="module")
def offer(scene, tmp_path_factory):
    installed()
    folder = tmp_path_factory.mktemp("offer")
    shop = folder / "shop"
    shop.mkdir()
    home = {"HOME": str(folder / "home"), "CLAUDE_CONFIG_DIR": str(folder / "config")}
    with scripted(TourModel(word=0, thought=0)) as url:
        sets = (
            f"brain.claude_code.url={url}",
            "brain.claude_code.api_key=demonstration",
            f"workspace={shop}",
        )
        flags = [part for one in sets for part in ("--set", one)]
        ask = [
            PROGRAM,
            "-m",
            "solovox",
            "ask",
            "--text",
            QUESTION,
            "--speed",
            "32",
            "--no-journal",
            "--set",
            "brain.kind=claude_code",
            "--set",
            "narrator.voice=joe",
            *flags,
        ]
        own = variables(folder, PYTHONPATH=str(house.ROOT / "src")) | home
        subprocess.run(ask, cwd=folder, env=own, check=True, stdout=subprocess.DEVNULL)
        with served(
            folder, "--profile", "handoff", "--no-journal", "--limit", "4", *flags, program=PROGRAM, **home
        ) as line:
            yield scene("offered", url=line, question=QUESTION, **looks())


def test_an_agent_that_is_ready_is_offered_first_with_the_session_that_would_go_on(offer):
    assert "local" in offer["offer"]["before"]
    assert offer["offer"]["first"] == "agent"
    assert offer["offer"]["buttons"] == ["Talk to Claude Code", "Begin a new session"]
    assert offer["offer"]["last"].startswith(f"Goes on with {QUESTION}")


def test_one_click_chooses_it_for_good_and_goes_on_with_that_session(offer):
    assert "claude_code" in offer["after"]["thinks"]
    assert offer["after"]["sessions"] == 1, "it went on, and began none"
    assert (offer["setting"]["value"], "the page" in offer["setting"]["origin"]) == ("claude_code", True)
    assert offer["then"] == ["Talk to Claude Code"], "a new one is what Start talking begins"


@pytest.fixture(scope="module")
def install(scene, tmp_path_factory):
    """A server in an environment of its own, whose lock names a small wheel in the agent's place."""
    folder = tmp_path_factory.mktemp("install")
    links = folder / "links"
    links.mkdir()
    source = copied(folder)
    pin = wheel(links, "claude_agent_sdk", more={"claude_agent_sdk/program": os.urandom(60_000_000).hex()})
    (source / "solovox" / "app" / "extras" / "claude.txt").write_text(pin)
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", folder / "venv"], check=True)
    path = os.pathsep.join((str(source), sysconfig.get_path("purelib")))
    home = {"HOME": str(folder / "home"), "CLAUDE_CONFIG_DIR": str(folder / "config")}
    program = folder / "venv" / "bin" / "python"
    with served(
        folder, "--no-journal", "--limit", "4", program=program, source=path, **home, **from_folder(links)
    ) as line:
        facts = scene("installed", url=line, **looks())
    (packages,) = (folder / "venv" / "lib").glob("python*/site-packages")
    return facts | {"packages": {one.name for one in packages.iterdir()}}


def test_nothing_is_installed_without_a_yes_to_how_much_it_is(install):
    assert "168 MB come over the network and take 389 MB of the disk" in install["asks"]
    assert install["states"] == ["missing"], "Escape is no yes"


def test_it_is_shown_how_far_it_is_and_it_can_be_stopped(install):
    assert install["status"] == "Claude Code is being installed."
    assert install["stopped"] == "Claude Code was not installed: it was stopped, and nothing was changed"


def test_it_is_offered_as_soon_as_it_is_there_without_a_new_start(install):
    assert "Claude Code is installed: no key and no login file was found" in install["ready"]
    assert "Talk to Claude Code" in install["ready"]
    assert {one for one in install["packages"] if not one.startswith(("pip", "setuptools", "."))} == {
        "claude_agent_sdk",
        "claude_agent_sdk-1.0.dist-info",
    }


def small_cache(folder):
    """The weights of this machine, but the better recogniser; and the lock by which a wheel of the real one is fetched from a folder."""
    real = Cache(Path(variables(folder)["SOLOVOX_CACHE"]))
    (folder / "cache" / "weights").mkdir(parents=True)
    for name in SMALL:
        (folder / "cache" / "weights" / name).symlink_to(real.folder(real.lock.find(name)))
    return real.folder(real.lock.find("whisper-base"))


def relocked(lock, better, links):
    """The lock, with the better recogniser in one wheel of ours."""
    first, second = lock.split("[[item]]\n", 2)[1:]
    item = tomllib.loads(f"[[item]]\n{first}")["item"][0]
    links.mkdir()
    path = links / "toy_whisper-1.0-py3-none-any.whl"
    info = "toy_whisper-1.0.dist-info"
    with zipfile.ZipFile(path, "w") as archive:
        for one in item["files"]:
            archive.write(better / one["name"], f"toy_whisper/{one['name']}")
        archive.writestr(f"{info}/METADATA", "Metadata-Version: 2.1\nName: toy_whisper\nVersion: 1.0\n")
        archive.writestr(f"{info}/WHEEL", "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n")
        archive.writestr(f"{info}/RECORD", "")
    head = first.split("[[item.packages]]", 1)[0]
    package = f'registry = "pypi"\nname = "toy-whisper"\nversion = "1.0"\nhashes = ["{sha256(path.read_bytes()).hexdigest()}"]\nsize = {path.stat().st_size}\n'
    files = "".join(
        f'[[item.files]]\nname = "{one["name"]}"\nparts = ["toy_whisper/{one["name"]}"]\nsize = {one["size"]}\nsha256 = "{one["sha256"]}"\n'
        for one in item["files"]
    )
    return f"[[item]]\n{head}[[item.packages]]\n{package}{files}\n[[item]]\n{second}"


@pytest.fixture(scope="module")
def growing(scene, tmp_path_factory):
    folder = tmp_path_factory.mktemp("growing")
    better, links, source = small_cache(folder), folder / "links", copied(folder)
    lock = source / "solovox" / "weights" / "lock.toml"
    lock.write_text(relocked(lock.read_text(), better, links))
    cache = {"SOLOVOX_CACHE": str(folder / "cache")}
    with (
        held(links) as registry,
        served(
            folder, "--no-journal", "--limit", "4", source=source, **cache, **from_folder(registry)
        ) as line,
    ):
        facts = scene("grows", url=line, go=f"{registry}go", **looks())
    return facts | {"log": (folder / "log").read_text()}


def test_W3_it_is_answered_on_small_weights_while_the_rest_comes(growing):
    assert growing["coming"].startswith("It hears and speaks with small models for now.")
    assert "42" in growing["answers"][0]
    assert "it begins with whisper-tiny.en and joe" in growing["log"]


def test_a_new_talk_has_the_better_engines_and_a_line_says_so(growing):
    assert growing["came"].startswith("The better engines are here: a new talk hears and speaks with them.")
    assert "new sessions get whisper-base instead of whisper-tiny.en" in growing["log"]
    assert growing["left"] == 0


@pytest.mark.parametrize("visit", ["offer", "install", "growing"])
def test_every_look_is_accessible_and_nothing_is_said_on_the_console(request, visit):
    facts = request.getfixturevalue(visit)
    assert facts["found"] == []
    assert facts["errors"] == []
