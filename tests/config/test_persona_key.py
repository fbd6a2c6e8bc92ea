"""The keys `persona` and `wake.by`: who is talked with, and which words are for them."""

import pytest

from config.machine import MachineOf
from solovox.config.choosing import choose
from solovox.config.files import persona_of
from solovox.config.load import Setting
from solovox.config.schema import ConfigError
from solovox.parts.registry import ThisMachine


@pytest.fixture
def luna(tmp_path):
    path = tmp_path / "luna.md"
    path.write_text("\ufeff# Luna Moon\r\nshy\r\n", "utf-8")
    return path


def chosen(profile="discord", **values):
    found = {key.replace("__", "."): Setting(str(value), "--set") for key, value in values.items()}
    return choose(profile, found, MachineOf(ThisMachine()))


def test_a_file_of_another_editor_is_read(luna):
    assert persona_of(luna).name == "Luna Moon"
    assert persona_of(luna).character == "shy"


def test_the_name_of_the_persona_is_the_wake_phrase_where_that_is_wanted(luna):
    assert chosen(persona=luna, wake__by="name").wake == "Luna Moon"
    assert chosen(persona=luna).wake == ""
    assert chosen(persona=luna).persona == str(luna)


@pytest.mark.parametrize(
    ("profile", "values", "wake"),
    [
        ("handoff", {}, "computer"),
        ("handoff", {"wake__by": "phrase"}, "computer"),
        ("handoff", {"wake__by": "always"}, ""),
        ("discord", {"wake__by": "phrase", "wake__phrase": "hello you"}, "hello you"),
    ],
)
def test_a_phrase_or_all_that_is_said(profile, values, wake):
    assert chosen(profile, **values).wake == wake


@pytest.mark.parametrize(
    ("values", "says"),
    [
        ({"wake__by": "name"}, "wake.by = name needs a persona: set persona"),
        ({"wake__by": "phrase"}, "wake.by = phrase needs a phrase: set wake.phrase"),
        ({"wake__by": "always", "wake__phrase": "computer"}, "needs no wake.phrase: leave one out"),
    ],
)
def test_what_cannot_be_says_what_to_do(values, says):
    with pytest.raises(ConfigError) as found:
        chosen(**values)
    assert says in str(found.value)


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (None, "there is no such file: write one that begins with # and a name"),
        (b"\xff\xfe#", "is not UTF-8: save it as text"),
        (b"Luna", "write its name as the first line"),
        (b"# L\n" + b"x" * 100_000, "is larger than 100 kB: shorten it"),
    ],
)
def test_a_bad_file_is_one_line_that_says_what_to_do(tmp_path, content, says):
    path = tmp_path / "luna.md"
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(ConfigError) as found:
        persona_of(path)
    assert says in str(found.value)
    assert "\n" not in str(found.value)


def test_a_name_that_nobody_can_say_is_no_wake_phrase(tmp_path):
    path = tmp_path / "p.md"
    path.write_text("# one two three four five six seven")
    with pytest.raises(ConfigError, match=r"is no wake phrase: set wake\.by=phrase and wake\.phrase"):
        chosen(persona=path, wake__by="name")
