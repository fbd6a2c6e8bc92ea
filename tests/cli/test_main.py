"""The command line itself: it starts at once, says what it can do, and loads nothing for that."""

import subprocess
import sys

import pytest

from cli.running import solovox
from solovox.cli.main import COMMANDS
from solovox.demo.alone import alone

pytestmark = pytest.mark.slow

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


@pytest.mark.parametrize(
    ("words", "says"),
    [
        ((), "journal.keep (never, forever, or a number of days, for example 30 days): How long a session is kept"),
        (("brain.sse",), "brain.sse.url (an address): Where it is, such as http://localhost:8000/ask."),
        (("brain.anthropic",), "brain.anthropic.api_key (a secret): Its key, if it wants one. Also ANTHROPIC_API_KEY."),
        (("patience",), "    now 120 (SOLOVOX_PATIENCE)"),
        (("brain.api_key",), "    now ******** (SOLOVOX_BRAIN__API_KEY)"),
    ],
)  # fmt: skip
def test_every_key_is_listed_with_its_help_and_what_is_set(words, says, run):
    done = run("config", *words, SOLOVOX_PATIENCE="120", SOLOVOX_BRAIN__API_KEY="hunter2-hunter")
    assert says in done.stdout
    assert "hunter2" not in done.stdout


VENDOR = "words go to: Claude Code, and with it to Anthropic; pays: the key in ANTHROPIC_API_KEY"
KEY = {"ANTHROPIC_API_KEY": "a-key-of-the-person"}
CLAUDE = {"SOLOVOX_BRAIN__KIND": "claude_code"}
SERVER = {"SOLOVOX_BRAIN__KIND": "openai_compatible", "SOLOVOX_BRAIN__MODEL": "m"}


@pytest.mark.parametrize(
    ("variables", "says"),
    [
        (CLAUDE | KEY, VENDOR),
        (CLAUDE | KEY | {"ANTHROPIC_BASE_URL": "http://127.0.0.1:9"}, "Claude Code, and with it to the server at 127.0.0.1:9, which is this machine\n"),
        (SERVER | {"SOLOVOX_BRAIN__URL": "http://localhost:11434/v1", "SOLOVOX_BRAIN__API_KEY": "ollama"}, "words go to: the server at localhost:11434, which is this machine\n"),
        (SERVER | {"SOLOVOX_BRAIN__URL": "https://models.example/v1", "SOLOVOX_BRAIN__API_KEY": "theirs"}, "words go to: the server at models.example; pays: the key in "),
        ({"GOOGLE_GEMINI_BASE_URL": "http://127.0.0.1:8765", "GEMINI_API_KEY": "anything"}, "voice goes to: the server at 127.0.0.1:8765, which is this machine\n"),
    ],
)  # fmt: skip
def test_who_gets_what_is_said_is_told_from_the_address(tmp_path, variables, says):
    assert says in solovox("profiles", cwd=tmp_path, **variables).stdout.replace("\n  ", "\n")


def test_the_demonstration_is_said_to_send_nothing_to_a_vendor_and_to_cost_nothing(tmp_path):
    told = solovox("profiles", cwd=tmp_path, **alone({}, tmp_path, "http://127.0.0.1:8123")).stdout
    assert "the server at 127.0.0.1:8123, which is this machine" in told
    assert "Anthropic" not in told
    assert "pays:" not in told
