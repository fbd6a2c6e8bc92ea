"""`--talks`: what a test of a client may rely on being in the file."""

import asyncio
import json
from contextlib import closing

import pytest

from server.rig import FAST, Rig, function, setup, tools
from solovox.live_server.journals import ServedJournals, TalkFile
from solovox.live_server.replays import replay
from solovox.recordings.codec import JournalError
from solovox.recordings.replay import Identical
from solovox.server import served_events as h
from solovox.server.recorded import facts


class Kept(Rig):
    """A rig whose facts are collected, as they would be written."""

    def __init__(self, **fields):
        super().__init__(begin=False)
        self.facts, self.told = [], []
        handle = self.talk.handle

        def noted(at, event):
            commands = handle(at, event)
            self.facts += facts(event, commands)
            self.told.append((at, event, commands))
            return commands

        self.talk.handle = noted
        self.tell(h.SetUp(setup(**fields)))


def kinds(facts):
    return [next(iter(one)) for one in facts]


def a_call():
    rig = Kept(tools=tools(function()))
    rig.says("Turn on the lamp")
    (call,) = rig.calls
    rig.answer(call.id, "It is on.").pass_time()
    return rig, call


def test_a_call_is_heard_called_answered_and_said_in_this_order():
    rig, call = a_call()
    assert kinds(rig.facts) == ["began", "heard", "called", "answered", "said"]
    assert rig.facts[1] == {"heard": "Turn on the lamp"}
    assert rig.facts[2] == {"called": {"name": "ask", "args": {"words": "Turn on the lamp"}, "id": call.id}}
    assert rig.facts[3]["answered"] == {"name": "ask", "response": {"output": "It is on."}, "id": call.id}
    assert rig.facts[4]["said"] == "It is on."


def test_what_is_typed_is_told_as_typed_and_sound_without_words_is_not_told():
    rig = Kept()
    rig.says("").types("What is new").pass_time()
    assert [one for one in rig.facts if "typed" in one or "heard" in one] == [{"typed": "What is new"}]
    assert rig.facts[-1]["said"] == "You said What is new"


def written(folder, rig):
    async def all_of_it():
        with closing(TalkFile(folder / "talks")) as talks:
            first = talks.another(None)
            await first.keep(0, h.SetUp(setup()), [])
            await first.aclose()
            second = talks.another(ServedJournals(folder / "journals").another(FAST))
            for one in rig.told:
                await second.keep(*one)
            await second.aclose()

    asyncio.run(all_of_it())
    return [json.loads(line) for line in (folder / "talks").read_text().splitlines()]


def test_a_line_has_its_session_and_its_time_and_the_journal_beside_it_is_whole(tmp_path):
    rig, _ = a_call()
    first, *lines = written(tmp_path, rig)
    assert (first["session"], first["at"]) == (1, 0)
    assert {one["session"] for one in lines} == {2}
    assert [{k: v for k, v in one.items() if k not in ("session", "at")} for one in lines] == rig.facts
    (journal,) = (tmp_path / "journals").iterdir()
    assert isinstance(replay(journal), Identical)


def test_a_place_that_cannot_be_written_is_one_line(tmp_path):
    with pytest.raises(JournalError, match="name another with --talks"):
        TalkFile(tmp_path / "no" / "such")
