"""Arguments: what was said is found, what was not is left out, what is filled in satisfies the schema."""

import pytest
from hypothesis import given, settings

from meaning.intent.declarations import DECLARATIONS, ODD, SAID
from solovox.meaning.intent.arguments import exact, text
from solovox.meaning.intent.arguments import fill as filled_by
from solovox.meaning.intent.declared import read_declaration
from solovox.meaning.intent.layer import Layer
from solovox.ports.meaning import Choosable
from solovox.tools.json_schema import problem

pytestmark = pytest.mark.slow


def tool(required=(), about="Does something.", name="do_something", **properties):
    schema = {"type": "OBJECT", "properties": properties, "required": list(required)}
    return read_declaration(Choosable(name, about, schema))


SPANS = Layer.read().spans


def fill(said, function):
    return filled_by(exact(said, function), function, SPANS)


TEXT, WHOLE, NUMBER, TRUTH = ({"type": kind} for kind in ("STRING", "INTEGER", "NUMBER", "BOOLEAN"))
LIGHT = tool(
    ["room"], "Switch a lamp on or off, or dim it.", "set_light", room=TEXT, on=TRUTH, brightness=WHOLE
)
TIMER = tool(["minutes"], "Start a countdown timer.", "set_timer", minutes=NUMBER)
SECONDS = tool(["seconds"], "Start a countdown timer.", "set_timer", seconds=WHOLE)
BLINDS = tool(["position"], "Move the blinds.", "blinds", position={"type": "STRING", "enum": ["up", "down"]})
MEMBERS = {"type": "STRING", "enum": ["olives", "ham", "cheese"]}
TOPPINGS = tool(["toppings"], "Choose the pizza.", "pizza", toppings={"type": "ARRAY", "items": MEMBERS})
DRAW = tool(["values"], "Draw a line.", "draw", values={"type": "ARRAY", "items": NUMBER})
ROUTE = tool(["from", "to"], "Find a train.", "find_train", **{"from": MEMBERS, "to": MEMBERS})
WEATHER = tool(["city"], "Get the weather in a city.", "get_weather", city=TEXT)
GROCERIES = tool([], "", "add_items", items={"type": "ARRAY", "items": TEXT})
MODE = {"type": "STRING", "enum": ["dark mode", "light mode", 3]}
THEME = tool([], "Set the theme.", "set_theme", theme=MODE, mute=TRUTH)


@pytest.mark.parametrize(
    ("function", "said", "arguments"),
    [
        (LIGHT, "Turn on the kitchen light.", {"room": "kitchen", "on": True}),
        (LIGHT, "turn off the hall light please", {"room": "hall", "on": False}),
        (TIMER, "Set a timer for 10 minutes.", {"minutes": 10}),
        (TIMER, "a timer for half an hour", {"minutes": 30}),
        (TIMER, "timer two and a half minutes", {"minutes": 2.5}),
        (TIMER, "an hour and a half", {"minutes": 90}),
        (TIMER, "timer for ninety seconds", {"minutes": 1.5}),
        (SECONDS, "five minutes", {"seconds": 300}),
        (BLINDS, "blinds down please", {"position": "down"}),
        (TOPPINGS, "cheese and olives please", {"toppings": ["olives", "cheese"]}),
        (DRAW, "two, minus five and 9.5", {"values": [2, -5, 9.5]}),
        (ROUTE, "from olives to ham", {"from": "olives", "to": "ham"}),
        (WEATHER, "What is the weather in London?", {"city": "London"}),
        (THEME, "make it dark", {"theme": "dark mode"}),
        (THEME, "mute it", {"mute": True}),
    ],
)
def test_what_was_said_is_found(function, said, arguments):
    filled = fill(said, function)
    assert filled.arguments == arguments
    assert (filled.missing, filled.assumed) == ((), ())


def test_texts_of_a_list_are_parted_where_they_are_joined():
    heard = exact("milk, eggs and brown bread", GROCERIES).heard
    assert text(heard, range(len(heard.words)), GROCERIES.parameters[0]) == ["milk", "eggs", "brown bread"]


def test_what_was_not_said_is_left_out_and_what_is_required_is_told():
    assert fill("set a timer", TIMER).arguments == {}
    assert fill("set a timer", TIMER).missing == ("minutes",)


def test_a_required_member_that_was_not_said_is_the_first_of_its_list_and_is_told():
    filled = fill("move the blinds", BLINDS)
    assert (filled.arguments, filled.assumed, filled.missing) == ({"position": "up"}, ("position",), ())
    assert fill("hello", THEME).arguments == {}


def test_a_number_outside_the_limits_is_not_filled_in():
    volume = tool(["level"], level={"type": "INTEGER", "minimum": 0, "maximum": 10})
    assert fill("volume to fifty", volume).missing == ("level",)
    assert fill("volume to ten", volume).arguments == {"level": 10}


def test_a_number_of_which_it_is_not_known_what_it_is_for_makes_all_of_it_unsure():
    assert fill("a timer for five, no, for seven minutes", TIMER).likely == 0
    assert fill("a timer for seven minutes", TIMER).likely == 1


def test_an_object_or_a_reference_is_never_filled_in():
    somewhere = tool(["at", "who"], at={"type": "OBJECT"}, who={"$ref": "#/$defs/person"})
    assert fill("put it there for Ann", somewhere).missing == ("at", "who")


def test_a_list_that_must_be_one_of_whole_lists_is_not_made_of_its_members():
    colours = {"type": "array", "items": {"enum": ["blue", "light"]}, "enum": [["light"]]}
    made = Choosable("paint", "", {"type": "object", "properties": {"colours": colours}})
    assert fill("blue", read_declaration(made)).arguments == {}
    assert fill("light", read_declaration(made)).arguments == {"colours": ["light"]}


@settings(max_examples=30)
@given(SAID, DECLARATIONS)
def test_arguments_satisfy_the_schema_and_the_rest_is_told(said, declaration):
    function = read_declaration(declaration)
    filled = fill(said, function)
    schema = declaration.parameters or {}
    for name, value in filled.arguments.items():
        one = schema["properties"][name]
        assert problem({**one, "type": one["type"].lower()}, value) is None if one.get("enum") != [] else True
    assert set(filled.missing) == set(schema.get("required", ())) - set(filled.arguments)


@settings(max_examples=30)
@given(SAID, ODD)
def test_nothing_that_is_declared_or_said_raises(said, declaration):
    fill(said, read_declaration(declaration))


@settings(max_examples=30)
@given(SAID, DECLARATIONS)
def test_texts_are_words_of_the_utterance(said, declaration):
    function = read_declaration(declaration)
    texts = {one.name for one in function.parameters if one.kind == "string" and not one.choices}
    for name, value in fill(said, function).arguments.items():
        assert name not in texts or value in said
