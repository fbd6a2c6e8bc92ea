"""`solovox discord` where it cannot begin: one line, which says what to do."""

import pytest

from cli.running import solovox
from solovox.config.choosing import choose
from solovox.config.load import settings
from solovox.config.schema import ConfigError
from solovox.discord.voice.libopus import lacking
from solovox.parts.registry import ThisMachine


@pytest.mark.slow
def test_without_a_token_it_says_where_to_get_one(tmp_path):
    done = solovox("discord", cwd=tmp_path)
    assert done.returncode == 2
    (line,) = done.stderr.splitlines()
    assert "DISCORD_BOT_TOKEN" in line
    assert "docs/howto/discord.md" in line


def test_without_libopus_it_says_how_to_install_it():
    assert (
        lacking(lambda _: None)
        == "a voice in Discord needs libopus: apt install libopus0 (macOS: brew install opus)"
    )
    assert lacking(lambda name: f"lib{name}.so.0") == ""


@pytest.mark.parametrize(
    ("name", "text", "said"),
    [
        ("idle_minutes", "0", "write 0.1 to 1440"),
        ("hours_a_day", "25", "write 0 to 24"),
        ("guild", "my server", "write a number: the id of the server"),
    ],
)
def test_what_cannot_be_set_is_one_line(name, text, said):
    with pytest.raises(ConfigError, match=said):
        choose("discord", settings([f"surface.discord.{name}={text}"], variables={}), ThisMachine())


@pytest.mark.slow
def test_a_live_ear_without_a_key_ends_it_before_it_goes_online(tmp_path):
    done = solovox("discord", "--set", "ear.kind=gemini", cwd=tmp_path, DISCORD_BOT_TOKEN="x" * 40)
    assert done.returncode == 2
    assert done.stderr.splitlines()[-1].startswith("solovox: ear.kind = gemini needs ear.api_key")
