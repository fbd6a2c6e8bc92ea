"""Chat Completions, held to what every brain over a wire must do."""

import contextlib
import json

import pytest

from brains.double import CUT, DONE, HANG, Refusal, Seen, chunk, serving
from solovox.app.configured import configured
from solovox.app.registry import BRAINS, given, make
from solovox.brains.openai_compatible import ModelSettings, OpenAICompatible
from solovox.ports import BrainError, Question
from solovox.testing.contracts_brain import ScriptedHost
from solovox.testing.contracts_remote_brain import (
    FIRST,
    IDLE,
    MEGABYTE,
    PIECES,
    RemoteBrainContract,
    ServerWay,
)

USED = b'data: {"choices": [], "usage": {"prompt_tokens": 9, "completion_tokens": 3}}\n\n'
ENDS = [chunk(why="stop"), USED, DONE]
SCRIPTS = {
    ServerWay.ANSWERS: [*map(chunk, PIECES), *ENDS],
    ServerWay.GOES_ON: [chunk(PIECES[0]), HANG],
    ServerWay.STALLS_AT_FIRST: [HANG],
    ServerWay.STALLS_WITHIN: [chunk(PIECES[0]), HANG],
    ServerWay.IS_CUT: [chunk(PIECES[0]), CUT],
    ServerWay.TOO_MANY: Refusal(429, json.dumps({"error": {"message": "slow down"}}).encode()),
    ServerWay.NO_KEY: Refusal(401),
    ServerWay.NONSENSE: [chunk(PIECES[0]), b"data: <html>\n\n"],
    ServerWay.MEGABYTE: [*[chunk("x" * (MEGABYTE // 10))] * 10, *ENDS],
}


class TestChatCompletionsBehindTheirWire(RemoteBrainContract):
    @contextlib.asynccontextmanager
    async def against(self, *ways):
        async with serving(*(SCRIPTS[way] for way in ways)) as double:
            settings = ModelSettings(double.url, "small", first_seconds=FIRST, idle_seconds=IDLE)
            yield OpenAICompatible(settings), Seen(double)


async def test_its_prompt_and_its_patience_are_those_that_were_set(tmp_path):
    async with serving([HANG]) as double:
        flags = (
            f"brain.url={double.url}",
            "brain.model=small",
            "brain.prompt=Be Ahab.",
            "brain.first_seconds=0.5",
        )
        config = configured("talk", flags, tmp_path, {})
        made = make(BRAINS, config.brain.kind, given(config, BRAINS, config.brain.kind))
        with pytest.raises(BrainError, match=r"said nothing for 0\.5 seconds"):
            [work async for work in made.answer(Question("Well?"), ScriptedHost())]
        await made.aclose()
    assert double.requests[0]["messages"][0]["content"].endswith("\n\nBe Ahab.")
