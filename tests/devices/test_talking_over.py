"""With barge-in the person talks over the voice at real devices, as far as the chirp told that they can."""

import re
import time

import pytest

from devices.listening import PATIENCE, listening

pytestmark = [pytest.mark.slow, pytest.mark.weights]


def told(folder, pattern):
    """All that it told on stderr, once it has told this."""
    end = time.monotonic() + PATIENCE
    while not re.search(pattern, lines := (folder / "errors").read_text(), re.IGNORECASE):
        assert time.monotonic() < end, (pattern, lines)
    return lines


ASKED = r"\[tool_call\] ask_brain .*(seven|7) times (six|6)"


@pytest.mark.wide
@pytest.mark.parametrize(
    ("level", "says", "heard"),
    [
        ("-24dB", "full duplex, you can talk over the voice", True),
        ("-6dB", "you can talk over the voice, which is 12 dB lower for it", True),
        ("4dB", "half duplex, the microphone rests while a voice sounds", False),
    ],
)
def test_T1_with_barge_in_the_person_can_talk_over_the_voice_as_the_chirp_told(
    server, tmp_path, spoken, looped, level, says, heard
):
    looped(level)
    with listening(server, tmp_path, "--set", "barge_in=yes", "--log", "seed") as person:
        since = person.ears.at
        assert server.say(spoken("Computer, what can you do?")).wait(60) == 0
        person.ears.voice(since)
        assert server.say(spoken("Computer, what is seven times six?")).wait(60) == 0
        lines = told(tmp_path, ASKED if heard else r"\[reader\] done")
        assert person.hangs_up() == 0
    assert says in lines
    assert bool(re.search(ASKED, lines, re.IGNORECASE)) is heard, lines
    assert "Traceback" not in (tmp_path / "errors").read_text()
