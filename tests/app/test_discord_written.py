"""What of a message is for the bot: its words, what answers something that waits; and the persona's actions of voice."""

from functools import partial

import pytest

from solovox.app.wiring import SessionParts
from solovox.core.errors import SolovoxError
from solovox.core.policy import Policy, Risk
from solovox.discord.talk_parts import VoiceActions, with_voice
from solovox.discord.text_surface import answers
from solovox.discord.texts import strip_address
from solovox.parts.tools.selection import spec
from solovox.tools.catalog import Catalog
from solovox.tools.plugin import plugin_tools


@pytest.mark.parametrize(
    ("content", "wake", "asked"),
    [
        ("<@2000> what time is it?", "", "what time is it?"),
        ("<@!2000>, what time is it?", "", "what time is it?"),
        ("what time is it, <@2000>", "", "what time is it"),
        ("<@2000> tell <@2002> and <@7> the time", "", "tell @Ben and @someone the time"),
        ("Luna, what time is it?", "luna", "what time is it?"),
        ("<@2000> Luna", "luna", "Luna"),
        ("<@2000>", "", ""),
        ("line one\nline two", "", "line one\nline two"),
    ],
)
def test_the_words_of_a_message(content, wake, asked):
    assert strip_address(content, 2000, wake, [(2000, "Solo"), (2002, "Ben")]) == asked


@pytest.mark.parametrize(
    "text", ["yes", "no", "stop", "No, use the other branch.", "confirm breakfast potato"]
)
def test_A2_what_answers_something_that_waits(text):
    assert answers(text)


@pytest.mark.parametrize("text", ["what time is it?", "tell them a yes is enough", "and then?"])
def test_A2_what_answers_nothing(text):
    assert not answers(text)


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
