"""A talk with a persona in the profile `discord`, offline: who it is, and what it remembers in the next talk."""

import json

import pytest

from cli import quiet_engines
from cli.running import here

pytestmark = pytest.mark.slow

EXAMPLE = "examples/persona/luna.md"


@pytest.fixture
def talk(tmp_path, monkeypatch, capfd, request):
    quiet_engines.in_place(monkeypatch)
    (tmp_path / "luna.md").write_text((request.config.rootpath / EXAMPLE).read_text())

    def say(words, *more, persona="luna.md"):
        asked = (
            "ask",
            "--text",
            words,
            "--profile",
            "discord",
            "--set",
            f"persona={persona}",
            "--speed",
            "32",
        )
        return here((*asked, *(more or ("--no-journal",))), tmp_path, monkeypatch, capfd, {})

    def run(*arguments):
        return here(arguments, tmp_path, monkeypatch, capfd, {})

    say.run = run
    return say


def test_it_answers_as_who_it_is_and_its_diary_is_there_in_the_next_talk(talk):
    assert "I am Luna." in talk("Luna, what is your name?").stdout
    assert "My mood: calm, and glad of company." in talk("How do you feel?").stdout
    assert "My diary has no entry." in talk("What did you write in your diary?").stdout
    done = talk("Write in your diary that Ada won", "--journal", "j")
    assert (done.returncode, "It is in your diary." in done.stdout) == (0, True)
    assert "receipt diary entry of " in talk.run("timeline", "j").stdout
    assert ": Ada won." in talk("What did you write in your diary?").stdout
    told = talk.run("instruction", "--profile", "discord", "--set", "persona=luna.md").stdout
    text = json.loads(told)["setup"]["systemInstruction"]["parts"][0]["text"]
    assert text.startswith("You are Luna.")
    assert ': "Ada won"' in text
