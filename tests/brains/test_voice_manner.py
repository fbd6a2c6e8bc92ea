"""The offline brain begins and ends a talk in voice where it has the actions; what only speaks of voice does neither."""

import pytest

from solovox.brains.voice_manner import VoiceManner
from solovox.ports import ToolResult
from solovox.ports.places import START_VOICE, STOP_VOICE

BOTH = (START_VOICE, STOP_VOICE)


class OneAction:
    """A host whose actions answer with one line."""

    def __init__(self, line="I talk in Lobby", *, failed=False):
        self._result, self.calls = ToolResult(line, failed=failed), []

    async def call(self, name, arguments):
        self.calls.append((name, dict(arguments)))
        return self._result


async def done(said, tools=BOTH, host=None):
    host = host or OneAction()
    await VoiceManner("Luna").answer(said, tools, host)
    return [name for name, _ in host.calls]


@pytest.mark.parametrize(
    "said",
    [
        "Join us in voice.", "Come and talk with us!", "talk with us", "Luna, can you join the voice channel?",
        "hey Luna, please come to the voice channel", "Could you join us?", "start the voice", "Start voice chat please",
        "Come talk with me in the call", "let's talk in voice", "hop on vc", "join me in the voice chat now", "go live",
        "turn on voice", "Speak to us out loud", "Please join my call", "come into voice", "I want you to join us in the voice channel",
    ],
)  # fmt: skip
async def test_who_is_asked_into_voice_comes(said):
    assert await done(said) == [START_VOICE]


@pytest.mark.parametrize(
    "said",
    [
        "Stop the voice.", "Luna, please leave the voice channel", "end the call", "stop the voice chat now", "hang up",
        "turn the voice off", "switch off voice", "Stop talking to us in voice", "could you leave the call?", "leave us please",
        "get out of the voice channel", "end the live talk",
    ],
)  # fmt: skip
async def test_who_is_told_to_go_goes(said):
    assert await done(said) == [STOP_VOICE]


@pytest.mark.parametrize(
    "said",
    [
        "Why did they join us in voice?", "Don't join us", "do not start the voice", "What is a voice channel?", "never leave us alone",
        "Who can talk with us about taxes?", "stop", "talk", "Is the voice on?", "search for start the voice in my files",
        "tell Bob to join us", "Join the two lists", "Should I leave the call?", "the voice is too loud", "start the tests", "come on",
    ],
)  # fmt: skip
async def test_what_only_speaks_of_it_does_nothing(said):
    assert await done(said) == []


async def test_it_says_what_came_of_it_and_nothing_else():
    refused = OneAction("you are in no voice channel: join one first", failed=True)
    assert (
        await VoiceManner().answer("join us", BOTH, refused) == "You are in no voice channel: join one first."
    )


async def test_without_the_action_it_does_nothing():
    assert await done("join us in voice", tools=("get_time",)) == []
