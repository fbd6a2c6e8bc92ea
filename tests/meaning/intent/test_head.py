"""The head: golden choices from the training domains, and laws that hold for any declarations."""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from meaning.intent.declarations import DECLARATIONS, ODD, SAID
from solovox.meaning.intent.declared import read_declaration
from solovox.meaning.intent.head import IntentHead
from solovox.meaning.intent.layer import Layer, OrderLayer
from solovox.ports.meaning import Choosable
from solovox.text.matching import normalise

pytestmark = pytest.mark.slow

ROOM = {"type": "STRING", "description": "The room"}
LIGHT = Choosable(
    "set_light",
    "Switch a lamp on or off.",
    {"type": "OBJECT", "properties": {"room": ROOM, "on": {"type": "BOOLEAN"}}, "required": ["room", "on"]},
)
TIMER = Choosable(
    "set_timer",
    "Start a countdown timer.",
    {
        "type": "object",
        "properties": {"minutes": {"type": "number"}},
        "required": ["minutes"],
    },
)
WEATHER = Choosable(
    "get_weather",
    "Get the weather forecast for a place.",
    {"type": "OBJECT", "properties": {"location": {"type": "STRING"}}, "required": ["location"]},
)
TOOLS = (LIGHT, TIMER, WEATHER)
any_example = settings(max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture])


@pytest.fixture(scope="module")
def head(minilm):
    return IntentHead(minilm)


@pytest.mark.weights
@pytest.mark.parametrize(
    ("said", "tool", "arguments"),
    [
        ("Turn on the kitchen light.", "set_light", {"room": "kitchen", "on": True}),
        ("turn off the bedroom light", "set_light", {"room": "bedroom", "on": False}),
        ("set a timer for ten minutes", "set_timer", {"minutes": 10}),
        ("What's the weather in Oslo?", "get_weather", {"location": "Oslo"}),
    ],
)
def test_a_clear_request_is_acted_on(head, said, tool, arguments):
    choice = head.choose(said, TOOLS)
    assert (choice.tool, choice.arguments) == (tool, arguments)
    assert choice.confidence >= head.acts_at


@pytest.mark.weights
def test_one_tool_gets_what_the_service_gives_for_the_same_words(minilm):
    folder = Path(__file__).parents[2] / "recordings" / "real"
    lines = (folder / "pydantic-ai.test_text_tool_round_parity.google-current.jsonl").read_text().splitlines()
    frames = [msgspec.json.decode(line) for line in lines]
    sent = [frame["sent"] for frame in frames if "sent" in frame]
    (tool,) = sent[0]["setup"]["tools"][0]["functionDeclarations"]
    schema = tool.get("parameters") or tool["parametersJsonSchema"]
    said = sent[1]["client_content"]["turns"][0]["parts"][0]["text"]
    (called,) = next(
        frame["received"]["toolCall"]["functionCalls"]
        for frame in frames
        if "toolCall" in frame.get("received", {})
    )
    head = IntentHead(minilm)
    only = (Choosable(tool["name"], tool["description"], schema),)
    choice = head.choose(said, only)
    assert (choice.tool, choice.arguments) == (called["name"], called["args"])
    assert choice.confidence >= head.acts_at
    assert head.choose("Hello there!", only) is None


@pytest.mark.weights
@pytest.mark.parametrize(
    "said",
    [
        "Who painted the Mona Lisa?",
        "thank you so much",
        "i had a terrible day",
        "tell me a story",
        "",
        "Don't turn on the kitchen light.",
        "did you turn off the bedroom light",
        "I set a timer for ten minutes.",
    ],
)
def test_talk_is_never_acted_on(head, said):
    choice = head.choose(said, TOOLS)
    assert choice is None or choice.confidence < head.acts_at


def test_V11_what_is_only_named_is_not_called_however_surely_it_is_meant(spelled):
    layer = Layer.read()
    sure = [
        IntentHead(spelled, replace(layer, order=OrderLayer({}, bias))).likeliest(
            "set a timer for 10 minutes", TOOLS
        )
        for bias in (5.0, -5.0)
    ]
    assert sure[0].confidence > sure[1].confidence == 0


@pytest.mark.parametrize(
    ("ordered", "named"),
    [
        ("turn on the kitchen light", "don't turn on the kitchen light"),
        ("Please set a timer for ten minutes.", "Did you set a timer for ten minutes?"),
        ("set the kitchen light to off", "I set the kitchen light to off an hour ago"),
        ("set a timer", "if it rains set a timer"),
        ("Can you set the light?", "She asked whether you can set the light."),
        ("set the light", "set everything except the light"),
    ],
)
def test_V11_what_only_names_a_function_orders_it_less_than_half(ordered, named):
    tool, order = TIMER if "timer" in ordered else LIGHT, Layer.read().order
    likely = [order.likely(normalise(said), read_declaration(tool)) for said in (ordered, named)]
    assert likely[0] > 0.7
    assert likely[1] < 0.5


@pytest.mark.weights
def test_what_is_required_and_was_not_said_keeps_the_head_from_acting(head):
    choice = head.choose("start a countdown timer", TOOLS)
    assert choice.tool == "set_timer"
    assert choice.confidence < head.acts_at


MODE = Choosable(
    "set_thermostat",
    "Set the heating mode of the house.",
    {
        "type": "OBJECT",
        "properties": {"mode": {"type": "STRING", "enum": ["heat", "cool"]}},
        "required": ["mode"],
    },
)


@pytest.mark.weights
def test_a_member_of_a_closed_list_that_was_not_said_is_assumed_and_told(head):
    choice = head.choose("Set the thermostat.", [MODE])
    assert (choice.tool, choice.arguments, choice.assumed) == ("set_thermostat", {"mode": "heat"}, ("mode",))
    assert choice.confidence >= head.acts_at


def test_the_likeliest_tool_is_told_though_none_is_likelier(spelled):
    head = IntentHead(spelled)
    assert head.likeliest("what a lovely morning", TOOLS).tool in {tool.name for tool in TOOLS}
    assert head.likeliest("", TOOLS) is None


@pytest.mark.weights
def test_threads_choose_alike(minilm):
    said = ["turn on the hall light", "timer for five minutes", "will it rain in rome", "hello there"] * 4
    alone = [IntentHead(minilm).choose(one, TOOLS) for one in said[:4]] * 4
    shared = IntentHead(minilm)
    with ThreadPoolExecutor(4) as threads:
        assert list(threads.map(lambda one: shared.choose(one, TOOLS), said)) == alone


def test_a_declaration_is_embedded_once(spelled):
    head = IntentHead(spelled)
    head.prepare(TOOLS)
    before = spelled.asked
    for _ in range(3):
        head.choose("switch a lamp on", TOOLS)
    head.prepare([replace(LIGHT)])
    assert spelled.asked == before + 3


@given(SAID, st.lists(DECLARATIONS | ODD, max_size=4))
@any_example
def test_any_text_and_any_declarations_are_taken(spelled, said, tools):
    head = IntentHead(spelled)
    choice = head.choose(said, tools)
    assert choice == IntentHead(spelled).choose(said, tools)
    if choice is not None:
        names = {tool.name for tool in tools}
        assert choice.tool in names
        assert 0 <= choice.confidence <= 1


def test_a_layer_of_another_shape_is_refused():
    written = b'{"tool": {}, "none": {}, "talk": [0.0], "talk_bias": 0.0, "spans": {}, "order": {}, "order_bias": 0.0, "acts_at": 0.5}'
    with pytest.raises(msgspec.ValidationError, match="talk has 1 numbers"):
        Layer.read(written)
