"""Who closes the page while the agent works is told at the next talk what became of it; many talks one after another leave nothing
behind (`make sim` holds twenty at a time for an hour)."""

import asyncio
import math

import pytest

from http_server.web_people import Browser, Server, Troubles, left_behind, live
from solovox.shell.clock import run

TOLD = 'While you were away, "Count the stars." was finished. Many.'


class Reader(Browser):
    """A page that remembers what it was told."""

    def __init__(self, server):
        super().__init__(server, Troubles())
        self.told = []

    def _learn(self, told):
        self.told.append(told)
        super()._learn(told)

    @property
    def notices(self):
        shown = [told["text"] for told in self.told if told["type"] == "notice"]
        return shown + [
            one["text"] for told in self.told if told["type"] == "state" for one in told["view"]["notices"]
        ]


def talks(tmp_path, seconds_away, profile_talks=2):
    """What each of some talks one after another is told; in the first something is asked that takes a minute."""

    async def tried():
        async with Server(tmp_path, limit=2) as server:
            told = []
            for number in range(profile_talks):
                page = Reader(server)
                assert await page.begin()
                await asyncio.sleep(1)
                page.step()
                told.append(page.notices)
                if number == 0:
                    page.wire.say("text", text="Count the stars.")
                    await asyncio.sleep(1)
                page.wire.vanish()
                await asyncio.sleep(seconds_away)
            return told

    return run(tried(), math.inf)


def test_L1_what_ended_while_the_person_was_away_is_told_at_the_next_talk_once(tmp_path):
    assert talks(tmp_path, 700, 3) == [[], [TOLD], []]


def test_L1_work_is_not_stopped_by_a_page_that_was_closed(tmp_path):
    """The next talk begins while the first still works: nothing has ended, and nothing is told."""
    assert talks(tmp_path, 30) == [[], []]


@pytest.mark.slow
def test_people_come_and_go_and_nothing_stays(tmp_path):
    others = left_behind()
    seen, samples = run(live(tmp_path, people=3, seconds=90, seed=7, every=10), math.inf)
    assert not seen.found
    assert seen.talks >= 3
    assert min(seen.seen[kind] for kind in ("read", "flush", "heard", "asked"))
    before, *during, after = samples
    assert max(one.sessions for one in during) >= 3
    assert (after.tasks, after.files) == (before.tasks, before.files)
    assert not left_behind() - others
