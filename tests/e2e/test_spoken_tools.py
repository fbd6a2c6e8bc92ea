"""Spoken commands with several tools declared, through the live server as a person starts it: the tool that is meant is called,
with what was said."""

import pytest

from cli.serving import serving
from e2e.speaking import person
from server.rig import function, tools

pytestmark = [pytest.mark.weights, pytest.mark.slow]

TEXT, NUMBER = {"type": "STRING"}, {"type": "INTEGER"}


def declared(name, about, required, **properties):
    one = function(name, required=required, **properties)
    return type(one)(name=name, description=about, parameters=one.parameters)


HOUSE = tools(
    declared("get_weather", "The weather in a city.", ("city",), city=TEXT),
    declared("set_timer", "Set a timer that rings after some minutes.", ("minutes",), minutes=NUMBER),
    declared("turn_on_light", "Turn on the light in a room.", ("room",), room=TEXT),
    declared("play_music", "Play music.", ("artist",), artist=TEXT),
)
SPOKEN = {
    "What is the weather in Paris?": ("get_weather", {"city": "Paris"}),
    "Set a timer for five minutes.": ("set_timer", {"minutes": 5}),
    "Turn on the light in the kitchen.": ("turn_on_light", {"room": "kitchen"}),
}


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    with serving(tmp_path_factory.mktemp("server") / "one", "--voice", "joe", "--pace", "fast") as one:
        yield one


@pytest.mark.parametrize("words", SPOKEN)
def test_a_spoken_command_is_the_right_call_with_what_was_said(server, said, words):
    name, arguments = SPOKEN[words]
    with person(server.told["ws"], tools=HOUSE) as one:
        one.says(said(words))
        call = one.call()
        assert call.name == name
        assert {key: plain(value) for key, value in call.args.items()} == arguments


def plain(value):
    return value.strip(".?! ").removeprefix("the ") if isinstance(value, str) else value


def test_what_is_talk_is_answered_by_the_brain(server, said):
    with person(server.told["ws"], tools=HOUSE) as one:
        one.says(said("What is seven times eight?"))
        one.turn()
        assert not any(message.tool_call is not None for message in one.messages)
        assert "56" in one.told
