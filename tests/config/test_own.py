"""Settings of an adapter's own: declared by it, checked by it, secret where it says so."""

from typing import Annotated

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import Struct

from config.machine import MachineOf
from solovox.config.choosing import choose
from solovox.config.declaring import Declaration, setting
from solovox.config.fields import Address, Secret, options_of
from solovox.config.load import printable, settings
from solovox.config.own import print_own
from solovox.config.schema import MASK, SECTIONS, ConfigError
from solovox.parts.registry import ThisMachine

SECRET = "sk-never-to-be-seen"


class Mine(Struct, frozen=True, kw_only=True):
    size: str | None = None
    """How big."""
    effort: float = 2
    """How hard."""
    quiet: bool = False
    """Says less."""
    mood: Annotated[str | None, setting(choices=("kind", "curt"))] = None
    """How it answers."""
    where: Address | None = None
    """Where it is."""
    token: Annotated[Secret | None, setting("MINE_TOKEN", "MINE_KEY", host="mine.example")] = None
    """Its key."""


OPTIONS = options_of(Mine)
DECLARED = {"brain__my-brain": Declaration(Mine), "tools__notes": Declaration(Mine)}
MINE = ["brain.kind=my-brain"]


class Place:
    """A folder, an environment and flags."""

    def __init__(self, folder):
        self.folder = folder

    def found(self, flags=(), file="", env=None):
        (self.folder / "solovox.toml").write_text(file)
        return settings(flags, self.folder, env or {})

    def machine(self, env=None):
        return MachineOf(ThisMachine(), env, **DECLARED)

    def own(self, flags=(), file="", env=None):
        config = choose("talk", self.found([*MINE, *flags], file, env), self.machine(env))
        return config.own["brain.my_brain"]


@pytest.fixture
def place(tmp_path):
    return Place(tmp_path)


@pytest.mark.parametrize(
    ("said", "value"),
    [
        ({"file": '[brain.my-brain]\nsize = "large"'}, "large"),
        ({"file": '[brain.my_brain]\nsize = "large"'}, "large"),
        ({"env": {"SOLOVOX_BRAIN__MY_BRAIN__SIZE": "large"}}, "large"),
        ({"flags": ["brain.my-brain.size=large"]}, "large"),
        ({"file": '[brain.my-brain]\nsize = "a"', "env": {"SOLOVOX_BRAIN__MY_BRAIN__SIZE": "b"}}, "b"),
        ({"env": {"SOLOVOX_BRAIN__MY_BRAIN__SIZE": "b"}, "flags": ["brain.my-brain.size=c"]}, "c"),
    ],
)
def test_a_table_is_said_in_every_place_and_the_later_wins(said, value, place):
    assert place.own(**said).values["size"] == value


@pytest.mark.parametrize(
    ("file", "values"),
    [
        ("", {"effort": 2, "quiet": False}),
        ("effort = 3", {"effort": 3, "quiet": False}),
        ('effort = "0.5"', {"effort": 0.5, "quiet": False}),
        ("quiet = true", {"effort": 2, "quiet": True}),
        ('quiet = "on"', {"effort": 2, "quiet": True}),
        ('mood = "curt"', {"effort": 2, "quiet": False, "mood": "curt"}),
        ('where = "http://h"', {"effort": 2, "quiet": False, "where": "http://h"}),
    ],
)
def test_text_becomes_what_was_declared(file, values, place):
    assert place.own(file=f"[brain.my-brain]\n{file}").values == values


@pytest.mark.parametrize(
    ("key", "value", "says"),
    [
        ("brain.my-brain.sise", "x", "unknown key 'brain.my_brain.sise' (--set): did you mean size?"),
        ("brain.my-brain.effort", "very", "brain.my_brain.effort cannot be 'very' (--set): it is a number"),
        ("brain.my-brain.effort", "inf", "cannot be 'inf' (--set): it is a number"),
        ("brain.my-brain.quiet", "maybe", "it is yes or no"),
        ("brain.my-brain.mood", "kinb", "did you mean kind?"),
        ("brain.my-brain.where", "a b", "it is an address"),
        ("tools.notes.mood", "x", "tools.notes.mood cannot be 'x' (--set): there is kind, curt"),
        ("brain.my-brian.size", "x", "no brain of that name is installed: did you mean my_brain?"),
        ("surface.web.port", "1", "[surface.web] is set (--set), and no surface of that name is installed"),
        ("looks.mine.size", "x", "unknown key 'looks.mine.size'"),
        ("tools.looking.size", "x", "unknown key 'tools.looking.size' (--set): looking has no settings"),
    ],
)
@pytest.mark.parametrize("flags", [[], MINE], ids=["not chosen", "chosen"])
def test_what_is_wrong_in_a_table_is_one_line_whether_it_is_chosen_or_not(key, value, says, flags, place):
    with pytest.raises(ConfigError) as error:
        choose("talk", place.found([*flags, f"{key}={value}"]), place.machine())
    assert says in str(error.value)
    assert len(str(error.value).splitlines()) == 1


