"""Calls of agents from outside: how long they wait, who may call, and what an agent or a person who leaves brings about."""

import asyncio

import pytest

from http_server.mcp_people import LONG, PLAYED, scene

pytestmark = pytest.mark.slow


def test_who_listens_is_told_that_it_goes_on(tmp_path):
    async def acts(here):
        person, agent = await here.owner(), await here.agent()
        listening = agent.begins("listen")
        await asyncio.sleep(95)
        person.types("Now.")
        await listening
        return [one[0] for one in agent.progress]

    assert scene(acts, tmp_path) == [10.0, 20.0, 30.0, 40.0, 50.0, 60.0, 70.0, 80.0, 90.0]


def test_who_cannot_be_told_that_it_goes_on_is_answered_before_it_gives_up(tmp_path):
    async def acts(here):
        await here.owner()
        agent, began = await here.agent(), here.now
        return await agent.calls("listen", follows=False), round(here.now - began)

    assert scene(acts, tmp_path) == ({"heard": None, "ended_by": "time"}, 50)


def test_how_long_is_waited_can_be_said(tmp_path):
    async def acts(here):
        await here.owner()
        agent, began = await here.agent(), here.now
        return await agent.calls("listen", seconds=7), round(here.now - began)

    assert scene(acts, tmp_path) == ({"heard": None, "ended_by": "time"}, 7)


def test_where_no_one_is_at_the_page_that_is_said(tmp_path):
    async def acts(here):
        agent = await here.agent()
        return await agent.calls("speak", text="Is anybody there?"), await agent.calls("status")

    told, status = scene(acts, tmp_path)
    assert told == {"played": False, "interrupted_at_word": 0, "why": "no one is at the page"}
    assert status["person"] == "no one is at the page"


def test_who_listens_before_the_page_is_there_hears_what_is_asked_at_it(tmp_path):
    async def acts(here):
        agent = await here.agent()
        listening = agent.begins("listen")
        await asyncio.sleep(20)
        person = await here.owner()
        person.types("Here I am.")
        return await listening

    assert scene(acts, tmp_path)["heard"] == "Here I am."


def test_who_listens_follows_the_person_to_their_next_talk(tmp_path):
    async def acts(here):
        agent, first = await here.agent(), await here.owner()
        listening = agent.begins("listen")
        await asyncio.sleep(2)
        first.wire.vanish()
        await asyncio.sleep(8)
        second = await here.owner()
        second.types("And here.")
        return (
            (await listening)["heard"],
            await agent.calls("speak", text="I see."),
            first.hears,
            second.hears,
        )

    assert scene(acts, tmp_path) == ("And here.", PLAYED, [], ["I see."])


def test_that_no_agent_takes_an_instruction_is_shown_and_it_waits(tmp_path):
    async def acts(here):
        person = await here.owner()
        person.types("Which one?")
        await asyncio.sleep(8)
        shown = person.steps[:]
        heard = await (await here.agent("claude-code")).calls("listen")
        await asyncio.sleep(1)
        return shown, heard["heard"], person.steps[1:], person.hears

    shown, heard, after, hears = scene(acts, tmp_path)
    assert shown == ["no agent listens yet"]
    assert (heard, after, hears) == ("Which one?", ["claude-code works on it"], [])


def test_one_agent_at_a_time_has_the_voice(tmp_path):
    async def acts(here):
        person = await here.owner()
        one, other = await here.agent("one"), await here.agent("other")
        person.types("Which one?")
        await one.calls("listen")
        refused = await other.calls("speak", text="Me.")
        status = await other.calls("status")
        await one.calls("speak", text="The red one.")
        return refused, status["voice"], await other.calls("speak", text="Me."), person.hears

    refused, voice, free, hears = scene(acts, tmp_path)
    assert refused == voice == "another agent has the voice: one; it is free when that one has answered"
    assert (free, hears) == (PLAYED, ["The red one.", "Me."])


def test_an_agent_that_leaves_before_it_has_answered_is_told_of_in_one_line(tmp_path):
    async def acts(here):
        person, agent = await here.owner(), await here.agent("claude-code")
        person.types("Which one?")
        await agent.calls("listen")
        await agent.calls("speak", text="Let me look.", more=True)
        here.talks.guests.leave("claude-code")
        await asyncio.sleep(2)
        return person.of("finished")[0]["why"], person.hears

    why = "claude-code left before it had answered"
    assert scene(acts, tmp_path) == (why, ["Let me look.", f"That failed: {why}."])


def test_an_agent_that_is_still_for_too_long_has_failed(tmp_path):
    async def acts(here):
        person, agent = await here.owner(), await here.agent("claude-code")
        person.types("Which one?")
        await agent.calls("listen")
        await asyncio.sleep(35)
        return person.of("finished")[0]["why"]

    failure = scene(acts, tmp_path, "brain.idle_seconds=30")
    assert failure == "claude-code took it and has said nothing for 30 seconds"


def test_what_the_agent_gives_wrong_it_is_told_in_one_line(tmp_path):
    async def acts(here):
        await here.owner()
        agent = await here.agent()
        return [
            await agent.calls("speak", text="  "),
            await agent.calls("speak"),
            await agent.calls("speak", text="x" * 13_000),
            await agent.calls("speak", text="Word. " * 400),
            await agent.calls("speak", text="Yes.", more="maybe"),
            await agent.calls("listen", seconds=-1),
            await agent.calls("sing"),
        ]

    assert scene(acts, tmp_path) == [
        "there is nothing to say: text is empty",
        "Object missing required field `text`",
        "at most 12000 characters are said at one time: say less, or in parts",
        "out of turn at most 2000 characters are said at one time",
        "Expected `bool`, got `str` - at `$.more`",
        "Expected `float` > 0.0 - at `$.seconds`",
        "there is no such tool: listen, speak, ask, status",
    ]


def test_what_waits_to_be_said_is_bounded(tmp_path):
    async def acts(here):
        person, agent = await here.owner(), await here.agent()
        waiting = [agent.begins("speak", text=f"{LONG} {n}.") for n in range(4)]
        await asyncio.sleep(0.2)
        refused = await agent.calls("speak", text="One more.")
        return refused, await asyncio.gather(*waiting), person.hears

    refused, told, hears = scene(acts, tmp_path)
    assert refused == "too much waits to be said already: wait for an answer first"
    assert told == [PLAYED] * 4
    assert hears == [f"{LONG} {n}." for n in range(4)]
