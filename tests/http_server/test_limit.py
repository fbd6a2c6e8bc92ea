"""How many sessions a server takes."""

import asyncio
import math
import re

import pytest

from http_server.web_people import Browser, Server, Troubles
from solovox.shell.clock import run

pytestmark = pytest.mark.slow


async def test_without_a_limit_it_is_what_this_machine_holds_and_is_told(site):
    one = (await site()).site
    line = await asyncio.to_thread(one.warm)
    said = re.match(r"holds (\d+) sessions?: ", line)
    assert said, line
    assert one.talks.process.sessions.limit == int(said[1])


def in_turn(tmp_path, meanwhile):
    """Whether a second person is let in where one had begun, and `meanwhile` was done."""

    async def tried():
        async with Server(tmp_path, limit=1) as server:
            first, second = Browser(server, Troubles()), Browser(server, Troubles())
            assert await first.begin()
            await meanwhile(first)
            came = await second.begin()
            for one in (first, second):
                one.wire.vanish()
            return came, second.wire.down

    return run(tried(), math.inf)


async def nothing(_page):
    pass


async def closes(page):
    page.wire.vanish()
    await asyncio.sleep(4)


async def is_gone_for_a_moment(page):
    page.wire.vanish()
    await asyncio.sleep(1)


async def closes_while_it_is_answered(page):
    page.wire.say("text", text="Count the stars.")
    await asyncio.sleep(1)
    await closes(page)


@pytest.mark.parametrize(
    ("meanwhile", "let_in"),
    [
        pytest.param(nothing, False, id="who is there keeps the place"),
        pytest.param(is_gone_for_a_moment, False, id="and so does who is gone for a moment"),
        pytest.param(closes, True, id="who has left gives it to who comes"),
        pytest.param(closes_while_it_is_answered, False, id="unless work goes on"),
    ],
)
def test_the_session_beyond_the_limit_has_the_place_of_who_has_left(tmp_path, meanwhile, let_in):
    assert in_turn(tmp_path, meanwhile)[0] is let_in


def test_each_place_is_given_once(tmp_path):
    async def tried():
        async with Server(tmp_path, limit=2) as server:
            pages = [Browser(server, Troubles()) for _ in range(5)]
            assert await pages[0].begin()
            assert await pages[1].begin()
            for one in pages[:2]:
                one.wire.vanish()
            await asyncio.sleep(4)
            assert server.talks.ready() == ""
            came = await asyncio.gather(*(one.begin() for one in pages[2:]))
            assert server.talks.ready() != ""
            for one in pages:
                one.wire.vanish()
            return sorted(came)

    assert run(tried(), math.inf) == [False, True, True]
