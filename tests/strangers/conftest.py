"""Strangers: programs on the SDKs of others, unpatched, each a process of its own that is told where to connect and no more."""

import fcntl
import json
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from threading import Timer

import pytest

import house_rules as house
from cli.serving import start, stop
from e2e.conftest import written
from portions import sampled
from speech.conftest import said
from strangers.told import Told

HERE = Path(__file__).parent / "programs"
ROOM = house.ROOT / ".strangers"
PATIENCE = 300
"""Seconds that a talk may take on a busy machine."""
SDKS = {
    "python 3.4": ("genai-3", ()),
    "python 2.34": ("genai-2", ()),
    "javascript 3.1": ("js", ("@google/genai",)),
    "javascript 2.32": ("js", ("genai-2",)),
}


def installed(name):
    """Where the stranger of that name lives; installs it if it is not there."""
    ROOM.mkdir(exist_ok=True)
    with (ROOM / ".alone").open("w") as alone:  # two workers may come at once
        fcntl.flock(alone, fcntl.LOCK_EX)
        subprocess.run([house.ROOT / "scripts" / "strangers", name], check=True, stdout=sys.stderr)
    return ROOM / name


@pytest.fixture(scope="session")
def serve(tmp_path_factory):
    """A function: flags to a running `Server`; the same flags, the same server. One runs at a time."""
    running = {}

    def ended():
        while running:
            stop(running.popitem()[1])

    def started(*flags):
        if flags not in running:
            ended()
            running[flags] = start(tmp_path_factory.mktemp("server"), *flags)
        return running[flags]

    yield started
    ended()


@dataclass
class Stranger:
    """One at work, in a process of its own that has its plan. It is killed after `PATIENCE`."""

    process: subprocess.Popen
    wrong: Path
    """Where its standard error goes."""
    lines: list = field(default_factory=list)

    def __post_init__(self):
        self._late = Timer(PATIENCE, self.process.kill)
        self._late.start()

    def until(self, words):
        """Read on until it tells of something."""
        for line in self.process.stdout:
            self.lines.append(line)
            if words in line:
                return
        raise AssertionError(self._trouble())

    def told(self):
        """All of it, when it has come to the end of its plan."""
        self.lines += self.process.stdout
        assert self.end() == 0, self._trouble()
        return Told([json.loads(line) for line in self.lines])

    def end(self):
        """Whatever it does: its exit code."""
        with self.process:
            self.process.stdout.read()
            self.process.wait()
        self._late.cancel()
        return self.process.returncode

    def _trouble(self):
        return "\n".join([self.wrong.read_text(), *(line[:300] for line in self.lines[-40:])])


def begun(sdk, folder, server, plan, env=None):
    """A `Stranger`. `env`: its environment, if not the printed one of its language."""
    name, arguments = SDKS[sdk]
    home = installed(name)
    folder.mkdir()
    if name == "js":
        shutil.copy(HERE / "client.mjs", folder)
        (folder / "node_modules").symlink_to(home / "node_modules")
        command, language = [home / "node", folder / "client.mjs", *arguments], "javascript"
    else:
        command, language = [home / "bin" / "python", HERE / "client.py"], "python"
    (folder / "plan.json").write_text(json.dumps(plan))
    with (folder / "plan.json").open() as given, (folder / "wrong").open("w") as wrong:
        process = subprocess.Popen(
            command,
            stdin=given,
            env=server.environment(language) if env is None else env,
            cwd=folder,
            stdout=subprocess.PIPE,
            stderr=wrong,
            text=True,
        )
    return Stranger(process, folder / "wrong")


def talk(sdk, folder, server, plan, env=None):
    """What a stranger told of its whole talk."""
    return begun(sdk, folder, server, plan, env).told()


@pytest.fixture(scope="session")
def together(tmp_path_factory):
    """A function: a server, a plan, and some SDKs to what each was told. All talk at once, and once only."""
    known = {}
    with ThreadPoolExecutor(len(SDKS)) as pool:

        def talks(server, plan, sdks):
            key = json.dumps([server.told, plan])
            if key not in known:
                folder = tmp_path_factory.mktemp("talk")
                known[key] = {
                    sdk: pool.submit(talk, sdk, folder / sdk.replace(" ", "-"), server, plan) for sdk in sdks
                }
            return known[key]

        yield talks


IN_MAKE_TEST = {
    "a_question_is_heard_handed_over_answered_and_spoken": "python 3.4",
    "the_person_takes_the_floor": "javascript 3.1",
    "the_person_says_where_an_utterance_begins_and_ends": "javascript 2.32",
    "of_several_tools_the_one_that_is_meant_is_called": "python 2.34",
    "results_that_nobody_waits_for_are_said_when_they_say": "javascript 3.1",
    "another_instruction_counts_from_then_on": "javascript 2.32",
    "without_tools_the_brain_answers": "python 2.34",
    "what_is_to_be_read_is_read": "python 3.4",
    "a_half_cascade_answers_in_text": "javascript 2.32",
    "what_cannot_be_is_refused_with_the_reason": "python 2.34",
    "a_connection_that_ends_says_so_and_is_resumed": "javascript 3.1",
    "a_stranger_that_stays_is_closed_with_a_reason": "python 3.4",
}
"""Each talk once, each SDK three times: the talks that need most of a client go to the newest of each language. `make strangers`
holds every talk with every SDK."""


def pytest_generate_tests(metafunc):
    if "stranger" in metafunc.fixturenames:
        here = IN_MAKE_TEST[metafunc.function.__name__.removeprefix("test_")]
        sdks = sampled(SDKS, [here])
        metafunc.parametrize("stranger", sdks, indirect=True, ids=lambda name: name.replace(" ", "-"))


@pytest.fixture
def stranger(request, together):
    """A function: a server and a plan to what this SDK `Told`."""
    sdks = [
        one.callspec.params["stranger"]
        for one in request.session.items
        if one.path == request.node.path and one.originalname == request.node.originalname
    ]
    return lambda server, plan: together(server, plan, dict.fromkeys(sdks))[request.param].result()


@pytest.fixture(scope="session")
def spoken(tmp_path_factory):
    """A function: text to the path of its sound, said by flite: another voice than the server's own."""
    folder = tmp_path_factory.mktemp("spoken")
    return lambda text: str(written(folder / f"{len(list(folder.iterdir()))}.wav", said(text)))
