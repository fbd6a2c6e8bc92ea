"""What is changed at the switch of a page counts for the talks to come, too."""

import pytest

from http_server.page_client import page
from solovox.http.persons_settings import PersonsSettings

pytestmark = pytest.mark.slow

FLAGS = ("tools=get_time", "narrator.voice=af_bella")


@pytest.fixture
def own(tmp_path):
    """Makes the settings of a person, with flags."""
    return lambda *flags: PersonsSettings(
        (*FLAGS, *flags), None, tmp_path, {"SOLOVOX_STATE": str(tmp_path / "state")}
    )


async def test_what_needs_a_yes_is_kept_for_the_next_talk(site, own):
    running = await site(own=own())
    async with page(running.socket) as one:
        await one.until("settings", approval="direct")
        await one.say("set", key="approval", value="review")
        await one.until("settings", approval="review")
        await one.say("set", key="barge_in", value="false")  # it is answered when what came before is kept
        await one.until("settings", barge_in=False)
    assert own().config("talk").approval == "review"


async def test_where_it_is_set_elsewhere_it_counts_for_this_talk_alone(site, own):
    running = await site(own=own("approval=direct"))
    async with page(running.socket) as one:
        await one.say("set", key="approval", value="correct")
        await one.until("settings", approval="correct")
    assert own("approval=direct").config("talk").approval == "direct"
    assert own().config("talk").approval == "direct"
