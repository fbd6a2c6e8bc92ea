"""`solovox profiles` says who gets what is said, and who pays: a model on this machine is no vendor's, and costs nothing."""

import pytest

from cli.running import solovox
from solovox.demo.alone import alone

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
