"""R1 on a talk with an agent that was held, edited, accepted, interrupted, steered, queued and retracted.

It is decided again in another process, with another hash seed, by `solovox replay`.
"""

import asyncio

import pytest

from cli.running import solovox
from shell.test_whole import Whole, utterance
from solovox.brains.python import PythonBrain
from solovox.core import commands as c
from solovox.core.policy import Amendment, Approval, Policy
from solovox.core.units import StepKind
from solovox.ports import Act, Step
from solovox.recordings import journal_reader
from solovox.recordings.journal import create
from solovox.surfaces.acts import acts
from solovox.surfaces.file import FileOptions
from solovox.testing.fakes import ScriptedTts

pytestmark = pytest.mark.slow

LONG = "It is a long story, and it is told to the end. " * 4


class Steered(PythonBrain):
    """A function that is told more while it works."""

    steers = True

    def __init__(self):
        super().__init__(self.agent)
        self.asked = []
        self.consents = []
        self.more = asyncio.Queue(8)

    async def agent(self, text, question, host):
        self.asked.append(question)
        if "send" in text:
            yield Step("writing it", StepKind.THINKING)
            self.consents.append(await host.needs_yes(Act("send", arguments={"to": text.split()[-1]})))
            yield "It is sent. "
        elif "story" in text:
            yield LONG
        elif "build" in text:
            yield Step("building", StepKind.TOOL, "b")
            yield f"I also do this: {await self.more.get()}. "
            await asyncio.sleep(4)
            yield "It is built."
        else:
            await asyncio.sleep(3)
            yield "Well."

    async def steer(self, text):
        self.more.put_nowait(text)
        return True


def talked(folder, policy, heard, *written, seconds):
    """A talk at a file with acts, and its journal in `folder`."""
    brain = Steered()
    journal = create(folder, session="talk", created="now", profile="talk", policy=policy)
    rig = Whole(script=[], heard=heard, tts=ScriptedTts(960), brain=brain, kept=journal)
    missed = []
    rig.talk_at(seconds * 1000, FileOptions(acts=acts(written), missed=missed.append), policy)
    assert missed == []
    return brain, journal_reader.read(folder).entries


def decided(entries, kind):
    """How many of these commands there were."""
    return sum(list(one.commands).count(kind.__name__) for one in entries)


def replayed(folder):
    """Whether it is decided alike in another process, which hashes differently."""
    done = solovox("replay", "talk", cwd=folder, PYTHONHASHSEED="4242")
    return done.returncode == 0 and done.stdout.startswith("identical: ")


@pytest.mark.slow
def test_R1_a_talk_with_all_that_can_become_of_it_replays_in_another_process(tmp_path):
    heard = [
        *utterance(20_000, 21_000, "tell me a story"),
        *utterance(23_500, 24_200, "stop"),
        *utterance(50_000, 50_800, "what is twelve"),
        *utterance(51_600, 52_400, "times seven"),
    ]
    brain, entries = talked(
        tmp_path / "talk",
        Policy(amendment=Amendment.STEER),
        heard,
        "type:send it to bob@1",
        'edit:send {"to":"alice"}@held',
        "type:send it to carol@8",
        "accept@held",
        "type:build it@30",
        "type:with a roof@31",
        "type:and also send it to dora@33",
        "accept@40",
        seconds=60,
    )
    asked = {one.instruction: one for one in brain.asked}
    assert list(asked) == [
        "send it to bob",
        "send it to carol",
        "tell me a story",
        "build it",
        "and also send it to dora",
        "what is twelve",
        "what is twelve times seven",
    ]
    sent = [one.arguments for one in brain.consents]
    assert sent == [{"to": "alice"}, {"to": "carol"}, {"to": "dora"}], "held, edited, accepted"
    assert 0 < len(asked["build it"].heard.text) < len(LONG), "interrupted"
    assert decided(entries, c.SteerBrain) == 1, "steered"
    assert asked["and also send it to dora"].amends.instruction == "build it\nwith a roof", "queued"
    assert asked["what is twelve times seven"].retracts.instruction == "what is twelve", "retracted"
    assert replayed(tmp_path)


def test_R1_a_talk_in_which_all_that_is_said_is_held_replays_in_another_process(tmp_path):
    heard = [*utterance(200, 1_000, "send it to bob"), *utterance(20_000, 21_000, "build it")]
    brain, entries = talked(
        tmp_path / "talk",
        Policy(approval=Approval.REVIEW),
        heard,
        "edit:what is new@held",
        "refuse@held",
        "hang-up@40",
        seconds=60,
    )
    assert [one.instruction for one in brain.asked] == ["what is new"]
    assert decided(entries, c.ShowHold) == 2
    assert replayed(tmp_path)
