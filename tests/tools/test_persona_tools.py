"""What a persona can do: its diary, its mood, and messages elsewhere."""

from datetime import datetime, timedelta, timezone

import pytest

from solovox.core.policy import Risk
from solovox.ports import Progress, ToolResult
from solovox.ports.persona import DiaryEntry, Feeling, PersonaStateError
from solovox.ports.places import DISCORD, MessagePlaces, PlaceError
from solovox.tools.catalog import Catalog
from solovox.tools.persona import LONGEST_ENTRY, TOLD, persona_tools

NOW = datetime(2026, 11, 24, 20, 0, tzinfo=timezone(timedelta(hours=1)))


class Remembered:
    """A persona's state in memory; `broken`: why it cannot be used."""

    def __init__(self):
        self.diary, self.felt, self.broken = [], None, ""

    def _check(self):
        if self.broken:
            raise PersonaStateError(self.broken)

    def entries(self):
        self._check()
        return list(self.diary)

    def write(self, text, mood=""):
        self._check()
        self.diary.append(DiaryEntry(NOW.isoformat(), text, mood))
        return self.diary[-1]

    def feel(self, feeling):
        self._check()
        self.felt = feeling

    def feeling(self):
        return self.felt


@pytest.fixture
def state():
    return Remembered()


@pytest.fixture
def places():
    return MessagePlaces()


@pytest.fixture
def catalog(state, places):
    return Catalog(persona_tools(state, "Luna", places, lambda: NOW))


async def done(catalog, name, **payload):
    return await catalog.run_action({"type": name, "payload": payload})


async def test_what_is_written_is_read_back_and_has_a_receipt(catalog, state):
    result = await done(catalog, "update_diary", entry=" Ada\nwon. ", mood="glad")
    assert result == ToolResult("It is in your diary.", f"diary entry of {NOW.isoformat()}: Ada won.")
    assert state.diary == [DiaryEntry(NOW.isoformat(), "Ada won.", "glad")]
    assert await done(catalog, "read_diary") == ToolResult("2026-11-24 20:00 (glad): Ada won.")


async def test_a_diary_is_read_the_newest_first_of_so_many_days(catalog, state):
    state.diary += [
        DiaryEntry("no time", "long ago"),
        DiaryEntry((NOW - timedelta(days=2)).isoformat(), "before"),
        DiaryEntry(NOW.isoformat(), "now"),
    ]
    three = (await done(catalog, "read_diary", days=3)).text.splitlines()
    assert [line.rpartition(": ")[2] for line in three] == ["now", "before"]
    assert (await done(catalog, "read_diary", days=1)).text.endswith(": now")
    state.diary[2:] = []
    assert (await done(catalog, "read_diary", days=1)).text == "… your diary has no entry of that time"


async def test_of_a_long_diary_the_newest_are_read(catalog, state):
    state.diary += [DiaryEntry(NOW.isoformat(), f"{n} " + "x" * 980) for n in range(10)]
    text = (await done(catalog, "read_diary")).text
    assert len(text) < TOLD + 40
    assert text.splitlines()[-1] == "… and 7 older"
    assert ": 9 x" in text.splitlines()[0]


@pytest.mark.parametrize(
    ("name", "payload", "says"),
    [
        ("update_diary", {"entry": "  "}, "give entry some words"),
        ("update_diary", {"entry": "x" * (LONGEST_ENTRY + 1)}, "at most 1000 characters, and this has 1001"),
        ("update_diary", {"entry": "x", "mood": "m" * 61}, "a mood has at most 60"),
        ("update_diary", {}, "entry"),
        ("read_diary", {"days": 0}, "days"),
        ("set_emotion", {"emotion": ""}, "write a word, such as glad"),
        ("set_emotion", {"emotion": "glad", "intensity": 2}, "intensity"),
        ("message_discord_bot", {"text": ""}, "a message has 1 to 2000 characters"),
        ("message_discord_bot", {"text": "hello"}, "has no place called discord: there is none"),
    ],
)
async def test_what_cannot_be_done_is_a_failed_result_that_says_why(catalog, state, name, payload, says):
    result = await done(catalog, name, **payload)
    assert (result.failed, result.receipt) == (True, None)
    assert says in result.text
    assert (state.diary, state.felt) == ([], None)


@pytest.mark.parametrize("name", ["update_diary", "read_diary", "set_emotion"])
async def test_a_disk_that_fails_is_a_failed_result(catalog, state, name):
    state.broken = "the disk is full"
    payload = {"update_diary": {"entry": "x"}, "read_diary": {}, "set_emotion": {"emotion": "glad"}}[name]
    assert await done(catalog, name, **payload) == ToolResult("the disk is full", failed=True)


@pytest.mark.parametrize(
    ("intensity", "words"),
    [({}, "glad"), ({"intensity": 0.1}, "a little glad"), ({"intensity": 1}, "very glad")],
)
async def test_how_it_feels_is_shown_and_kept(catalog, state, intensity, words):
    told = [one async for one in catalog.get("set_emotion").run({"emotion": "glad", **intensity})]
    assert told == [
        Progress(f"Luna feels {words}"),
        ToolResult(f"You feel {words}.", f"Luna feels {words}"),
    ]
    assert state.felt == Feeling("glad", intensity.get("intensity", 0.5))


async def test_a_message_goes_where_a_surface_said_that_it_can(catalog, places):
    sent = []

    async def say(text):
        sent.append(text)
        if text == "no":
            raise PlaceError("the channel is closed")
        return "message 7"

    leave = places.register(DISCORD, say)
    assert await done(catalog, "message_discord_bot", text=" hello ") == ToolResult(
        "The message is written.", "message 7"
    )
    assert await done(catalog, "message_discord_bot", text="no") == ToolResult(
        "the channel is closed", failed=True
    )
    leave()
    leave()
    assert (await done(catalog, "message_discord_bot", text="again")).failed
    assert sent == ["hello", "no"]


async def test_who_leaves_a_place_that_another_took_takes_nothing_away():
    places = MessagePlaces()

    async def first(text):
        return f"first {text}"

    async def second(text):
        return f"second {text}"

    leave = places.register("here", first)
    places.register("here", second)
    leave()
    assert await places.say("here", "x") == "second x"
    with pytest.raises(PlaceError, match="no place called there: there is here"):
        await places.say("there", "x")


def test_what_is_the_personas_own_needs_no_yes_and_what_reaches_others_does(catalog):
    said = {tool.name: (tool.effects, tool.risk) for tool in catalog}
    assert said == {
        "update_diary": (True, Risk.FREE),
        "read_diary": (False, None),
        "set_emotion": (True, Risk.FREE),
        "message_discord_bot": (True, None),
    }


def test_the_instructions_of_all_plugins_are_one_mapping(catalog):
    told = catalog.get_action_plugin_instructions()
    assert list(told) == ["update_diary", "read_diary", "set_emotion", "message_discord_bot"]
    for name, one in told.items():
        assert one == {"description": catalog.get(name).description, "payload": catalog.get(name).parameters}
    assert told["update_diary"]["payload"]["required"] == ["entry"]


@pytest.mark.parametrize("action", [{}, {"type": 1}, {"type": "read_diary", "payload": []}])
async def test_what_is_no_action_is_a_failed_result(catalog, action):
    result = await catalog.run_action(action)
    assert result == ToolResult('an action is {"type": its name, "payload": {its fields}}', failed=True)
    assert (await catalog.run_action({"type": "raed_diary"})).text.endswith("did you mean read_diary?")
