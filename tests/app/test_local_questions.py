"""Questions that people asked the brain of this machine, through the core and the real tools, and what is answered."""

import subprocess

import pytest

from app.talking import answered, talked, tools
from solovox.brains.local import OFFLINE
from solovox.narrators.voice import NO_SOUNDS
from solovox.ports import Spoken, Wrote
from solovox.testing.fakes import Fail, ScriptedBrain

FILES = {
    "Makefile": "all:\n\techo hello\n",
    "LICENSE": "what may remain of it\nthe remainder\n",
    "README.md": "# Weather\n",
    "examples/make.py": "print('made')\n",
    "src/weather/cli/main.py": "import sys\n\n\ndef main():\n    return 0\n",
    "src/weather/rain.py": "class RainSensor:\n    pass\n",
    "docs/howto/configure.md": "Set it.\n",
    "docs/spec.md": "It rains.\n",
}


@pytest.fixture
def place(tmp_path):
    for name, text in FILES.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    (tmp_path / "docs" / "drafts").mkdir()
    return tmp_path


ANSWERS = [
    ("What's in src?", "In src I see 1 folder, weather."),
    ("What is in the how to folder?", "In docs/howto I see 1 file, configure.md."),
    ("What is in docs/drafts?", "There is nothing in docs/drafts."),
    ("Read src/weather/cli/main.py", "Here is the start of main.py."),
    ("Read me the make file", "Here is the start of Makefile."),
    ("How many files are there?", "It has 8 files."),
    ("How big is this project?", "It has 8 files."),
    ("Where is the function main defined?", "main is in one place, main.py, line 4."),
    ("Search for main", "main is in one place, main.py, line 4."),
    ("Search for remain", "remain is in one place, LICENSE, line 1."),
    ("Search for emainde", "emainde is in one place, LICENSE, line 2."),
    ("What is the biggest file?", OFFLINE),
    ("Which file is the newest?", OFFLINE),
    ("Can you hear me?", OFFLINE),
    ("Read it again.", OFFLINE),
    ("What time does it get dark?", OFFLINE),
    ("What is 1/0?", "That did not work: nothing can be divided by zero."),
    ("one divided by zero", "That did not work: nothing can be divided by zero."),
    ("Convert 5 miles to kilograms", "That did not work: mile is a unit of length, kilogram of mass."),
    ("What is 15% of 80%?", "That is 12%."),
    ("What is 15 percent of 80?", "That is 12."),
    ("Hello.", "Hello. What would you like to know?"),
    ("Hi there!", "Hello. What would you like to know?"),
    ("Thank you very much.", "You're welcome."),
    ("Thanks!", "You're welcome."),
    ("Goodbye.", "Goodbye."),
    ("33-4692", OFFLINE),
]


@pytest.mark.parametrize(("line", "text"), ANSWERS)
def test_the_answer_begins_with(place, line, text):
    assert answered(line, place).startswith(text)


@pytest.mark.parametrize(
    "line", ["What is the latest commit?", "Did I change anything?", "What was the last commit?"]
)
def test_the_repository_is_asked(place, line):
    git = ["git", "-c", "user.name=a", "-c", "user.email=a@b"]
    for command in (["init", "-q", "-b", "rain"], ["add", "."], ["commit", "-q", "-m", "Measure the rain"]):
        subprocess.run([*git, *command], cwd=place, check=True)
    text = answered(line, place)
    assert text.endswith(": Measure the rain." if "commit" in line else "On branch rain. Nothing is changed.")


def test_the_offline_sentence_is_said_in_full_once_and_is_short(place):
    first, second, third = talked(["Write me a poem.", "Tell me a joke.", "Who won?"], tools(place))
    assert first.text == OFFLINE
    assert [second.text, third.text] == ["I can't answer that."] * 2


def test_what_it_can_do_is_answered_with_what_it_can_do(place):
    for line in ("What can you do?", "Help!", "Who are you?", "Tell me what you can do."):
        assert answered(line, place) == (
            "I can tell the time, tell the date, list your files, read the start of a file, search your files, "
            "say how the project stands, do sums and convert units. For anything else connect a model."
        )


class Mute:
    """A voice without sounds for any letters."""

    def speak(self, text):
        yield Spoken(b"", len(text))


def test_T5_an_answer_that_the_voice_cannot_say_is_told(place):
    (answer,) = talked(
        ["你好"], brain=ScriptedBrain(default=[Wrote("你好，世界。今天是星期六。")]), tts=Mute()
    )
    assert answer.text == "你好，世界。今天是星期六。"
    assert set(answer.failed) == {f"reading aloud failed: {NO_SOUNDS}"}


def test_G3_a_model_that_fails_after_a_whole_sentence_is_read_as_far(place):
    (answer,) = talked(
        ["go"], brain=ScriptedBrain(default=[Wrote("The first is whole. "), Fail("an error event")])
    )
    assert (answer.said, answer.failed) == (["The first is whole."], ["an error event"])
