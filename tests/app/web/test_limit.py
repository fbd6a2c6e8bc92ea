"""How many sessions a server takes."""

import asyncio
import re


async def test_without_a_limit_it_is_what_this_machine_holds_and_is_told(site):
    one = (await site()).site
    line = await asyncio.to_thread(one.warm)
    said = re.match(r"holds (\d+) sessions?: ", line)
    assert said, line
    assert one.talks.process.sessions.limit == int(said[1])


async def test_with_a_limit_nothing_is_measured(site):
    one = (await site(limit=3)).site
    assert await asyncio.to_thread(one.warm) == ""
    assert one.talks.process.sessions.limit == 3
