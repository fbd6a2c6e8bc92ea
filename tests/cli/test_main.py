"""The command line itself: it starts at once, says what it can do, and loads nothing for that."""

import subprocess
import sys

import pytest

from cli.running import solovox
from solovox.cli.main import COMMANDS

HEAVY = ("numpy", "onnxruntime", "ctranslate2", "soundfile", "soxr", "msgspec", "rich", "httpx2", "asyncio")


def test_help_names_every_command(tmp_path):
    done = solovox("--help", cwd=tmp_path)
    assert done.returncode == 0
    for name, (_, about) in COMMANDS.items():
        assert name in done.stdout
        assert " ".join(about.split()[:3]) in done.stdout


def test_help_imports_nothing_heavy(tmp_path):
    program = (
        "import sys; from solovox.cli.main import main; main(['--help']); "
        f"print([name for name in {HEAVY} if name in sys.modules])"
    )
    done = solovox(cwd=tmp_path, program=("-c", program))
    assert done.stdout.splitlines()[-1] == "[]"


@pytest.mark.slow
def test_a_reader_who_has_seen_enough_is_no_error(tmp_path):
    head = subprocess.run(
        f"{sys.executable} -m solovox profiles | head -1", shell=True, capture_output=True, text=True
    )
    assert head.stdout.startswith("talk: ")
    assert "Traceback" not in head.stderr


def test_profiles_say_what_would_be_used_here(run):
    done = run("profiles")
    assert [line.split(":")[0] for line in done.stdout.splitlines() if not line.startswith(" ")] == [
        "talk", "discord", "handoff", "studio",
    ]  # fmt: skip
    assert "here: ear local, narrator voice, brain local, routing nudge" in done.stdout
