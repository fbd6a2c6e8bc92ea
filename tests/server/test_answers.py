"""A file of answers: what it may have, what is told of what is wrong with it, and that a session does what it says."""

import asyncio
import json
from dataclasses import replace

import pytest

from server.rig import FAST, function, setup, tools
from server.test_session import Pipe, served
from solovox.live_server.serving import opener
from solovox.server.answers import NEVER, AnswersBrain, BadAnswers, read, read_answers
from solovox.server.doors import Dialect, Door
from solovox.server.faults.injector import FaultPlan
from solovox.server.options import ChoosesCalls
from solovox.server.served_session import SessionEntry
from solovox.shell.clock import run
from solovox.wire.gemini_live import client_frames as c
from solovox.wire.gemini_live.parts import FunctionResponse, text_content
from virtual import virtual

SCRIPT = replace(FAST, chooses=ChoosesCalls.SCRIPT)
WHOLE = """
[[answer]]
said = ["Add milk to my list.", "milk please"]
do = [
  {say = "One moment."},
  {calls = [{name = "add", args = {item = "milk", count = 2}}, {name = "look", args = {tags = ["a", "{{b}}"]}}]},
  {wait = 2.5},
  {say = "Done: {result}."},
]

[[answer]]
pattern = "remind me to (?P<what>.+?)[.!]?$"
do = [{call = "remind", args = {text = "{what}"}}]

[[answer]]
any = true
times = 1
do = [{say = "What?"}]

[[answer]]
any = true
do = [{say = "Goodbye."}, {fault = "close:1011"}]
"""


