"""`ear.limit`: how long a connection of a live ear may last, and what it cannot be."""

import pytest

from solovox.config.fields import milliseconds_of
from solovox.config.load import settings
from solovox.config.own import resolve_own
from solovox.config.schema import ConfigError
from solovox.parts.engines.gemini_live import gemini
from solovox.parts.engines.recognisers import limit_ear
from solovox.ports import AdapterArgs
from solovox.shell.links.around_ear import LimitedEar
from solovox.testing.fakes import ScriptedEar
from solovox.testing.memory_sound import MemorySound


def made(*_):
    return ScriptedEar()


def limit_of(folder, *flags):
    return resolve_own(("ear", "gemini"), gemini.declaration, settings(flags, folder, {}), {}).values["limit"]


@pytest.mark.parametrize(
    ("text", "ms"),
    [
        ("90s", 90_000),
        ("15m", 900_000),
        ("15 min", 900_000),
        ("1h", 3_600_000),
        (" 2m ", 120_000),
        ("none", None),
    ],
)
def test_a_time_is_read(text, ms):
    assert milliseconds_of(text) == ms


@pytest.mark.parametrize("text", ["", "15", "0m", "-1m", "1.5h", "15 minutes and", "m", "never", "1d"])
def test_what_is_no_time_is_said(text):
    with pytest.raises(ConfigError, match="write a time such as 90s, 15m or 1h, or none"):
        milliseconds_of(text)


def test_a_live_ear_of_ours_has_a_limit_unless_another_is_set(tmp_path):
    assert limit_of(tmp_path) == "15m"
    assert limit_of(tmp_path, "ear.limit=10 min") == "10 min"
    assert limit_of(tmp_path, "ear.limit=10m", "ear.gemini.limit=none") == "none"


@pytest.mark.parametrize("text", ["59s", "30s", "soon", "15"])
def test_what_it_cannot_be_is_one_line(text, tmp_path):
    with pytest.raises(ConfigError) as raised:
        limit_of(tmp_path, f"ear.limit={text}")
    line = str(raised.value)
    assert line.startswith(f"ear.limit cannot be '{text}' (--set): ")
    assert "\n" not in line


async def test_it_is_put_around_the_ear_that_is_made():
    assert isinstance(limit_ear(made, AdapterArgs({"limit": "15m"}))(MemorySound(), None), LimitedEar)
    for none in ({}, {"limit": "none"}):
        assert isinstance(limit_ear(made, AdapterArgs(none))(MemorySound(), None), ScriptedEar)
