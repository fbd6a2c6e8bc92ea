"""The persona of a session changes with its file and with what it keeps of itself."""

import logging
import os
import stat

import pytest

from solovox.parts.personas import DIARY, MOST, PersonaFiles, SessionPersona
from solovox.ports.persona import Feeling


@pytest.fixture
def path(tmp_path):
    file = tmp_path / "luna.md"
    file.write_text("# Luna\nshy\n## Mood\ncalm")
    return file


@pytest.fixture
def persona(path, tmp_path):
    return SessionPersona(path, {"SOLOVOX_STATE": str(tmp_path / "state")})


def test_a_broken_file_leaves_the_persona_as_it_was_and_says_so_once(persona, path, caplog):
    path.write_text("no name")
    with caplog.at_level(logging.INFO, "solovox.persona"):
        persona.look()
        persona.look()
    assert "shy" in persona.instruction
    [line] = caplog.messages
    assert line.endswith("such as # Luna; the persona stays as it was")
    path.unlink()
    persona.look()
    assert "shy" in persona.instruction


def test_what_is_left_out_is_said_once(persona, path, caplog):
    path.write_text("# Luna\n" + "word " * 3_000)
    persona.look()
    persona.look()
    [line] = caplog.messages
    assert "left out are" in line
    assert "characters of the character" in line


def test_a_diary_is_the_persons_alone_and_is_known_at_the_next_look(persona, tmp_path):
    persona.state.write("Ada won.", "glad")
    persona.look()
    assert '"glad": "Ada won."' in persona.instruction
    [file] = tmp_path.rglob(DIARY)
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert stat.S_IMODE(file.parent.stat().st_mode) == 0o700


def test_a_diary_keeps_its_newest_entries_and_passes_over_what_is_none(tmp_path):
    files = PersonaFiles(tmp_path / "d")
    files.write("first")
    line = (tmp_path / "d" / DIARY).read_text()
    (tmp_path / "d" / DIARY).write_text(line * MOST + 'no entry\n[]\n{"at": 1}\n')
    assert len(files.entries()) == MOST
    files.write("last")
    assert len(files.entries()) == MOST
    assert files.entries()[-1].text == "last"


def test_a_mood_counts_until_the_file_is_written_again(persona, path):
    persona.state.feel(Feeling("sad", 0.9))
    persona.look()
    assert 'Your mood now: "very sad".' in persona.instruction
    later = path.stat().st_mtime_ns + 10**10
    os.utime(path, ns=(later, later))
    persona.look()
    assert "Your mood: calm" in persona.instruction


def test_what_cannot_be_read_of_it_ends_nothing(persona, tmp_path, caplog):
    persona.state.write("Ada won.")
    [file] = tmp_path.rglob(DIARY)
    file.unlink()
    file.mkdir()
    persona.look()
    assert "shy" in persona.instruction
    assert "cannot be read" in caplog.text


@pytest.mark.parametrize("name", ["../up", "a/b", ".", "..", "Ähm"])
def test_a_name_is_no_path(name, path, tmp_path):
    path.write_text(f"# {name}")
    persona = SessionPersona(path, {"SOLOVOX_STATE": str(tmp_path / "state")})
    persona.state.write("x")
    [file] = tmp_path.rglob(DIARY)
    assert file.parent.parent == tmp_path / "state" / "personas"
