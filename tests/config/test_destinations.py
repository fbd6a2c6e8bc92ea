"""Where sound and words go, and who is paid: a statement of the address, never of the kind alone."""

import pytest

from solovox.config.declaring import Declaration, Destination, goes_to, is_here, name_payer
from solovox.parts.brains.claude_code import claude_code
from solovox.ports import AdapterArgs

HERE = (
    "http://127.0.0.1:8123",
    "http://localhost:11434/v1",
    "ws://[::1]:8",
    "http://api.localhost",
    "127.9.9.9:1",
)
AWAY = ("https://api.anthropic.com", "http://192.168.1.7:11434", "wss://localhost.example", "http://[", "")
SAID = Declaration(
    way=Destination(service=lambda _: "Anthropic", program="Claude Code"), pays=lambda _: "the key"
)


def given(**settings):
    return AdapterArgs(settings, None, {})


@pytest.mark.parametrize(("url", "here"), [*((url, True) for url in HERE), *((url, False) for url in AWAY)])
def test_what_is_on_this_machine_is_known_by_its_address(url, here):
    assert is_here(url) is here
    assert bool(name_payer(SAID, given(url=url))) is not here


@pytest.mark.parametrize(
    ("url", "to"),
    [
        (None, "Claude Code, and with it to Anthropic"),
        ("http://127.0.0.1:8123/v1?key=secret", "the server at 127.0.0.1:8123, which is this machine"),
        ("http://[::1]:8", "the server at [::1]:8, which is this machine"),
        ("https://me:secret@models.example/v1", "the server at models.example"),
    ],
)
def test_who_gets_the_words_is_said_by_the_address_without_what_is_secret(url, to):
    said = goes_to(SAID, given(url=url))
    assert said.endswith(to)
    assert "secret" not in said
    assert ("Anthropic" in said) is (url is None)


CLAUDE = claude_code.declaration


def test_claude_code_with_its_model_on_this_machine_sends_no_word_to_its_vendor_and_costs_nothing():
    for setting in ("url", "base_url"):
        elsewhere = given(**{setting: "http://127.0.0.1:9"})
        assert "Anthropic" not in goes_to(CLAUDE, elsewhere)
        assert name_payer(CLAUDE, elsewhere) == ""
    assert goes_to(CLAUDE, given(bedrock="1")) == "Claude Code, and with it to AWS"
    assert goes_to(CLAUDE, given()) == "Claude Code, and with it to Anthropic"
