"""A test that is left out makes the run fail: whatever is missing must be installed, not skipped."""

import gc
import os
import re
import shutil
import signal
import sys
from functools import cache
from importlib.util import find_spec
from pathlib import Path

import pytest
from hypothesis import Phase, settings

TESTS = Path(__file__).parent
ROOT = TESTS.parent
HOME = ROOT / ".alone"


def leave_accounts(environment):
    """What `scripts/alone` does, for a pytest that was started without it: no test touches anybody's account.

    And what is compiled is kept: else each process of a test compiles the package, and each worker rewrites all tests.
    """
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    sys.dont_write_bytecode = False
    (vendors,) = re.findall(r"^VENDORS='(.*)'$", (ROOT / "scripts" / "alone").read_text(), re.MULTILINE)
    for name in [name for name in environment if re.match(vendors, name)]:
        del environment[name]
    if environment.get("NO_ACCOUNTS") != str(HOME):
        old = Path(environment.get("HOME", "/"))
        environment.setdefault("XDG_CACHE_HOME", str(old / ".cache"))
        environment.setdefault("XDG_STATE_HOME", str(old / ".local" / "state"))
        shutil.rmtree(HOME, ignore_errors=True)
    (HOME / "config").mkdir(parents=True, exist_ok=True)
    environment |= {"NO_ACCOUNTS": str(HOME), "HOME": str(HOME), "CLAUDE_CONFIG_DIR": str(HOME / "config")}


def pass_no_ignored_signal():
    """What a shell's `nohup` or `&` ignores, no program of a test ignores, to which it is sent.

    Of what is ignored every program that is started hears nothing; of what has a handler here it hears as if we were not.
    """
    for one in (signal.SIGHUP, signal.SIGINT, signal.SIGQUIT):
        if signal.getsignal(one) is signal.SIG_IGN:
            signal.signal(one, lambda *_: None)


@pytest.fixture(scope="session", autouse=True)
def signals():
    """In the process that runs the tests; the one that starts the workers leaves them what it has."""
    pass_no_ignored_signal()


leave_accounts(os.environ)
collect_ignore_glob = [] if find_spec("claude_agent_sdk") else ["brains_sdk/*"]
"""They run in the environment of the agents' SDKs: `make brains`."""

# A busy machine is no failure. `make check` looks at a few examples of each property, `make test` at more (each run at
# others), `make sim` at many.
settings.register_profile("quick", deadline=None, max_examples=25)
settings.register_profile("solovox", deadline=None, max_examples=40)
settings.register_profile("many", deadline=None, max_examples=400)
# That a test turns red is all that is asked: always with the same examples, and nobody reads the smallest.
settings.register_profile(
    "mutant", deadline=None, derandomize=True, database=None, phases=(Phase.explicit, Phase.generate)
)
settings.load_profile("solovox")


LOADS = (
    "tests/app/test_channel_hour",
    "tests/browser/",
    "tests/devices/test_listen",
    "tests/e2e/",
    "tests/speech/",
    "tests/meaning/",
    "tests/strangers/",
    "tests/test_base_install",
    "tests/test_whole_install",
)
"""Where the tests of a file share something that takes long to make."""


LONGEST = (
    "tests/live/test_gemini_chance",
    "tests/app/test_channel_hour",
    "tests/e2e/test_live_server",
    "tests/e2e/test_hands_free",
    "tests/test_base_install",
    "tests/test_whole_install",
    "tests/e2e/",
)


WHOLE = re.compile(r"^pytestmark = \[?pytest\.mark\.(slow|weights|wide)\b", re.MULTILINE)
"""A mark that all tests of a file have."""
PARTS = ("slow", "weights")
"""The marks of which one names a part of `make test`."""


@cache
def written(path):
    """The marks of parts that a file may give its tests: by itself, by `portions`, or by the fixtures of its folder."""
    near = path.with_name("conftest.py")
    text = path.read_text() + (near.read_text() if near.exists() and path.parent != TESTS else "")
    return {
        mark
        for mark in PARTS
        if f"mark.{mark}" in text or (mark == "slow" and "from portions import" in text)
    }


def pytest_ignore_collect(collection_path, config):
    """A file that can have nothing of this part is not imported: eight workers would each need as long as for all."""
    asked = config.option.markexpr
    if collection_path.suffix != ".py" or not asked:
        return None
    if (part := asked.split()[0]) in PARTS and part not in written(collection_path):
        return True
    whole = WHOLE.search(collection_path.read_text())
    return True if whole and f"not {whole[1]}" in asked else None


@pytest.hookimpl(wrapper=True)
def pytest_collection():
    """What is collected stays to the end: the collector of garbage need not walk it again and again."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.enable()


def unwritten(items):
    """Tests with a mark that is not written where it is looked for: their part would not have them."""
    return [
        item.nodeid
        for item in items
        for mark in PARTS
        if item.get_closest_marker(mark) and mark not in written(item.path)
    ]


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items):
    """What takes longest begins first, or one worker has it still to do when the others have nothing."""
    if lost := unwritten(items):
        raise pytest.UsageError(f"the mark is not to be seen in the file: {', '.join(lost)}")

    def turn(item):
        long = [n for n, start in enumerate(LONGEST) if item.nodeid.startswith(start)]
        return min(long, default=len(LONGEST)), item.get_closest_marker("weights") is None

    items.sort(key=turn)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config, log):
    """With `--dist loadfile` a file goes whole to one worker only where it must; else each test goes by itself."""
    from xdist.scheduler import LoadScopeScheduling

    class ByNeed(LoadScopeScheduling):
        def _split_scope(self, nodeid):
            return nodeid.split("::")[0] if nodeid.startswith(LOADS) else nodeid

    return ByNeed(config, log) if config.getvalue("dist") == "loadfile" else None


def pytest_sessionfinish(session, exitstatus):
    """Turn a run with skipped tests red."""
    reporter = session.config.pluginmanager.get_plugin("terminalreporter")
    skipped = reporter.stats.get("skipped", []) if reporter else []
    if skipped and exitstatus == 0:
        reporter.write_line(f"{len(skipped)} tests were skipped; none may be", red=True)
        session.exitstatus = 1
