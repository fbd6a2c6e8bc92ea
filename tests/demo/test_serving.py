"""The demonstration model behind its protocol: at a pace, and no longer than it is listened to. Its environment has nobody's account."""

import asyncio
import json
import re
from pathlib import Path

import httpx2
import pytest

import house_rules as house
from demo.program import Program
from solovox.demo.alone import VENDORS, alone
from solovox.demo.model import DemoModel
from solovox.demo.sample import sample_in
from solovox.demo.serving import LoopbackModel


def body(folder, words):
    return dict(Program(folder).request_of(words).raw)


async def test_it_is_streamed_word_by_word(tmp_path):
    async with LoopbackModel(DemoModel(word=0, thought=0)).served() as url, httpx2.AsyncClient() as client:
        got = await client.post(f"{url}/v1/messages", json=body(tmp_path, "hello"))
    events = [json.loads(line[6:]) for line in got.text.splitlines() if line.startswith("data: ")]
    texts = [one["delta"]["text"] for one in events if one["type"] == "content_block_delta"]
    assert len(texts) > 20
    assert "".join(texts).startswith("Hello. I am a demonstration model")


async def test_it_thinks_for_as_long_as_it_is_told_and_ends_with_its_listener(tmp_path):
    loop = asyncio.get_running_loop()
    model, begun = DemoModel(word=60, thought=0.05), loop.time()
    reply = model.reply(Program(tmp_path).request_of("hello"))
    first = await anext(reply)
    assert loop.time() - begun >= 0.05
    await reply.aclose()
    assert first.text == "Hello. "
    with pytest.raises(StopAsyncIteration):
        await anext(reply)


def test_no_account_is_left_in_its_environment():
    room = Path("/room")
    found = alone(
        {
            "HOME": "/at/me",
            "PATH": "/bin",
            "ANTHROPIC_API_KEY": "real",
            "CLAUDE_CODE_USE_BEDROCK": "1",
            "CLAUDE_CONFIG_DIR": "/at/me/.claude",
            "GEMINI_API_KEY": "real",
            "SOLOVOX_EAR__API_KEY": "real",
            "SOLOVOX_LOG": "kept",
        },
        room,
        "http://127.0.0.1:1",
    )
    assert "real" not in found.values()
    assert found["HOME"] == "/room/home"
    assert found["CLAUDE_CONFIG_DIR"] == "/room/config"
    assert found["XDG_CACHE_HOME"] == "/at/me/.cache"
    assert (found["PATH"], found["SOLOVOX_LOG"]) == ("/bin", "kept")
    assert "CLAUDE_CODE_USE_BEDROCK" not in found


def test_its_list_of_vendors_is_that_of_the_script():
    script = (house.ROOT / "scripts" / "alone").read_text()
    assert re.findall(r"^VENDORS='(.*)'$", script, re.MULTILINE) == [VENDORS.pattern]


def test_the_sample_has_something_to_talk_about(tmp_path):
    sample_in(tmp_path)
    program = Program(tmp_path)
    assert "`test_members_pay_less`, in `test_basket.py`, line 11" in program.says("Run the tests.")
    assert "Done" in program.says('Replace "price + price" with "price - price".')
    assert "The tests pass." in program.says("Run the tests again.")
