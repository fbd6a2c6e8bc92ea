"""A plugin class as tools: the shapes that its instructions may have, and what comes of its actions."""

from typing import ClassVar

import pytest

from solovox.core.policy import Risk
from solovox.ports import Progress, ToolResult, run_tool
from solovox.testing.contracts_tool import ToolContract
from solovox.tools.plugin import is_plugin, plugin_tools
from solovox.tools.signatures import Untellable


def plugin(said, does=lambda action: "done"):
    class Plugin:
        def get_prompt_instructions(self):
            return said

        def run_action(self, action):
            return does(action)

    return Plugin


ACTION = {"description": "Write\n it down.", "payload": {"text": {"type": "string", "description": "What."}}}
TEXT = {"type": "string", "description": "What."}


@pytest.mark.parametrize(
    "said",
    [
        {"note": ACTION},
        [{"name": "note", **ACTION}],
        {"note": {"description": "Write it down.", "payload": {"text": "What."}}},
    ],
)
def test_each_action_is_a_tool_whatever_the_shape_of_the_instructions(said):
    [tool] = plugin_tools(plugin(said))
    assert (tool.name, tool.description) == ("note", "Write it down.")
    assert tool.parameters["properties"] == {"text": TEXT}
    assert tool.parameters["required"] == ["text"]
    assert (tool.effects, tool.risk) == (True, None), "who has not said that it only looks is asked for a yes"


def fields(payload):
    [tool] = plugin_tools(plugin({"note": {"description": "d", "payload": payload}}))
    return tool.parameters


@pytest.mark.parametrize(
    ("said", "schema"),
    [
        ({"type": "int", "description": "How many."}, {"type": "integer", "description": "How many."}),
        ({"type": "Boolean"}, {"type": "boolean"}),
        ({"description": "What."}, TEXT),
        ({"example": 3}, {"type": "integer", "description": "(such as 3)"}),
        (
            {"type": "string", "example": "tea", "description": "What."},
            {"type": "string", "description": 'What. (such as "tea")'},
        ),
        ({"enum": ["a", "b"]}, {"enum": ["a", "b"]}),
        ({"type": "list", "items": {"type": "string"}}, {"type": "array", "items": {"type": "string"}}),
        ("string", {"type": "string"}),
        ("What.", TEXT),
        (True, {"type": "boolean", "description": "such as true"}),
        (2.5, {"type": "number", "description": "such as 2.5"}),
        (["a"], {"type": "array", "description": 'such as ["a"]'}),
        (None, {}),
    ],
)
def test_a_field_is_told_by_its_dict_its_description_its_type_or_an_example(said, schema):
    assert fields({"x": said})["properties"]["x"] == schema


def test_which_fields_are_needed():
    some = {"a": {"type": "string"}, "b": {"type": "string", "default": "x"}, "c": "What."}
    assert fields(some)["required"] == ["a", "c"]
    assert fields({"a": {"required": True}, "b": {"type": "string"}})["required"] == ["a"], "one says it"
    assert fields({"a": {"required": False}, "b": "What."})["required"] == ["b"]
    schema = {"type": "object", "properties": {"a": {"type": "string"}}, "required": []}
    assert fields(schema) == schema
    assert fields({"type": {"type": "string"}})["required"] == ["type"], "a field may be called type"


def test_what_an_action_says_of_itself():
    keys = {"effects": False, "risk": "free", "timeout": 60, "read_aloud": True}
    look, never = plugin_tools(plugin({"look": {"description": "d", **keys}, "never": {"risk": "never"}}))
    assert (look.effects, look.risk, look.timeout, look.read_aloud) == (False, Risk.FREE, 60.0, True)
    assert (never.description, never.risk) == ("never, an action of Plugin", Risk.NEVER)
    [told] = plugin_tools(plugin({"note it": ACTION}))
    assert told.name.startswith("note_it_"), "a name that every model takes"


class Bare:
    def get_prompt_instructions(self):
        return {"note": ACTION}


class Needing(plugin({"note": ACTION})):
    def __init__(self, key):
        """Needs a key."""


class Failing(plugin({"note": ACTION})):
    def get_prompt_instructions(self):
        raise RuntimeError("no\nway")


class Asking(plugin({"note": ACTION})):
    def run_action(self, action, person):
        """Takes too much."""