@pytest.mark.parametrize("file", ["size = [1]", "size = 2026-01-02"])
def test_what_cannot_be_text_is_refused(file, place):
    with pytest.raises(ConfigError, match="is not text"):
        place.own(file=f"[brain.my-brain]\n{file}")


@pytest.mark.parametrize(
    ("file", "flags", "model"),
    [
        ('[brain]\nmodel = "a"', [], "a"),
        ('[brain]\nmodel = "a"\n[brain.my-brain]\nmodel = "b"', [], "b"),
        ('[brain.my-brain]\nmodel = "b"', ["brain.model=c"], "c"),
        ('[brain.local]\nmodel = "b"', ["brain.model=c"], "c"),
    ],
)
def test_of_the_general_key_and_its_own_the_later_wins_and_its_own_in_the_same_place(
    file, flags, model, place
):
    config = choose("talk", place.found([*MINE, *flags], file), place.machine())
    assert config.brain.model == model


def test_a_file_with_tables_of_tools_names_the_tools_beside_them(place):
    found = place.found(file='[tools]\nnames = ["time", "date"]\n[tools.notes]\nsize = "large"')
    config = choose("talk", found, place.machine())
    assert config.tools == ("time", "date")
    assert config.own["tools.notes"].values["size"] == "large"


@pytest.mark.parametrize(
    ("env", "url", "token"),
    [
        ({}, None, None),
        ({"MINE_TOKEN": SECRET}, None, SECRET),
        ({"MINE_KEY": "second", "MINE_TOKEN": SECRET}, None, SECRET),
        ({"MINE_KEY": "second", "MINE_TOKEN": ""}, None, "second"),
        ({"MINE_TOKEN": SECRET}, "https://mine.example/v1", SECRET),
        ({"MINE_TOKEN": SECRET}, "https://eu.mine.example", SECRET),
        ({"MINE_TOKEN": SECRET}, "https://notmine.example", None),
        ({"MINE_TOKEN": SECRET}, "http://localhost:1", None),
        ({"MINE_TOKEN": SECRET, "SOLOVOX_BRAIN__MY_BRAIN__TOKEN": "ours"}, "http://localhost:1", "ours"),
    ],
)
def test_R2_a_vendors_variable_is_the_lowest_place_and_its_key_goes_to_the_vendor_only(
    env, url, token, place
):
    own = place.own([f"brain.url={url}"] if url else [], env=env)
    assert own.secrets == ({} if token is None else {"token": Secret(token)})


@given(
    st.sampled_from(SECTIONS),
    st.text(max_size=9) | st.sampled_from(["my-brain", "notes", "gemini"]),
    st.text(max_size=9) | st.sampled_from([*OPTIONS, "url", "model", "api_key"]),
    st.text(max_size=9),
)
def test_whatever_is_set_for_an_adapter_it_is_taken_or_refused_in_one_line(section, name, option, text):
    machine, said = MachineOf(ThisMachine(), **DECLARED), ""
    try:
        choose("talk", settings([f"{section}.{name}.{option}={text}"], variables={}), machine)
    except ConfigError as error:
        said = str(error)
    assert len(said.splitlines()) <= 1


def test_R2_a_secret_of_an_adapters_own_is_shown_nowhere(place):
    found = place.found(
        [*MINE, f"brain.my-brain.token={SECRET}", "brain.my-brain.where=https://h?key=sesame"]
    )
    config = choose("talk", found, place.machine())
    shown = printable(found, print_own(found, place.machine()))
    assert shown["brain.my_brain.token"] == (MASK, "--set")
    assert shown["brain.my_brain.where"] == (f"https://h?key={MASK}", "--set")
    assert printable(found)["brain.my_brain.where"] == (MASK, "--set")
    assert SECRET not in repr(config)
    assert {SECRET, "sesame"} <= set(config.secrets)
