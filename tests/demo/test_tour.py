"""Which task of the tour is meant, what is no word of the person's, and how the script is served. Its environment has nobody's account."""

import json
import re
from pathlib import Path

import httpx2
import pytest
from hypothesis import given
from hypothesis import strategies as st

import house_rules as house
from solovox.demo.alone import VENDORS, alone
from solovox.demo.conversation import read_request
from solovox.demo.messages import request_of
from solovox.demo.serving import LoopbackModel
from solovox.demo.tour import POLITE, TOUR, TourModel, next_step, task_of

EXPLAIN, FIND, FIX, RENAME, DELETE = TOUR
KNOWN = frozenset().union(POLITE, *(task.names | task.words for task in TOUR))
AT_FIRST = "This is a tour, and knows five requests. Next, say: “Explain this project.”"
THEN = "This is a tour, and knows five requests. Next, say: “Find the shipping cost.”"


def request(*words, tools=()):
    messages = [{"role": "user", "content": [{"type": "text", "text": one}]} for one in words]
    offered = [{"name": one} for one in tools]
    return request_of({"model": "m", "messages": messages, "tools": offered, "stream": True})


@pytest.mark.parametrize("task", TOUR, ids=lambda task: task.says)
def test_what_the_page_says_to_say_is_the_task_whatever_its_capitals_and_stops(task):
    for said in (task.says, task.says.upper(), f"please {task.says.lower().rstrip('.')}"):
        assert task_of(said) is task


@pytest.mark.parametrize(
    ("said", "task"),
    [
        ("What is this project about?", EXPLAIN),
        ("Where is the shipping cost?", FIND),
        ("Could you fix it?", FIX),
        ("rename total_price to sum_of_prices", RENAME),
        ("remove old_prices.txt", DELETE),
        ("Don't delete the old price list.", None),
        ("Fix the shipping cost.", None),
        ("Delete the failing test.", None),
        ("Change the shipping cost to seven.", None),
        ("Rename basket to cart.", None),
        ("", None),
    ],
)
def test_a_few_words_of_a_task_are_enough_and_one_of_no_task_is_too_many(said, task):
    assert task_of(said) is task


def words_of(text):
    return set(re.findall(r"[^\W_]+", text.lower()))


@given(st.sampled_from(TOUR), st.text(min_size=1).filter(lambda one: words_of(one) - KNOWN))
def test_a_task_with_a_word_that_is_none_of_its_own_is_not_meant(task, word):
    assert task_of(f"{task.says} {word}") is None


@pytest.mark.parametrize(
    "around",
    [
        'The person heard only: "It is in"\n\n{}',
        "The person heard nothing of your last answer.\n\n{}",
        "This replaces my last message: {}",
        "<system-reminder>rename x to y</system-reminder>{}",
        "[Request interrupted by user]\n{}",
        "[The person had this done without you: Undone: Edit basket.py. basket.py is as before it.]\n\n{}",
    ],
)
def test_what_others_write_around_the_words_is_none_of_them(around):
    (turn,) = read_request(request(around.format("Fix the failing test."))).turns
    assert turn.words == "Fix the failing test."


@pytest.mark.parametrize(
    ("words", "tools", "says"),
    [
        ((), (), AT_FIRST),
        (("???",), (), AT_FIRST),
        ((EXPLAIN.says,), ("Bash",), "I was given no tool Read."),
        (("hello", EXPLAIN.says, "thanks"), (), THEN),
    ],
)
def test_whatever_comes_is_answered_in_one_line(words, tools, says):
    assert next_step(request(*words, tools=tools)) == (says, None)


async def test_it_is_streamed_word_by_word():
    async with LoopbackModel(TourModel(word=0, thought=0)).serve() as url, httpx2.AsyncClient() as client:
        got = await client.post(f"{url}/v1/messages", json=dict(request("hello").raw))
    events = [json.loads(line[6:]) for line in got.text.splitlines() if line.startswith("data: ")]
    texts = [one["delta"]["text"] for one in events if one["type"] == "content_block_delta"]
    assert len(texts) == len(AT_FIRST.split())
    assert "".join(texts) == AT_FIRST


async def test_it_ends_with_its_listener():
    reply = TourModel(word=60, thought=0).reply(request("hello"))
    assert (await anext(reply)).text == "This "
    await reply.aclose()
    with pytest.raises(StopAsyncIteration):
        await anext(reply)


def test_no_account_is_left_in_its_environment():
    theirs = {
        "HOME": "/at/me",
        "PATH": "/bin",
        "ANTHROPIC_API_KEY": "real",
        "CLAUDE_CODE_USE_BEDROCK": "1",
        "CLAUDE_CONFIG_DIR": "/at/me/.claude",
        "GEMINI_API_KEY": "real",
        "SOLOVOX_EAR__API_KEY": "real",
        "SOLOVOX_LOG": "kept",
    }
    found = alone(theirs, Path("/room"), "http://127.0.0.1:1")
    assert "real" not in found.values()
    assert found["HOME"] == "/room/home"
    assert found["CLAUDE_CONFIG_DIR"] == "/room/config"
    assert found["XDG_CACHE_HOME"] == "/at/me/.cache"
    assert (found["PATH"], found["SOLOVOX_LOG"]) == ("/bin", "kept")
    assert "CLAUDE_CODE_USE_BEDROCK" not in found


def test_its_list_of_vendors_is_that_of_the_script():
    script = (house.ROOT / "scripts" / "alone").read_text()
    assert re.findall(r"^VENDORS='(.*)'$", script, re.MULTILINE) == [VENDORS.pattern]
