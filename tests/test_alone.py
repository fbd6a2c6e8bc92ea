"""Nothing here touches anybody's account."""

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from conftest import HOME, ROOT

pytestmark = pytest.mark.slow

SHOW = [sys.executable, "-c", "import os, json; print(json.dumps(dict(os.environ)))"]


def environment_of(tmp_path, **variables):
    """What a command sees that `scripts/alone` runs, in a checkout of its own."""
    (tmp_path / "checkout" / "scripts").mkdir(parents=True)
    script = shutil.copy(ROOT / "scripts" / "alone", tmp_path / "checkout" / "scripts" / "alone")
    told = subprocess.run(
        [str(script), *SHOW],
        env={"PATH": os.environ["PATH"], "HOME": str(tmp_path), **variables},
        capture_output=True,
        text=True,
        check=True,
    )
    return json.loads(told.stdout)


VENDORS = [
    "ANTHROPIC_API_KEY", "ANTHROPIC_AUTH_TOKEN", "ANTHROPIC_BASE_URL", "CLAUDE_CODE_OAUTH_TOKEN", "OPENAI_API_KEY", "OPENAI_BASE_URL",
    "GEMINI_API_KEY", "GOOGLE_API_KEY", "GOOGLE_APPLICATION_CREDENTIALS", "GOOGLE_GEMINI_BASE_URL", "AWS_PROFILE", "AZURE_OPENAI_API_KEY",
    "CODEX_HOME", "OPENROUTER_API_KEY", "MISTRAL_API_KEY", "HF_TOKEN", "ELEVENLABS_API_KEY",
]  # fmt: skip


def test_no_command_of_make_sees_a_vendors_variable_or_the_persons_home(tmp_path):
    (tmp_path / ".claude").mkdir()
    seen = environment_of(tmp_path, **dict.fromkeys(VENDORS, "secret"), CLAUDE_CONFIG_DIR=str(tmp_path))
    assert "secret" not in seen.values()
    assert Path(seen["HOME"]) == tmp_path / "checkout" / ".alone"
    assert list(Path(seen["CLAUDE_CONFIG_DIR"]).iterdir()) == []
    assert Path(seen["CLAUDE_CONFIG_DIR"]).parent == Path(seen["HOME"])


IGNORED = """
import signal, subprocess, sys
sys.path.insert(0, sys.argv[1])
names = ["SIGHUP", "SIGINT", "SIGQUIT"]
for name in names:
    signal.signal(getattr(signal, name), signal.SIG_IGN)
import conftest
conftest.pass_no_ignored_signal()
ask = f"import signal; print([signal.getsignal(getattr(signal, name)) is signal.SIG_IGN for name in {names}])"
print(subprocess.check_output([sys.executable, "-c", ask], text=True).strip())
for name in names:
    signal.raise_signal(getattr(signal, name))
"""


def test_a_program_of_a_test_hears_the_signals_that_a_shell_has_pytest_ignore():
    command = [sys.executable, "-c", IGNORED, str(ROOT / "tests")]
    assert subprocess.check_output(command, text=True) == "[False, False, False]\n"


def test_what_is_compiled_is_kept(tmp_path):
    assert "PYTHONDONTWRITEBYTECODE" not in environment_of(tmp_path, PYTHONDONTWRITEBYTECODE="1")
    assert "PYTHONDONTWRITEBYTECODE" not in os.environ


@pytest.mark.parametrize(("said", "kept"), [({}, ".cache"), ({"XDG_CACHE_HOME": "/c"}, "/c")])
def test_caches_stay_what_they_are(tmp_path, said, kept):
    assert environment_of(tmp_path, **said)["XDG_CACHE_HOME"] == str(tmp_path / kept)


def test_no_test_sees_them_either():
    assert Path(os.environ["HOME"]) == HOME
    assert not any(os.environ.get(name) for name in VENDORS)


@pytest.mark.parametrize(
    "target",
    [
        "talk",
        "page",
        "page-checks",
        "fast",
        "slow",
        "with-weights",
        "browser",
        "brains",
        "strangers",
        "sim",
        "bench",
    ],
)
def test_each_target_that_runs_something_runs_it_alone(target):
    recipe = re.search(rf"^{target}:.*\n((?:\t.*\n)+)", (ROOT / "Makefile").read_text(), re.MULTILINE)[1]
    lines = [
        line for line in recipe.splitlines() if re.search(r"pytest|solovox |scripts/(sim|bench|page)", line)
    ]
    assert lines
    assert [line for line in lines if "$(ALONE)" not in line] == ["\t$(BIN)/solovox talk $(TALK)"] * (
        target == "talk"
    )
