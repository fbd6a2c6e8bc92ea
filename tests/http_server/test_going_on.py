"""A session that goes on with an earlier one is told what was heard in that one, and never what was only written."""

import asyncio
import json
import urllib.error
import urllib.request
from datetime import timedelta

import pytest

from http_server.coded_speech import LONG, Repeating
from http_server.page_client import page
from solovox.core.retelling import AGENT, PERSON
from solovox.parts import registry
from solovox.ports import Wrote
from solovox.recordings import journal_reader

ASKED = "Tell me all."


class Telling(Repeating):
    """Writes down what it is told of the talk so far, and of a talk before."""

    async def answer(self, question, host):
        if question.instruction == ASKED:
            yield Wrote(LONG)
            return
        told = {"history": question.history, "earlier": question.earlier}
        yield Wrote(
            "```\n"
            + json.dumps({key: [(one.role, one.text) for one in said] for key, said in told.items()})
            + "\n```\n"
        )


def brain(given):
    return Telling({})


@pytest.fixture
def told(site, monkeypatch):
    async def started(*flags, **options):
        monkeypatch.setitem(registry.BUILT_IN, registry.BRAINS, {"local": "http_server.test_going_on:brain"})
        return await site(*flags, **options)

    return started


def post(running, body):
    """The status, and what the server answers."""
    asked = urllib.request.Request(
        running.site.address.replace("/?", "/api/sessions?"),
        json.dumps(body).encode(),
        {"Content-Type": "application/json"},
    )
    try:
        with urllib.request.urlopen(asked, timeout=60) as answer:
            return answer.status, json.load(answer)
    except urllib.error.HTTPError as error:
        return error.code, json.load(error)


async def ended(running, name):
    while running.site.talks.get(name) is not None:
        await asyncio.sleep(0.02)


async def cut_short(running):
    """A session in which a long answer was written whole, and stopped soon. Its name, and what was heard."""
    async with page(running.socket, plays=False) as one:
        name = (await one.until("ready"))["sessionId"]
        await one.say("text", text=ASKED)
        await one.until("finished")
        await one.when(lambda: one.total > 20_000)
        await one.say("stop")
        await one.until("flush")
        await one.say("end")
        await one.over()
    await ended(running, name)
    return name


async def asked_anew(running, name):
    """What the brain is told at the first question, and at the second, of a session that goes on with that one."""
    status, begun = await asyncio.to_thread(post, running, {"continue": name})
    assert status == 200, begun
    found = []
    async with page(running.socket, session=begun["session"]) as one:
        await one.until("ready", sessionId=begun["session"])
        shown = (await one.until("state"))["earlier"]
        for text in ("And then?", "And after that?"):
            await one.say("text", text=text)
            await one.until("finished")
            found.append(json.loads("".join(each["text"] for each in one.of("text")).split("```\n")[-2]))
        await one.say("end")
        await one.over()
    await ended(running, begun["session"])
    history = [["person" if line["by"] == "person" else "assistant", line["text"]] for line in shown]
    assert found[0]["history"] == history, "the page shows what the brain is told"
    return begun["session"], found


@pytest.mark.slow
async def test_L3_the_brain_of_a_session_that_goes_on_is_told_what_was_heard_and_no_more(told):
    running = await told()
    name = await cut_short(running)
    next_name, (first, second) = await asked_anew(running, name)
    (person, question), (agent, heard) = first["history"]
    assert (person, question, agent) == ("person", ASKED, "assistant")
    assert heard
    assert LONG.startswith(heard)
    assert len(heard) < len(LONG) / 2, "most of it was written, and not heard"
    assert first["earlier"] == first["history"]
    assert second["history"][:2] == first["history"]
    assert second["earlier"] == [], "it was told already"
    kept = journal_reader.read(running.journals / next_name).header.policy
    assert kept.earlier == ((PERSON, ASKED), (AGENT, heard))
    _, (third, _) = await asked_anew(running, next_name)
    assert third["history"][:2] == first["history"], "also of the talk before the last"
    assert third["history"][2] == ["person", "And then?"]


async def test_what_cannot_go_on_is_one_line(told):
    running = await told()
    async with page(running.socket) as one:
        name = (await one.until("ready"))["sessionId"]
        status, said = await asyncio.to_thread(post, running, {"continue": name})
        assert (status, said["error"]) == (409, f"{name} still runs: join it, or end it first")
    for body, expected in (
        ({"continue": "none"}, 404),
        ({"continue": "../x"}, 404),
        ({}, 422),
        ({"continue": "a", "resume": "b"}, 422),
        ({"continue": "a", "rewind_to": "b"}, 422),
        ({"other": "a"}, 422),
        ({"resume": "a"}, 409),
    ):
        status, said = await asyncio.to_thread(post, running, body)
        assert (status, len(said["error"].splitlines())) == (expected, 1)


@pytest.mark.slow
async def test_a_session_that_no_page_joins_goes_for_another_in_time(told):
    running = await told(limit=1)
    name = await cut_short(running)
    _, first = await asyncio.to_thread(post, running, {"continue": name})
    status, said = await asyncio.to_thread(post, running, {"continue": name})
    assert status == 503, said
    running.site.talks.get(first["session"]).began -= timedelta(minutes=2)
    status, second = await asyncio.to_thread(post, running, {"continue": name})
    assert status == 200, second
    assert second["session"] != first["session"]
    await ended(running, first["session"])
