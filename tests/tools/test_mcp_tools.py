"""A server's tools as ours: names, schemas, results."""

import pytest
from mcp import types

from solovox.ports import ToolResult
from solovox.tools.json_schema import problem
from solovox.tools.mcp.results import result_of
from solovox.tools.mcp.settings import ServedTools
from solovox.tools.mcp.tool import ServedTool
from solovox.tools.names import tool_name
from tools.mcp_sets import listed


@pytest.mark.parametrize(
    ("own", "name"),
    [
        ("look", "near_look"),
        ("look-up", "near_look-up"),
        ("repo.look", "near_repo_look_b49b51"),
        ("repo/look", "near_repo_look_0e0c35"),
        ("l" * 59, "near_" + "l" * 59),
        ("l" * 60, "near_" + "l" * 52 + "_1882b7"),
    ],
)
def test_a_name_has_the_servers_before_it_and_fits_every_model(own, name):
    assert tool_name("near", own) == name
    assert len(name) <= 64


def test_no_two_tools_have_one_name():
    own = ["a.b", "a/b", "a b", "a_b", "é", "è", "x" * 100, "x" * 101]
    assert len({tool_name("s", one) for one in own}) == len(own)


@pytest.mark.parametrize(
    "schema",
    [
        {"type": "array"},
        {"type": "object", "properties": "none"},
        {"type": "object", "properties": {"a": {"type": 3}}},
        {"type": "object", "required": "a"},
        {"type": "object", "description": "x" * 70_000},
    ],
)
def test_a_schema_that_is_none_is_replaced_and_the_server_checks_the_arguments(schema):
    tool = ServedTool(ServedTools(name="s"), listed("t", schema), None)
    assert tool.parameters == {"type": "object"}


def test_a_schema_of_the_newest_kind_is_taken_and_checked():
    schema = {
        "properties": {
            "a": True,
            "b": {"type": ["string", "null"], "enum": ["x", None]},
            "c": {"items": False},
        }
    }
    tool = ServedTool(ServedTools(name="s"), listed("t", schema), None)
    assert problem(tool.parameters, {"a": 1, "b": None, "c": []}) is None
    assert problem(tool.parameters, {"c": [1]}).startswith("`c` ")
    assert problem(tool.parameters, {"b": 3}).startswith("`b` must be")


def test_a_tool_without_a_description_has_one():
    tool = ServedTool(ServedTools(name="s"), listed("t", description=""), None)
    assert (tool.name, tool.description) == ("s_t", "t, a tool of s.")


TEXT, IMAGE = types.TextContent(text="hello"), types.ImageContent(data="A" * 4_000, mime_type="image/png")


@pytest.mark.parametrize(
    ("answer", "text"),
    [
        (types.CallToolResult(content=[]), "… t of s is done, and gave no text"),
        (types.CallToolResult(content=[TEXT], structured_content={"result": "hello"}), "hello"),
        (types.CallToolResult(content=[TEXT], structured_content={"a": 1}), 'hello\n{"a": 1}'),
        (
            types.CallToolResult(content=[types.TextContent(text='{"a":1}')], structured_content={"a": 1}),
            '{"a":1}',
        ),
        (types.CallToolResult(content=[IMAGE]), "… an image (image/png, 3 kB), which cannot be shown here"),
        (
            types.CallToolResult(content=[types.AudioContent(data="AAAA", mime_type="audio/wav")]),
            "… a sound (audio/wav, 1 kB), which cannot be played here",
        ),
        (
            types.CallToolResult(content=[types.ResourceLink(name="log", uri="file:///log")]),
            "… a link to log: file:///log",
        ),
        (
            types.CallToolResult(
                content=[types.EmbeddedResource(resource=types.BlobResourceContents(uri="a://b", blob="AA"))]
            ),
            "… the content of a://b (bytes), which is no text",
        ),
    ],
)
def test_a_result_is_text(answer, text):
    assert result_of("s", "t", answer, effects=False) == ToolResult(text)


def test_a_receipt_is_short_and_of_one_line():
    answer = types.CallToolResult(content=[types.TextContent(text="a\n\x1b[31mb\n" + "c" * 1_000)])
    receipt = result_of("s", "t", answer, effects=True).receipt
    assert receipt.startswith("s answered t: a b ccc")
    assert len(receipt) < 200


def test_an_error_without_a_word_says_whose_it_is():
    assert result_of("s", "t", types.CallToolResult(content=[], is_error=True), effects=True) == ToolResult(
        "t of s failed and did not say why", failed=True
    )


@pytest.mark.parametrize("hinted", [True, False])
@pytest.mark.parametrize(
    ("hints", "grave"),
    [
        (None, True),
        ({}, True),
        ({"destructive_hint": True}, True),
        ({"destructive_hint": False}, False),
        ({"read_only_hint": False}, True),
        ({"read_only_hint": True}, False),
        ({"read_only_hint": True, "destructive_hint": True}, False),
    ],
)
def test_A7_what_a_server_says_of_a_tool_counts_where_it_is_to_be_believed(hints, grave, hinted):
    tool = listed("delete_repository").model_copy(
        update={"annotations": None if hints is None else types.ToolAnnotations(**hints)}
    )
    assert ServedTool(ServedTools(name="github", hinted=hinted), tool, None).grave is (grave or not hinted)
