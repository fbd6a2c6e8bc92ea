"""A minute and a half of dictation, with pauses for thought: it arrives whole, once, when it is sent."""

import pytest
import soundfile

from e2e.conftest import JOE, written
from solovox.text.matching import errors

pytestmark = [pytest.mark.wide, pytest.mark.weights]

SENTENCES = (
    "Please write a new page for the manual",
    "The page explains how to install the program on a small machine",
    "and it should say which packages are needed",
    "First it names the three commands that people use every day",
    "then it shows what each of them prints when everything is fine",
    "After that there is a short list of things that can go wrong",
    "such as a full disk or a missing network",
    "For each of them the page gives one line that says what to do",
    "The last part is about keeping a copy of the settings",
    "because people often lose them when they change the machine",
    "Please use short sentences and simple words",
    "and put the most important thing at the beginning of each part",
    "When the page is ready show me the first part only",
    "and wait until I have read it before you go on with the rest",
)
PAUSES = (0.4, 0.7, 4.0, 0.9, 0.6, 4.0, 0.5, 0.8)
SILENCE = b"\0\0" * 16_000


def pcm(said, text):
    sound, rate = soundfile.read(said(text, before=0.0, after=0.0), dtype="int16")
    assert rate == 16_000
    return sound.astype("<i2").tobytes()


def quiet(seconds):
    return bytes(2 * int(16_000 * seconds))


@pytest.fixture(scope="module")
def dictated(ask, said, tmp_path_factory):
    """The floor is held after the first sentence, and what was said is sent at the end."""
    sound = SILENCE
    sound += pcm(said, f"{SENTENCES[0]}, hang on.") + quiet(9)
    for n, sentence in enumerate(SENTENCES[1:]):
        sound += pcm(said, sentence) + quiet(PAUSES[n % len(PAUSES)])
    sound += pcm(said, "send it") + quiet(2)
    path = written(tmp_path_factory.mktemp("dictation") / "dictation.wav", sound)
    assert 60 < len(sound) / 32_000 < 100
    return ask(path, "--speed", "inf", *JOE)


def test_T3_it_is_sent_once_and_whole(dictated):
    (turn,) = dictated.timeline["turns"]
    found = errors(" ".join(SENTENCES), turn["instruction"])
    assert found.rate < 0.15, turn["instruction"]


def test_T3_nothing_is_sent_before_the_last_words(dictated):
    asked = [entry["at"] for entry in dictated.entries if "AskBrain" in entry.get("commands", ())]
    heard = [e["at"] for e in dictated.entries if e.get("event") == "LocalTranscript" and e["final"]]
    assert len(asked) == 1
    assert asked[0] >= heard[-1]
    assert len(heard) > 3
