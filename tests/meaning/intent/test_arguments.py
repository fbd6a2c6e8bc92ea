"""Arguments: what was said is found, what was not is left out, what is filled in satisfies the schema."""

import pytest
from hypothesis import given

from meaning.intent.declarations import DECLARATIONS, ODD, SAID
from solovox.meaning.intent.arguments import fill
from solovox.meaning.intent.declared import declared
from solovox.ports.intent import Choosable
from solovox.tools.json_schema import problem


def tool(required=(), about="Does something.", name="do_something", **properties):
    schema = {"type": "OBJECT", "properties": properties, "required": list(required)}
    return declared(Choosable(name, about, schema))


TEXT, WHOLE, NUMBER, TRUTH = ({"type": kind} for kind in ("STRING", "INTEGER", "NUMBER", "BOOLEAN"))
LIGHT = tool(
    ["room"], "Switch a lamp on or off, or dim it.", "set_light", room=TEXT, on=TRUTH, brightness=WHOLE
)
TIMER = tool(["minutes"], "Start a countdown timer.", "set_timer", minutes=NUMBER, label=TEXT)
REMINDER = tool(["what"], "Remind the user later.", "add_reminder", what=TEXT, when=TEXT)
MESSAGE = tool(["recipient", "text"], "Sends a text message.", "send_message", recipient=TEXT, text=TEXT)
BLINDS = tool(["position"], "Move the blinds.", "blinds", position={"type": "STRING", "enum": ["up", "down"]})
TRIP = tool(["destination"], "Find a train.", "find_train", origin=TEXT, destination=TEXT, seats=WHOLE)
LIST = {"type": "ARRAY", "items": TEXT}
GROCERIES = tool(["items"], "Write down what to buy.", "add_items", items=LIST)
MEMBERS = {"type": "STRING", "enum": ["olives", "ham", "cheese"]}
TOPPINGS = tool(["toppings"], "Choose the pizza.", "pizza", toppings={"type": "ARRAY", "items": MEMBERS})
SEARCH = tool(["query"], "Search the archive.", "search_archive", query=TEXT)


@pytest.mark.parametrize(
    ("function", "said", "arguments"),
    [
        (LIGHT, "Turn on the kitchen light.", {"room": "kitchen", "on": True}),
        (LIGHT, "turn off the hall light please", {"room": "hall", "on": False}),
        (LIGHT, "dim the living room to forty percent", {"room": "living room", "brightness": 40}),
        (TIMER, "Set a timer for 10 minutes.", {"minutes": 10}),
        (TIMER, "a timer for half an hour", {"minutes": 30}),
        (TIMER, "timer two and a half minutes", {"minutes": 2.5}),
        (TIMER, "timer for ninety seconds", {"minutes": 1.5}),
        (REMINDER, "Remind me to water the plants tonight.", {"what": "water the plants", "when": "tonight"}),
        (MESSAGE, "Text Julia that I'm late.", {"recipient": "Julia", "text": "I'm late"}),
        (BLINDS, "blinds down please", {"position": "down"}),
        (BLINDS, "raise the blinds", {"position": "up"}),
        (TRIP, "find a train from Bern to Milan", {"origin": "Bern", "destination": "Milan"}),
        (GROCERIES, "Add milk, eggs and brown bread.", {"items": ["milk", "eggs", "brown bread"]}),
        (TOPPINGS, "cheese and olives please", {"toppings": ["olives", "cheese"]}),
        (SEARCH, 'Search for "two old letters".', {"query": "two old letters"}),
        (SEARCH, "please search for roman coins", {"query": "roman coins"}),
    ],
)
def test_what_was_said_is_found(function, said, arguments):
    filled = fill(said, function)
    assert filled.arguments == arguments
    assert filled.missing == ()


def test_what_was_not_said_is_left_out_and_what_is_required_is_told():
    assert fill("set a timer", TIMER).arguments == {}
    assert fill("set a timer", TIMER).missing == ("minutes",)
    assert fill("move the blinds", BLINDS).missing == ("position",)


def test_a_required_text_without_words_of_its_own_is_the_whole_utterance_only_for_an_order():
    agent = tool(["request"], "Hand over to the agent.", "ask_agent", request=TEXT)
    assert fill("Ask again!", agent).arguments == {"request": "Ask again!"}
    assert fill("Search the archive!", SEARCH).missing == ("query",)


def test_a_number_outside_the_limits_is_not_filled_in():
    volume = tool(["level"], level={"type": "INTEGER", "minimum": 0, "maximum": 10})
    assert fill("volume to fifty", volume).missing == ("level",)
    assert fill("volume to ten", volume).arguments == {"level": 10}


def test_an_object_or_a_reference_is_never_filled_in():
    somewhere = tool(["at", "who"], at={"type": "OBJECT"}, who={"$ref": "#/$defs/person"})
    assert fill("put it there for Ann", somewhere).missing == ("at", "who")


def test_a_member_that_was_not_said_is_missing():
    assert fill("let some sun in", BLINDS).missing == ("position",)


def test_a_list_that_must_be_one_of_whole_lists_is_not_made_of_its_members():
    colours = {"type": "array", "items": {"enum": ["blue", "light"]}, "enum": [["light"]]}
    made = Choosable("paint", "", {"type": "object", "properties": {"colours": colours}})
    assert fill("blue", declared(made)).arguments == {}
    assert fill("light", declared(made)).arguments == {"colours": ["light"]}


@given(SAID, DECLARATIONS)
def test_arguments_satisfy_the_schema_and_the_rest_is_told(said, declaration):
    function = declared(declaration)
    filled = fill(said, function)
    schema = declaration.parameters or {}
    for name, value in filled.arguments.items():
        one = schema["properties"][name]
        assert problem({**one, "type": one["type"].lower()}, value) is None if one.get("enum") != [] else True
    assert set(filled.missing) == set(schema.get("required", ())) - set(filled.arguments)


@given(SAID, ODD)
def test_nothing_that_is_declared_or_said_raises(said, declaration):
    fill(said, declared(declaration))


@given(SAID, DECLARATIONS)
def test_texts_are_words_of_the_utterance(said, declaration):
    function = declared(declaration)
    texts = {one.name for one in function.parameters if one.kind == "string" and not one.choices}
    for name, value in fill(said, function).arguments.items():
        assert name not in texts or value in said
