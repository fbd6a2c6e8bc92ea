"""The frames of a page: their schema, their examples, and what cannot be understood."""

import json
import re
from contextlib import suppress
from pathlib import Path
from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

import protocol_page
from solovox.http.sockets.session_pages import FAILED, FULL, GONE
from solovox.http.sockets.socket import POLICY
from solovox.surfaces.web.outbox import TOO_SLOW
from solovox.surfaces.web.surface import GOODBYE
from solovox.wire.browser.codec import LONGEST, NotAFrame, decode_down, decode_up, encode
from solovox.wire.browser.down import DownFrame
from solovox.wire.browser.schema import schema
from solovox.wire.browser.up import UpFrame

pytestmark = pytest.mark.slow

PROTOCOL = Path(__file__).parents[2] / "protocol" / "browser"
EXAMPLES = json.loads((PROTOCOL / "examples.json").read_text())
SIDES = [("up", decode_up, UpFrame), ("down", decode_down, DownFrame)]


def test_the_schema_is_that_of_the_frames():
    assert json.loads((PROTOCOL / "schema.json").read_text()) == schema(), "run scripts/protocol"


@pytest.mark.parametrize(("side", "decode", "union"), SIDES)
def test_each_example_is_read_and_written_as_it_stands(side, decode, union):
    for example in EXAMPLES[side]:
        frame = decode(json.dumps(example))
        assert json.loads(encode(frame)) == example


@pytest.mark.parametrize(("side", "decode", "union"), SIDES)
def test_each_frame_has_an_example(side, decode, union):
    assert {type(decode(json.dumps(one))) for one in EXAMPLES[side]} == set(get_args(union))


@pytest.mark.parametrize(
    ("frame", "line"),
    [
        ("", "not JSON"),
        ("{", "not JSON"),
        (b'{"type":"text","text":"\xff"}', "not JSON"),
        ('"start"', "Expected `object`"),
        ('{"type":"dance"}', "at `$.type`"),
        ('{"text":"x"}', "missing required field `type`"),
        ('{"type":"text"}', "missing required field `text`"),
        ('{"type":"text","text":5}', "at `$.text`"),
        ('{"type":"start","microphone_rate":192000}', "at `$.microphone_rate`"),
        ('{"type":"played","read":-1,"samples":1}', "at `$.read`"),
        ('{"type":"start","projectContext":' + "[" * 5_000 + "]" * 5_000 + "}", "$.projectContext"),
        ('{"type":"text","text":"' + "x" * LONGEST + '"}', "at most"),
        ('{"type":"text","text":"' + "x" * 20_001 + '"}', "at `$.text`"),
    ],
)
def test_what_is_no_frame_is_told_in_one_line_that_names_the_place(frame, line):
    with pytest.raises(NotAFrame, match=r"^[^\n]*$") as found:
        decode_up(frame)
    assert line in str(found.value)


def test_a_bad_frame_is_not_quoted():
    with pytest.raises(NotAFrame) as found:
        decode_up('{"type":"my secret"}')
    assert "secret" not in str(found.value)


def test_keys_of_a_newer_side_are_ignored():
    assert encode(decode_up('{"type":"end","why":"tired"}')) == b'{"type":"end"}'


@given(st.one_of(st.binary(max_size=300), st.text(max_size=300)))
def test_whatever_comes_is_a_frame_or_a_bad_one(frame):
    for decode in (decode_up, decode_down):
        with suppress(NotAFrame):
            decode(frame)


def test_the_reference_has_every_frame_and_no_other():
    page = protocol_page.PAGE.read_text()
    assert page == protocol_page.written(page), "run scripts/protocol"


def test_a_frame_that_the_reference_lacks_is_found():
    page = protocol_page.PAGE.read_text()
    assert protocol_page.written(page.replace("| `mute` |", "| `moot` |")) == page
    assert "| `mute` |" in protocol_page.table("up")


def test_the_reference_has_every_code_with_which_the_server_closes():
    ours = {GOODBYE, POLICY, FAILED, GONE, TOO_SLOW, FULL}
    of_the_protocol = {1007, 1009}
    told = re.findall(r"^\| (\d{4}) \|", protocol_page.PAGE.read_text(), re.MULTILINE)
    assert {*map(int, told)} == ours | of_the_protocol
