"""The demonstration model, as it is served: what `planning.py` says, at the pace of one who speaks."""

import asyncio
import re
from collections.abc import AsyncIterator

from solovox.demo.messages import MessagesRequest, Said, TextBlock
from solovox.demo.planning import next_step


class DemoModel:
    """`word`: seconds between two words; `thought`: before the first one. Zero in tests."""

    def __init__(self, *, word: float = 0.03, thought: float = 0.3) -> None:
        self._word = word
        self._thought = thought

    async def reply(self, request: MessagesRequest) -> AsyncIterator[Said]:
        """The next step: text, word by word, and a use of a tool."""
        await asyncio.sleep(self._thought)
        step = next_step(request)
        for word in re.findall(r"\s*\S+\s*", step.text):
            yield TextBlock(word)
            await asyncio.sleep(self._word)
        if step.use is not None:
            yield step.use