def each(*heads):
    return "\n".join(f"[[answer]]\n{head}; do = [{{say = 'x'}}]".replace("; ", "\n") for head in heads)


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("", ["a.toml: there is no [[answer]]"]),
        ("answer = 5", ["a.toml: there is no [[answer]]"]),
        ("[[answer]]\nany = true\ndo = [{say = 5}]", ["a.toml:1: step 1: say: Expected `str | null`, got `int`"]),
        ("[[answer]]\nany = tru\n", ["a.toml: Invalid value (at line 2, column 7)"]),
        ("[[reply]]\nany = true", ["a.toml: there is no 'reply': write [[answer]]", "a.toml: there is no [[answer]]"]),
        ("[[answer]]\ndo = [{say = 'x'}]", ["a.toml:1: give one of said, pattern and any"]),
        ("[[answer]]\nany = true\nsaid = 'x'\ndo = [{say = 'x'}]", ["a.toml:1: give one of said, pattern and any"]),
        ("[[answer]]\nany = true", ["a.toml:1: do: give a list of steps"]),
        ("[[answer]]\nsaid = 'x'\ntimes = -1\ndo = [{}]", ["a.toml:1: times = -1: give a number from 0", "a.toml:1: step 1: give one of say, call, calls, wait and fault"]),
        ("[[answer]]\nwhen = 'x'\npattern = '(?P<who>.)'\ndo = [{say = '{who}'}]", ["a.toml:1: Object contains unknown field `when`"]),
        (
            "# a\n[[answer]]\nany = true\ndo = [{say = 'x'}]\n\n[[answer]]\npattern = '('\ndo = [{say = '{who}'}]",
            [
                "a.toml:6: pattern: missing ), unterminated subpattern at position 0",
            ],
        ),
        ("[[answer]]\nany = true\ndo = [{say = '{'}]", ["a.toml:1: step 1: {?}: there is nothing that is written in braces here; a brace of your own is written twice"]),
        ("[[answer]]\npattern = '(?P<c>.)'\ndo = [{say = '{c:d}'}]", ["a.toml:1: step 1: {?}: there is {c} here; a brace of your own is written twice"]),
        ("[[answer]]\nany = true\ndo = [{say = '{result}'}]", ["a.toml:1: step 1: {result}: there is nothing that is written in braces here; a brace of your own is written twice"]),
        ("[[answer]]\nany = true\ndo = [{call = 'a', args = {b = '{c}'}}, {wait = -1}]", ["a.toml:1: step 1: {c}: there is nothing that is written in braces here; a brace of your own is written twice", "a.toml:1: step 2: wait = -1: give seconds from 0 to 600"]),
        ("[[answer]]\nany = true\ndo = [{say = 'a', args = {b = 1}}]", ["a.toml:1: step 1: args belong to a call"]),
        ("[[answer]]\nany = true\ndo = [{fault = 'refuse:503'}]", ["a.toml:1: step 1: fault = 'refuse:503': there is a connection already; give --fault refuse:503"]),
        ("[[answer]]\nany = true\ndo = [{fault = 'clos'}]", ["a.toml:1: step 1: fault: there is no fault 'clos', did you mean 'close'?: solovox live-server --list-faults has all"]),
        ("[[answer]]\nsaid = ''\ndo = [{say = 'x'}]", ["a.toml:1: said = '': there are no words to hear; for anything that is said, write any = true"]),
        ("[[answer]]\nsaid = ['a', '?!']\ndo = [{say = 'x'}]", ["a.toml:1: said = ['a', '?!']: there are no words to hear; for anything that is said, write any = true"]),
        ("[[answer]]\npattern = '(?P<c>.)'\ndo = [{call = '{c}', args = {'{c}' = [{'d}' = 1}]}}]", ["a.toml:1: step 1: '{c}': no brace is filled in a name, only in a value", "a.toml:1: step 1: '{c}': no brace is filled in a name, only in a value", "a.toml:1: step 1: 'd}': no brace is filled in a name, only in a value"]),
        (each("any = true", "said = 'x'"), [f"a.toml:4: {NEVER}"]),
        (each("said = ['x', 'y']", "said = 'z'", "said = ['Z.', 'x']", "said = ['x', 'w']"), [f"a.toml:7: {NEVER}"]),
        (each("pattern = 'x'", "pattern = 'x'"), [f"a.toml:4: {NEVER}"]),
    ],
)  # fmt: skip
def test_V13_each_mistake_is_told_in_a_line_with_its_place(text, lines):
    with pytest.raises(BadAnswers) as found:
        read_answers(text, "a.toml")
    assert str(found.value).splitlines() == lines


def test_V13_answers_that_may_still_be_given_are_no_mistake():
    assert (
        len(
            read_answers(
                each(
                    "any = true\ntimes = 1",
                    "said = 'x'\ntimes = 2",
                    "said = 'x'",
                    "pattern = 'x'",
                    "pattern = 'X'",
                ),
                "a",
            )
        )
        == 5
    )


def test_V13_a_file_that_begins_with_a_byte_order_mark_is_read(tmp_path):
    (tmp_path / "a.toml").write_bytes(b"\xef\xbb\xbf" + WHOLE.encode())
    assert read(tmp_path / "a.toml") == read_answers(WHOLE, "")


def test_V13_a_file_that_cannot_be_read_is_told(tmp_path):
    with pytest.raises(BadAnswers, match="gone.toml cannot be read: No such file"):
        read(tmp_path / "gone.toml")
    (tmp_path / "odd").write_bytes(b"\xff")
    with pytest.raises(BadAnswers, match="it is no text"):
        read(tmp_path / "odd")


