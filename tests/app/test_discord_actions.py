"""The persona's actions of voice, as plugins have them."""

from functools import partial

import pytest

from solovox.app.discord.talk_parts import VoiceActions, with_voice
from solovox.app.tool_selection import spec
from solovox.app.wiring import SessionParts
from solovox.core.errors import SolovoxError
from solovox.core.policy import Policy, Risk
from solovox.tools.catalog import Catalog
from solovox.tools.plugin import plugin_tools

START, STOP = "start_live_voice_discord", "stop_live_voice_discord"


async def start():
    return "I talk in Lobby"


async def refused():
    raise SolovoxError("you are in no voice channel: join one first")


async def test_an_action_is_done_and_has_a_receipt():
    actions = Catalog(plugin_tools(VoiceActions(start, refused)))
    assert list(actions.get_action_plugin_instructions()) == [START, STOP]
    done = await actions.run_action({"type": START, "payload": {}})
    assert (done.text, done.failed) == ("I talk in Lobby", False)
    assert done.receipt == f"{START}: I talk in Lobby"


async def test_what_cannot_be_done_is_one_line():
    actions = Catalog(plugin_tools(VoiceActions(start, refused)))
    done = await actions.run_action({"type": STOP, "payload": {}})
    assert (done.text, done.failed, done.receipt) == (
        "you are in no voice channel: join one first", True, None,
    )  # fmt: skip


@pytest.mark.parametrize("name", [START, STOP])
def test_A4_they_act_and_need_no_yes(name):
    spec_for = partial(spec, asks=True, blocking=True)
    own = SessionParts(policy=Policy(), recogniser=None, voice=None, brain=None, tools=(), spec=spec_for)
    own = with_voice(own, start, refused)
    assert [tool.name for tool in own.tools] == [START, STOP]
    told = own.policy.tool(name)
    assert told.acts
    assert told.risk is Risk.FREE
