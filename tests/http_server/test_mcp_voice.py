"""An agent from outside has a voice: what it hears, what is read of what it says, and when."""

import asyncio

import pytest

from http_server.mcp_people import LONG, PLAYED, scene
from solovox.recordings import journal_reader
from solovox.recordings.replay import Identical, replay

pytestmark = pytest.mark.slow


def test_what_is_typed_is_heard_and_what_is_said_of_it_is_its_answer(tmp_path):
    async def acts(here):
        person, agent = await here.owner(), await here.agent()
        listening = agent.begins("listen")
        await asyncio.sleep(3)
        person.types("Which file is it?")
        heard = await listening
        told = await agent.calls("speak", text="It is the red one.")
        return heard, told, person.hears, [one["text"] for one in person.of("text")], person.of("finished")

    heard, told, hears, texts, finished = scene(acts, tmp_path)
    assert heard == {"heard": "Which file is it?", "ended_by": "person"}
    assert told == PLAYED
    assert hears == ["It is the red one."]
    assert "".join(texts).strip() == "It is the red one."
    assert len(finished) == 1


def test_N5_out_of_turn_waits_until_the_person_pauses(tmp_path):
    async def acts(here):
        person, agent = await here.owner(), await here.agent()
        person.says("I am not asking you anything at all just now so please")
        await asyncio.sleep(1)
        before = here.now
        telling = agent.begins("speak", text="Your build is done.")
        await asyncio.sleep(1)
        while person.saying:
            assert person.hears == []
            await asyncio.sleep(0.1)
        return before, await telling, person.notices, person.hears

    _, told, notices, hears = scene(acts, tmp_path)
    assert told == {
        "played": False,
        "interrupted_at_word": 0,
        "why": "the person asked something first: it is read after your answer to that",
    }
    assert notices == ["Your build is done."]
    assert hears == []


def test_N5_what_waited_is_read_after_the_answer(tmp_path):
    async def acts(here):
        person, agent = await here.owner(), await here.agent()
        person.says("What is it now")
        await asyncio.sleep(0.5)
        await agent.calls("speak", text="Your build is done.")
        await agent.calls("listen")
        told = await agent.calls("speak", text="It is noon.")
        await person.until(lambda: len(person.hears) == 2)
        return told, person.hears

    assert scene(acts, tmp_path) == (PLAYED, ["It is noon.", "Your build is done."])


def test_N5_out_of_turn_in_silence_it_is_read_at_once_as_words_of_no_answer(tmp_path):
    async def acts(here):
        person, agent = await here.owner(), await here.agent()
        told = await agent.calls("speak", text="Your build is **done**: `make test` passed.")
        return told, person.notices, person.of("read"), person.of("asked")

    told, notices, reads, asked = scene(acts, tmp_path)
    assert told == PLAYED
    assert [one["said"] for one in reads] == notices == ["Your build is done: make test passed."]
    assert reads[0].get("run") is None
    assert asked == []


def test_while_something_waits_to_be_taken_nothing_else_is_read(tmp_path):
    async def acts(here):
        person, agent = await here.owner(), await here.agent()
        person.types("Which one?")
        await asyncio.sleep(1)
        told = await agent.calls("speak", text="By the way, it rains.")
        status = await agent.calls("status")
        return told, person.hears, person.notices, status

    told, hears, notices, status = scene(acts, tmp_path)
    assert told == {
        "played": False,
        "interrupted_at_word": 0,
        "why": "the person has asked something: take it with listen",
    }
    assert (hears, notices) == ([], [])
    assert status["instructions_waiting"] == 1


