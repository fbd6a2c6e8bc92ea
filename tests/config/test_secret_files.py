"""A secret by file: read once, shown nowhere, and what is wrong is one line."""

import pytest

from solovox.config.files import LARGEST_SECRET
from solovox.config.load import printable, settings
from solovox.config.schema import MASK, SECRETS, ConfigError
from solovox.parts.configured import configure, this_machine

SECRET = "sk-never-to-be-seen"


@pytest.fixture
def file(tmp_path):
    found = tmp_path / "secret"
    found.write_text(f"{SECRET}\n")
    return found


@pytest.mark.parametrize("key", sorted(SECRETS))
def test_every_secret_key_can_be_said_by_file(key, file, tmp_path):
    name = f"SOLOVOX_{key.replace('.', '__').upper()}_FILE"
    found = settings((), tmp_path, {name: str(file)})
    assert (found[key].text, found[key].said_in) == (SECRET, name)
    assert printable(found)[key] == (MASK, name)
    assert SECRET not in repr(found)
    (tmp_path / ".env").write_text(f"{name}={file}\n")
    assert settings((), tmp_path, {})[key].said_in == f"{name} in .env"


@pytest.mark.parametrize("name", ["GEMINI_API_KEY", "GOOGLE_API_KEY", "OPENAI_API_KEY"])
def test_a_secret_of_another_program_can_be_said_by_file_if_an_adapter_takes_it(name, file, tmp_path):
    assert this_machine(tmp_path, {f"{name}_FILE": str(file)}).variables[name] == SECRET
    there = {"SOME_FILE": "nowhere", "OTHER_API_KEY_FILE": "nowhere"}
    assert this_machine(tmp_path, there).variables == there


def test_a_later_place_wins_whichever_way_it_says_it(file, tmp_path):
    (tmp_path / ".env").write_text("SOLOVOX_EAR__API_KEY=other\n")
    found = settings((), tmp_path, {"SOLOVOX_EAR__API_KEY_FILE": str(file)})
    assert found["ear.api_key"].text == SECRET


def _gone(file):
    file.unlink()


def _folder(file):
    file.unlink()
    file.mkdir()


WRONG = [
    (_gone, "which is not there"),
    (_folder, "which cannot be read: Is a directory"),
    (lambda file: file.write_text(" \n\n"), "which is empty: write the secret into it"),
    (
        lambda file: file.write_text("x" * (LARGEST_SECRET + 1)),
        f"which is larger than {LARGEST_SECRET} bytes",
    ),
    (lambda file: file.write_bytes(b"\xff\xfe"), "it is not UTF-8 text"),
    (lambda file: file.write_text(f"{SECRET}\n{SECRET}\n"), "more than one line of text"),
]


@pytest.mark.parametrize(("harm", "says"), WRONG)
@pytest.mark.parametrize("name", ["SOLOVOX_EAR__API_KEY", "OPENAI_API_KEY"])
def test_what_is_wrong_with_the_file_is_one_line_without_what_is_in_it(name, harm, says, file, tmp_path):
    harm(file)
    with pytest.raises(ConfigError) as caught:
        configure("talk", (), tmp_path, {f"{name}_FILE": str(file)})
    assert f"{name}_FILE names {file}, " in str(caught.value)
    assert says in str(caught.value)
    assert "\n" not in str(caught.value)
    assert SECRET not in str(caught.value)


@pytest.mark.parametrize("name", ["SOLOVOX_EAR__API_KEY", "GEMINI_API_KEY"])
def test_both_the_secret_and_its_file_are_an_error(name, file, tmp_path):
    with pytest.raises(ConfigError, match=f"{name} and {name}_FILE are both set: take one of them away"):
        configure("talk", (), tmp_path, {name: "x", f"{name}_FILE": str(file)})
