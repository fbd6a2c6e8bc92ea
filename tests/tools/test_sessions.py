"""The tool that tells which sessions there are."""

from datetime import UTC, datetime

import pytest

from solovox.ports import AgentSession, AgentSessionError
from solovox.tools.sessions import ListSessions, ago

NOW = datetime(2026, 11, 24, 12, 0, tzinfo=UTC)


def sessions(*told):
    """(title, seconds ago) of each."""
    return [
        AgentSession(f"s{n}", title, round(1000 * (NOW.timestamp() - age)))
        for n, (title, age) in enumerate(told)
    ]


async def told(*found):
    async def listed(limit):
        return sessions(*found)[:limit]

    return await ListSessions(listed, lambda: NOW).run({})


async def test_they_are_told_by_title_and_age_in_one_sentence():
    result = await told(("Rename login.", 300), ("", 7_200), ('Say "no"', 3 * 86_400))
    assert result.text == (
        'There are 3 sessions: "Rename login", 5 minutes ago; one without a title, 2 hours ago; '
        "and \"Say 'no'\", 3 days ago."
    )
    assert (await told(("Rename login", 20))).text == 'There is one session: "Rename login", just now.'


async def test_of_many_the_ten_newest_are_told_and_a_long_title_in_short():
    result = await told(*((f"{'very ' * 20}long {n}", 60 * n) for n in range(12)))
    assert result.text.startswith('The 10 newest sessions are: "very very')
    assert result.text.count("ago") + result.text.count("just now") == 10
    assert max(len(one) for one in result.text.split('"')[1::2]) <= 60


async def test_C1_that_there_is_none_is_said():
    assert (await told()).text == "… there is no session yet"


async def test_C3_a_list_that_cannot_be_read_is_a_failed_result():
    async def listed(limit):
        raise AgentSessionError("the disk is gone")

    result = await ListSessions(listed, lambda: NOW).run({})
    assert (result.failed, result.text) == (True, "the disk is gone")


@pytest.mark.parametrize(
    ("seconds", "said"),
    [(-5, "just now"), (59, "just now"), (60, "one minute ago"), (3_599, "59 minutes ago"), (86_400, "one day ago"),
     (13 * 86_400, "one week ago"), (45 * 86_400, "one month ago"), (800 * 86_400, "2 years ago")],
)  # fmt: skip
def test_an_age_is_told_in_its_largest_span(seconds, said):
    assert ago(seconds) == said