@pytest.mark.parametrize(
    ("made", "line"),
    [
        (Needing, "Needing cannot be made without arguments: TypeError: "),
        (Failing, "get_prompt_instructions of Failing failed: RuntimeError: no way"),
        (
            Asking,
            "Asking cannot be asked (missing a required argument: 'person'): write get_prompt_instructions(self) and ",
        ),
        (
            plugin(None),
            "get_prompt_instructions of Plugin gives nothing: write {name: {description, payload}}",
        ),
        (plugin("x"), "get_prompt_instructions of Plugin gives a value of the kind str: write {name: "),
        (plugin({}), "get_prompt_instructions of Plugin gives no action: write {name: "),
        (
            plugin([{"description": "d"}]),
            "an action of Plugin has no name: write a dict with name, description and payload",
        ),
        (plugin(["note"]), "an action of Plugin has no name: "),
        (
            plugin({"note": "Writes."}),
            "what is said of note is no dict with description and payload",
        ),
        (plugin({"note": {"description": 3}}), "the description of note is no text"),
        (
            plugin({"note": {"efects": False}}),
            "note cannot say 'efects': there is name, payload, ",
        ),
        (plugin({"note": {"effects": "no"}}), "effects of note is 'no': write True or False"),
        (
            plugin({"note": {"payload": ["text"]}}),
            "the payload of note is no dict: write {field: {type, description}}",
        ),
        (
            plugin({"note": {"payload": {"x": {"type": "color"}}}}),
            "the field x of note is of the type 'color': write string, ",
        ),
        (
            plugin({"note": {"payload": {"x": object()}}}),
            "the field x of note cannot be read: write {type, description}",
        ),
        (
            plugin({"note": {"payload": {"x": {"default": {1}}}}}),
            "the payload of note is nothing that JSON takes: ",
        ),
    ],
)
def test_what_cannot_be_read_is_one_line(made, line):
    with pytest.raises(Untellable) as caught:
        plugin_tools(made)
    assert str(caught.value).startswith(line)
    assert "\n" not in str(caught.value)


def test_a_class_that_cannot_act_is_no_plugin():
    assert not is_plugin(Bare)
    assert is_plugin(Failing)


async def does(answer, **payload):
    [tool] = plugin_tools(plugin({"note": ACTION}, answer))
    return await run_tool(tool, payload)


async def test_an_action_is_run_with_its_name_and_its_payload_and_its_answer_is_the_receipt():
    result = await does(lambda action: f"{action}", text="x")
    assert result.text == "{'type': 'note', 'payload': {'text': 'x'}}"
    assert result.receipt == f"note answered: {result.text}"


async def later(action):
    return {"noted": action["payload"]["text"]}


async def progress(action):
    yield "half"
    yield "noted"


async def test_it_may_be_async_and_may_tell_of_its_progress():
    assert (await does(later, text="x")).text == '{"noted": "x"}'
    [tool] = plugin_tools(plugin({"note": ACTION}, progress)())
    heard = [one async for one in tool.run({"text": "x"})]
    assert heard[:2] == [Progress("half"), Progress("noted")]
    assert heard[2].text == "noted"


@pytest.mark.parametrize(
    ("answer", "text"),
    [
        ({"error": "no paper"}, "no paper"),
        ({"status": "error", "message": "no paper"}, "no paper"),
        ({"success": False, "at": 3}, '{"success": false, "at": 3}'),
    ],
)
async def test_C4_an_action_that_says_that_it_failed_has_failed_and_has_no_receipt(answer, text):
    assert await does(lambda _: answer, text="x") == ToolResult(text, failed=True)


@pytest.mark.parametrize("answer", [{"error": None}, {"status": "sent"}, {"success": True}])
async def test_an_action_that_says_that_it_did_it_has_a_receipt(answer):
    result = await does(lambda _: answer, text="x")
    assert (result.failed, bool(result.receipt)) == (False, True)


async def test_an_action_that_raises_is_a_failed_result_of_one_line():
    def fails(action):
        raise KeyError("paper")

    result = await does(fails, text="x")
    assert result.failed
    assert result.text.startswith("note failed: KeyError: 'paper' (test_plugins.py, line ")


class TestAnActionKeepsTheContract(ToolContract):
    good: ClassVar = {"text": "x"}

    def fresh(self):
        return plugin_tools(plugin({"note": ACTION}))[0]