class Talk:
    """A session of a file of answers; `typed` is answered before the next is."""

    def __init__(self, folder, text, book=None):
        self.folder, self.brain, self.book = folder, AnswersBrain(read_answers(text, "a.toml")), book

    async def typed(self, *texts, ends="R"):
        async with served(
            self.folder, SCRIPT, self.brain, entry=SessionEntry(book=self.book), verbatim=True
        ) as (pipe, _):
            pipe.says(
                setup(
                    instruction="Never speak.",
                    tools=tools(function("add"), function("look"), function("remind")),
                )
            )
            await pipe.until("S")
            for text in texts:
                before = len(pipe.frames)
                pipe.says(c.ClientContent(turns=(text_content(text),), turn_complete=True))
                await self._answered(pipe, before, ends)
            return pipe

    async def _answered(self, pipe, before, ends):
        done = before
        while pipe.closed is None and not (len(pipe.frames) > before and pipe.order.endswith(ends)):
            new, done = pipe.frames[done:], len(pipe.frames)
            for call in (one for frame in new if frame.tool_call for one in frame.tool_call.function_calls):
                output = f"{call.name} {json.dumps(call.args)}"
                one = FunctionResponse(id=call.id, name=call.name, response={"output": output})
                pipe.says(c.ToolResponse(function_responses=(one,)))
            pipe.changed.clear()
            await pipe.changed.wait()


def spoken(pipe):
    texts = [one.server_content.output_transcription for one in pipe.frames if one.server_content]
    return " ".join("".join(text.text for text in texts if text).split())


def called(pipe):
    return [
        (call.name, call.args)
        for one in pipe.frames
        if one.tool_call
        for call in one.tool_call.function_calls
    ]


def test_V13_texts_calls_and_results_come_in_their_order_whatever_the_instruction_says(tmp_path):
    pipe = run(Talk(tmp_path, WHOLE).typed("add milk to my LIST!"), float("inf"))
    assert called(pipe) == [("add", {"item": "milk", "count": 2}), ("look", {"tags": ["a", "{b}"]})]
    assert pipe.order.count("C") == 1, "what is called at once is one message"
    assert spoken(pipe) == 'One moment. Done: add {"item": "milk", "count": 2} look {"tags": ["a", "{b}"]}.'


def test_V13_a_pattern_gives_its_words_and_the_first_answer_that_is_left_counts(tmp_path):
    talk = Talk(tmp_path, WHOLE.replace(', {fault = "close:1011"}', ""))
    pipe = run(talk.typed("Please remind me to call Ann.", "Hm?", "Hm?"), float("inf"))
    assert called(pipe) == [("remind", {"text": "call Ann"})]
    assert spoken(pipe) == "What?Goodbye."


def test_V13_words_that_the_file_has_nothing_for_end_the_connection_with_a_line_that_says_so(tmp_path):
    pipe = run(Talk(tmp_path, '[[answer]]\nsaid = "Yes"\ndo = [{say = "Yes."}]').typed("No"), float("inf"))
    assert pipe.closed[0] == 1011
    assert "the file of answers has none for what was said" in pipe.closed[1]


class Raw(Pipe):
    """A line on which faults can be."""

    def abort(self):
        self.closed = self.closed or (1006, "")
        self.changed.set()

    def pongs(self, late_ms):
        pass


@virtual
async def test_V13_a_fault_of_the_file_strikes_in_its_place(tmp_path):
    text = '[[answer]]\nany = true\ndo = [{fault = "double_transcription:of=output"}, {say = "Twice."}, {fault = "close:1011"}]'

    async with served(tmp_path, SCRIPT, AnswersBrain(read_answers(text, "a")), verbatim=True) as (
        _,
        engines,
    ):
        raw = Raw()
        opens = opener(lambda: engines, lambda door: SCRIPT, FaultPlan(), scripted=True)
        session = asyncio.create_task(opens(raw, Door(Dialect.DEVELOPER, "v1beta")).run())
        raw.says(setup(), c.ClientContent(turns=(text_content("Go"),), turn_complete=True))
        async with asyncio.timeout(60):  # of this clock: a fault that does not strike is no wait for ever
            await raw.until("no shape")
        raw.up.put_nowait(None)
        await session
    assert raw.closed == (1011, "Internal error encountered."), raw.frames
    assert spoken(raw) == "TwiTwicece..", "what stands before a fault was sent before it"