def test_T1_who_speaks_over_the_answer_cuts_it_and_the_agent_is_told_at_which_word(tmp_path):
    async def acts(here):
        person, agent = await here.owner(), await here.agent()
        person.types("Tell me.")
        await agent.calls("listen")
        asking = agent.begins("ask", question=LONG)
        await person.until_heard("garden gate", least=7_000)
        person.says("No the blue one please.")
        asked = await asking
        heard_to = len(LONG[: person.played(person.of("read")[-1]["read"]) // 240].rsplit(" ", 1)[0].split())
        return asked, heard_to

    asked, heard_to = scene(acts, tmp_path)
    assert asked == {
        "heard": "No the blue one please.",
        "ended_by": "person",
        "played": False,
        "interrupted_at_word": heard_to,
        "why": "the person interrupted",
    }
    assert 3 < heard_to < len(LONG.split())


def test_T4_a_stop_cuts_the_voice_and_ends_what_is_owed(tmp_path):
    async def acts(here):
        person, agent = await here.owner(), await here.agent()
        person.types("Tell me.")
        await agent.calls("listen")
        telling = agent.begins("speak", text=LONG, more=True)
        await person.until_heard("garden gate", least=7_000)
        person.wire.say("stop")
        told, read = await telling, len(person.hears)
        await asyncio.sleep(10)
        return told, (await agent.calls("status"))["you_owe_an_answer_to"], len(person.hears) - read

    told, owes, more = scene(acts, tmp_path)
    assert told["why"] == "the person interrupted"
    assert 3 < told["interrupted_at_word"] < len(LONG.split())
    assert (owes, more) == ("", 0)


def test_who_cancels_speak_falls_silent(tmp_path):
    async def acts(here):
        person, agent = await here.owner(), await here.agent()
        telling = agent.begins("speak", text=LONG)
        await person.until_heard("garden gate", least=7_000)
        telling.cancel()
        await asyncio.sleep(2)
        flushed, (read,) = len(person.of("flush")), person.of("read")
        after = await agent.calls("speak", text="Good bye.")
        return flushed, person.played(read["read"]) / 240 < len(LONG) - 20, after, person.hears

    assert scene(acts, tmp_path) == (1, True, PLAYED, [LONG, "Good bye."])


def test_a_longer_answer_comes_in_parts_and_is_one(tmp_path):
    async def acts(here):
        person, agent = await here.owner(), await here.agent()
        person.types("Which one?")
        await agent.calls("listen")
        told = [
            await agent.calls("speak", text="Let me look", more=True),
            await agent.calls("speak", text="```\nthe red one", more=True),
            await agent.calls("speak", text="It is red."),
        ]
        await asyncio.sleep(1)
        return (
            told,
            person.hears,
            len(person.of("finished")),
            "".join(one["text"] for one in person.of("text")),
        )

    told, hears, finished, text = scene(acts, tmp_path)
    assert told == [PLAYED] * 3
    assert hears == ["Let me look", "a code block of 1 line, on screen.", "It is red."]
    assert finished == 1
    assert text == "Let me look\n\n```\nthe red one\n```\n\nIt is red.\n\n"


def test_T2_what_the_person_says_meanwhile_takes_the_place_of_what_is_owed(tmp_path):
    async def acts(here):
        person, agent = await here.owner(), await here.agent()
        person.types("Which one?")
        await agent.calls("listen")
        person.types("Or rather, how many?")
        await asyncio.sleep(1)
        late = await agent.calls("speak", text="The red one.")
        heard = await agent.calls("listen")
        return late["why"], heard, await agent.calls("speak", text="Two."), person.hears

    why, heard, told, hears = scene(acts, tmp_path)
    assert why == "the person has asked something: take it with listen"
    assert (heard["heard"], heard["instead_of"]) == ("Or rather, how many?", "Which one?")
    assert (told, hears) == (PLAYED, ["Two."])


def test_T2_with_steer_the_agent_gets_it_when_it_speaks(tmp_path):
    async def acts(here):
        person, agent = await here.owner(), await here.agent()
        person.types("Which one?")
        await agent.calls("listen")
        person.types("Of the big ones.")
        await asyncio.sleep(1)
        told = await agent.calls("speak", text="Let me look.", more=True)
        return told, (await agent.calls("status"))["you_owe_an_answer_to"]

    told, owes = scene(acts, tmp_path, "amend=steer")
    assert told == PLAYED | {"heard_meanwhile": "Of the big ones."}
    assert owes == "Which one?"


def test_a_yes_to_what_the_agent_asked_is_heard_by_it(tmp_path):
    async def acts(here):
        person, agent = await here.owner(), await here.agent()
        asking = agent.begins("ask", question="Shall I open the red one?")
        await person.until_heard("Shall I")
        await asyncio.sleep(1)
        person.says("Yes.")
        return await asking

    assert scene(acts, tmp_path) == PLAYED | {"heard": "Yes.", "ended_by": "person"}


def test_N5_who_waits_for_an_agent_hears_that_none_listens(tmp_path):
    async def acts(here):
        person = await here.owner()
        person.types("Which one?")
        await person.until(lambda: person.hears)
        return person.hears

    assert scene(acts, tmp_path) == ["Still working: no agent listens yet."]


def test_R1_a_talk_with_an_agent_from_outside_replays(tmp_path):
    async def acts(here):
        person, agent = await here.owner(), await here.agent()
        telling = agent.begins("speak", text=LONG)
        await person.until_heard("garden gate", least=7_000)
        telling.cancel()
        person.types("Which one?")
        await agent.calls("listen")
        await agent.calls("speak", text="The red one.")
        return person.session

    session = scene(acts, tmp_path)
    assert isinstance(replay(journal_reader.read(tmp_path / "journals" / session)), Identical)


def test_who_listens_again_has_said_all_of_the_answer(tmp_path):
    async def acts(here):
        person, agent = await here.owner(), await here.agent()
        person.types("Which one?")
        await agent.calls("listen")
        await agent.calls("speak", text="The red one.", more=True)
        before = len(person.of("finished"))
        listening = agent.begins("listen")
        await person.until(lambda: person.of("finished"))
        person.types("And now?")
        return before, person.of("finished")[0].get("why", ""), (await listening)["heard"]

    assert scene(acts, tmp_path) == (0, "", "And now?")
