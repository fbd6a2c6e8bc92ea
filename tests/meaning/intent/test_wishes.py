"""Several wishes in one utterance, corrections in it, and answers to a question for a value."""

import pytest
from hypothesis import given

from meaning.intent.declarations import DECLARATIONS, ODD, SAID
from solovox.meaning.intent import wishes
from solovox.meaning.intent.arguments import fill
from solovox.meaning.intent.completing import completed
from solovox.meaning.intent.declared import declared
from solovox.meaning.intent.head import IntentHead
from solovox.ports.intent import Choosable, ToolChoice

TEXT, NUMBER = {"type": "STRING"}, {"type": "NUMBER"}


def tool(name, about, /, **properties):
    return Choosable(name, about, {"type": "OBJECT", "properties": properties, "required": [*properties]})


WEATHER = tool("get_weather", "Look up the weather for a city.", city=TEXT)
LIGHTS = tool("turn_on_the_lights", "Turn on the lights in a room.", room=TEXT)
MUSIC = tool("play_music", "Play music of a genre.", genre=TEXT)
EMAIL = tool("send_email", "Send an email to someone.", to=TEXT, body=TEXT)
TIMER = tool("set_timer", "Set a timer.", minutes=NUMBER)
STOCK = tool("get_stock_price", "Get the current price of a stock.", symbol=TEXT)
TABLE = tool("book_table", "Book a table.", people={"type": "INTEGER"}, time=TEXT, name=TEXT)
TRANSLATE = tool("translate", "Translate text.", text=TEXT, target_language=TEXT)
CART = Choosable(
    "add_to_cart",
    "",
    {"type": "OBJECT", "properties": {"item": TEXT, "quantity": NUMBER}, "required": ["item"]},
)
CHORES = tool("add_todo", "Add an item to the list.", title=TEXT)
ALL = (WEATHER, LIGHTS, MUSIC, EMAIL, TIMER)


@pytest.mark.parametrize(
    ("function", "said", "arguments"),
    [
        (WEATHER, "How hot is it in Madrid", {"city": "Madrid"}),
        (WEATHER, "What's the weather in Paris, no, London?", {"city": "London"}),
        (WEATHER, "the weather in paris i mean in london", {"city": "london"}),
        (WEATHER, "What is the weather like?", {}),
        (STOCK, "How is Apple stock doing?", {"symbol": "Apple"}),
        (TIMER, "Set a timer for five, no, six minutes.", {"minutes": 6}),
        (TIMER, "a timer for one hour and thirty minutes", {"minutes": 90}),
        (EMAIL, "Send an email to Maria saying that I will be late", {"to": "Maria", "body": "that I will be late"}),
        (EMAIL, "Write ann@example.org: the files are ready", {"to": "ann@example.org", "body": "the files are ready"}),
        (TABLE, "Book a table for four at eight pm for Anna", {"people": 4, "time": "eight pm", "name": "Anna"}),
        (TRANSLATE, 'How do you say "good night" in Spanish?', {"text": "good night", "target_language": "Spanish"}),
    ],
)  # fmt: skip
def test_a_value_is_the_words_that_stand_for_it(function, said, arguments):
    assert fill(said, declared(function)).arguments == arguments


@pytest.mark.parametrize(
    ("function", "said", "texts"),
    [
        (WEATHER, "the weather in Paris and London", ["the weather in Paris", "the weather in London"]),
        (MUSIC, "play rock and roll", ["play rock and roll"]),
        (WEATHER, "how far is it between Paris and London", ["how far is it between Paris and London"]),
        (TRANSLATE, "Translate dog to Polish and cat to Greek", ["Translate dog to Polish", "Translate cat to Greek"]),
        (WEATHER, "the weather in Denver, Colorado", ["the weather in Denver, Colorado"]),
        (CART, "add two pies and a tea", ["add two pies", "add a tea"]),
        (CART, "I want a lamp and two pillows", ["I want a lamp", "I want two pillows"]),
        (CHORES, "add clean the car and call Ann to my list", ["add clean the car to my list", "add call Ann to my list"]),
    ],
)  # fmt: skip
def test_two_values_of_one_tool_are_two_calls(function, said, texts):
    assert wishes.repeated(said, declared(function)) == texts


