"""Agent frameworks of others, unpatched, with a voice of Gemini Live: each is an agent as its own documentation shows one.

They know from two environment variables where the model is. A framework tells less than an SDK: what it does not tell is not asked.
"""

import base64

import pytest

from cli.serving import KEY
from portions import sampled
from solovox.core.units import VOICE_RATE
from strangers.clients import AGENTS, begun
from strangers.test_talks import ANSWER, LONG, NATIVE, QUICK, alike

pytestmark = [pytest.mark.weights, pytest.mark.slow]

SPOKEN = ({"until": "called"}, {"hear": 0.1}, {"until": "done"})
"""Steps: a call, and the turn that says its result. The ADK ends a turn before it calls, too."""
IN_MAKE_TEST = {
    "a_spoken_question_becomes_a_call_and_its_result_is_spoken": ["strands", "llama-index", "vision-agents"],
    "what_is_typed_becomes_a_call": [],
    "the_person_takes_the_floor": [],
}
SILENT = {"llama-index"}
"""They tell neither what was heard nor what was said, nor that the person took the floor."""


class Conversation:
    """The lines of a program on a framework."""

    def __init__(self, lines):
        self.lines = lines

    def all(self, kind):
        return [line[kind] for line in self.lines if kind in line]

    @property
    def heard(self):
        return "".join(self.all("heard"))

    @property
    def said(self):
        return "".join(self.all("said"))

    @property
    def calls(self):
        return [(line["called"], line["args"]) for line in self.lines if "called" in line]

    @property
    def sound(self):
        """The model's voice: PCM of 24 kHz."""
        return b"".join(base64.b64decode(one) for one in self.all("sound"))


def pytest_generate_tests(metafunc):
    here = IN_MAKE_TEST[metafunc.function.__name__.removeprefix("test_")]
    metafunc.parametrize("agent", sampled(AGENTS, here))


@pytest.fixture
def converse(serve, tmp_path, agent):
    """A function: steps, and what the tools return, to the `Conversation`."""

    def held(steps, **answers):
        server = serve(*QUICK)
        plan = {
            "model": NATIVE,
            "instruction": "You help a person at home.",
            "answers": {"get_weather": "", "set_timer": "", **answers},
            "steps": steps,
        }
        language = "javascript" if AGENTS[agent].javascript else "python"
        env = {**server.environment(language), "GOOGLE_API_KEY": KEY}
        return begun(agent, tmp_path / "talk", server, plan, env).told(Conversation)

    return held


def city(call):
    name, arguments = call
    assert name == "get_weather"
    assert {*arguments} == {"city"}
    return arguments["city"].strip(".?").lower()


def test_a_spoken_question_becomes_a_call_and_its_result_is_spoken(converse, agent, spoken, transcribe):
    steps = [{"say": spoken("What is the weather in Paris?")}, *SPOKEN]
    told = converse(steps, get_weather=ANSWER)
    assert [city(call) for call in told.calls] == ["paris"]
    alike(ANSWER, transcribe(told.sound), 0.2)
    if agent not in SILENT:
        alike("What is the weather in Paris?", told.heard)
        alike(ANSWER, told.said)


def test_what_is_typed_becomes_a_call(converse, transcribe):
    told = converse([{"text": "Set a timer for 5 minutes."}, *SPOKEN], set_timer="The timer runs.")
    assert told.calls == [("set_timer", {"minutes": 5})]
    alike("The timer runs.", transcribe(told.sound))


def test_the_person_takes_the_floor(converse, agent, spoken):
    steps = [
        *({"say": spoken("What is the weather in Paris?")}, {"until": "called"}, {"hear": 0.4}),
        {"say": spoken("Wait, please wait a moment.")},
        {"quiet": 4.0} if agent in SILENT else {"until": "interrupted"},
    ]
    told = converse(steps, get_weather=LONG)
    assert len(told.sound) / 2 / VOICE_RATE < 8, "most of it was never sent"
