"""The settings in force: every key, whatever set it, and never a secret."""

import pytest

from solovox.config.choosing import choose
from solovox.config.keys import KEYS
from solovox.config.load import settings
from solovox.http.rest.in_force import in_force
from solovox.parts.configured import this_machine

KEY = "a-key-of-sixteen"


@pytest.fixture
def shown(tmp_path):
    """What is told for some flags, variables and a file: (value, origin) by key."""

    def make(*flags, file="", **variables):
        (tmp_path / "solovox.toml").write_text(file)
        found = settings(flags, tmp_path, variables)
        here = this_machine(tmp_path, variables)
        told = in_force(choose("talk", found, here), found, here)
        return {one.key: (one.value, one.origin) for one in told.settings}

    return make


def test_where_nothing_is_set_the_profile_and_defaults_are_told(shown):
    found = shown()
    assert found["routing"] == ("nudge", "profile talk")
    assert found["amend"] == ("queue", "profile talk")
    assert found["journal.keep"] == ("30 days", "by default")
    assert found["own_words"] == ("yes", "by default")
    assert found["narrator.spoken_seconds"] == ("0", "by default")
    assert found["owners"] == ("none", "by default")
    assert found["tools"][0].startswith("get_time, date, ")
    assert found["ear.kind"][0] == "local"
    assert found["narrator.kind"] == ("voice", "the profile talk says so, where there is no live model")
    assert set(found) <= set(KEYS)
    assert set(KEYS) - set(found) == {
        "ear.listens", "ear.url", "ear.model", "ear.api_key", "ear.limit", "narrator.url", "narrator.voice",
        "brain.url", "brain.model", "brain.api_key", "brain.session", "brain.permissions", "brain.tools",
        "brain.prompt", "brain.command", "brain.first_seconds", "brain.idle_seconds", "workspace", "persona",
        "wake.by",
    }  # fmt: skip


def test_each_place_where_something_is_set_is_named(shown, tmp_path):
    found = shown(
        "routing=code", "brain.url=http://localhost:1/v1", "brain.model=small",
        file='approval = "review"\n[journal]\nkeep = "7 days"', SOLOVOX_AMEND="replace",
    )  # fmt: skip
    assert found["routing"] == ("code", "--set")
    assert found["approval"] == ("review", str(tmp_path / "solovox.toml"))
    assert found["journal.keep"] == ("7 days", str(tmp_path / "solovox.toml"))
    assert found["amend"] == ("replace", "SOLOVOX_AMEND")
    assert found["brain.kind"] == ("openai_compatible", "brain.url is set")
    assert found["brain.model"] == ("small", "--set")


SECRET = [
    (("brain.url=http://localhost:1/v1", f"brain.api_key={KEY}"), {}),
    ((f"brain.url=http://me:{KEY}@localhost:1/v1?token={KEY}",), {}),
    (("brain.url=http://localhost:1/v1", f"brain.openai_compatible.api_key={KEY}"), {}),
    (("brain.kind=openai_compatible", "brain.url=https://api.openai.com/v1"), {"OPENAI_API_KEY": KEY}),
    (("ear.kind=gemini", f"ear.api_key={KEY}"), {}),
    ((), {"GEMINI_API_KEY": KEY}),
    (("brain.url=http://localhost:1/v1", f"brain.api_key={KEY}", f"brain.model=model-{KEY}"), {}),
]


@pytest.mark.parametrize(("flags", "variables"), SECRET)
def test_no_secret_is_told(shown, flags, variables):
    found = shown(*flags, **variables)
    assert KEY not in str(found)
    assert "********" in str(found)


def test_a_key_of_another_program_s_variable_is_told_by_the_variable(shown):
    assert shown(GEMINI_API_KEY=KEY)["ear.api_key"] == ("********", "GEMINI_API_KEY")