@pytest.mark.weights
@pytest.mark.parametrize(
    ("said", "calls"),
    [
        (
            "Turn on the lights in the kitchen and play some jazz music.",
            [("turn_on_the_lights", {"room": "kitchen"}), ("play_music", {"genre": "jazz"})],
        ),
        (
            "the weather in Paris and London",
            [("get_weather", {"city": "Paris"}), ("get_weather", {"city": "London"})],
        ),
        (
            "Set a timer for ten minutes and tell me the weather in Rome",
            [("set_timer", {"minutes": 10}), ("get_weather", {"city": "Rome"})],
        ),
        (
            "Set a timer for ten minutes and lights in the kitchen on",
            [("set_timer", {"minutes": 10}), ("turn_on_the_lights", {"room": "kitchen"})],
        ),
        ("I'm tired, turn on the lights in the kitchen.", [("turn_on_the_lights", {"room": "kitchen"})]),
        ("Set a timer for ten minutes and set a timer for ten minutes", [("set_timer", {"minutes": 10})]),
        ("Please don't turn on the lights in the kitchen.", []),
        ("The lights in the kitchen were on.", []),
        ("Hello there!", []),
    ],
)
def test_each_wish_is_a_choice(minilm, said, calls):
    head = IntentHead(minilm)
    found = [one for one in head.wishes(said, ALL) if one.confidence >= head.acts_at]
    assert [(one.tool, one.arguments) for one in found] == calls


@pytest.mark.weights
def test_the_likeliest_tool_is_told_though_none_was_meant(minilm):
    head = IntentHead(minilm)
    assert head.likeliest("Hello there!", ALL) is not None
    assert head.likeliest("Set a timer.", ALL).missing == ("minutes",)
    assert head.likeliest("Hello there!", [WEATHER]).runner_up is None
    assert head.likeliest("", ALL) is None


@pytest.mark.weights
def test_what_is_missing_is_told_surely_and_an_answer_completes_it(minilm):
    head = IntentHead(minilm)
    (asked,) = head.wishes("What is the weather like?", ALL)
    assert (asked.tool, asked.missing) == ("get_weather", ("city",))
    assert asked.confidence < head.acts_at <= asked.surely
    answer = head.complete("In London, please.", asked, ALL)
    assert (answer.tool, answer.arguments, answer.missing) == ("get_weather", {"city": "London"}, ())
    assert answer.confidence >= head.acts_at
    assert head.complete("Never mind.", asked, ALL) is None
    assert head.complete("What can you do?", asked, ALL) is None
    assert head.complete("London", ToolChoice("gone", {}, 0.0, missing=("city",)), ALL) is None


@pytest.mark.parametrize(
    ("function", "missing", "said", "values"),
    [
        (WEATHER, ("city",), "London", {"city": "London"}),
        (TIMER, ("minutes",), "ten", {"minutes": 10}),
        (TIMER, ("minutes",), "half an hour", {"minutes": 30}),
        (EMAIL, ("body",), "Say that I'm late, please call me", {"body": "that I'm late, please call me"}),
        (EMAIL, ("to",), "um, cancel that", {}),
        (TIMER, ("minutes",), "soon", {}),
    ],
)
def test_an_answer_gives_what_was_asked_for(function, missing, said, values):
    assert completed(said, declared(function), missing) == values


@given(SAID, DECLARATIONS | ODD)
def test_any_text_and_any_declaration_are_taken(said, declaration):
    function = declared(declaration)
    assert wishes.repeated(said, function)
    completed(said, function, ("a", *(one.name for one in function.parameters)))
