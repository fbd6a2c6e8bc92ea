"""What becomes of a link's failure: every command of every union is decided, and a lost recogniser is said to be lost."""

import dataclasses
from typing import get_args

import pytest

from shell.broken import END, JOINED, MIC, Broken, Ears, broken_rig, sound, virtually
from shell.rig import Rig
from solovox.core import commands as c
from solovox.core import events as e
from solovox.core.conversation import Conversation
from solovox.core.errors import Misuse
from solovox.core.policy import EarKind, Policy
from solovox.core.units import AudioSpan, ConnectionId
from solovox.shell import faults
from solovox.shell.dispatch import To
from solovox.shell.work import Work
from solovox.testing.fakes import ScriptedEar

EARS = get_args(c.EarCommand)
SHOWN = get_args(c.SurfaceCommand)
OUTCOMES = {
    **dict.fromkeys(EARS, e.EarLost),
    **dict.fromkeys(SHOWN, e.SurfaceLeft),
    c.EndSpeech: e.RecogniserLost,
    c.HearAll: e.RecogniserLost,
    **dict.fromkeys(get_args(c.NarratorCommand), e.ReadFailed),
    c.SetPace: e.Announced,
    **dict.fromkeys(get_args(c.BrainCommand), e.BrainFailed),
    c.SteerBrain: e.SteerRefused,
    c.FindLine: e.Announced,
    c.ProposeWording: e.WordingProposed,
    **dict.fromkeys(get_args(c.ToolCommand), e.ToolReturned),
    c.Teach: e.TeachFailed,
}


def any_of(kind):
    """A command of that class, with numbers for whatever it holds."""
    made = object.__new__(kind)
    for field in dataclasses.fields(kind):
        object.__setattr__(made, field.name, 7)
    return made


@pytest.mark.parametrize("kind", get_args(c.Command), ids=lambda kind: kind.__name__)
def test_L1_every_command_that_fails_has_an_outcome(kind):
    if kind in get_args(c.SessionCommand):
        with pytest.raises(Misuse, match=f"{kind.__name__} is for the session"):
            faults.after(any_of(kind), "why")
        return
    event = faults.after(any_of(kind), "why")
    assert type(event) is OUTCOMES[kind]
    told = [value for value in vars_of(event).values() if value or value is None]
    assert all(value in (7, True, None) or str(value).endswith("why") for value in told)


def vars_of(event):
    return {field.name: getattr(event, field.name) for field in dataclasses.fields(event)}


class Says(Ears):
    """Gives its ear one command."""

    def __init__(self, command):
        super().__init__()
        self.command = command

    def handle(self, at, event):
        out = super().handle(at, event)
        return [self.command] if isinstance(event, e.SoundCaptured) else out


@pytest.mark.parametrize(
    "command",
    [c.BeginActivity(ConnectionId(1)), c.EndActivity(ConnectionId(1)), c.AskEar(ConnectionId(1), "hello")],
)
def test_L1_no_command_of_the_ear_ends_the_session_when_it_fails(command):
    class Picky(Broken):
        async def perform(self, given):
            if given == command:
                raise ValueError("broken link")

    rig = Rig(script=[JOINED, (100, bytes(3200)), END], talk=Says(command), others={"ear": Picky()})
    assert virtually(rig) == "hung up"
    assert rig.talk.seen.count(e.EarLost(ConnectionId(1), "broken link")) == 1


@pytest.mark.parametrize("prompt", [False, True])
@pytest.mark.parametrize("where", ["perform", "run"])
def test_L5_where_nobody_hears_any_more_the_session_ends_with_a_line(where, prompt):
    rig = broken_rig("listener", where, prompt=prompt, talk=Conversation(Policy()))
    assert virtually(rig) == "nobody hears any more"
    told = [one.text for one in rig.surface.performed if isinstance(one, c.ShowFailure)]
    assert told == ["the local recogniser failed: broken link"]


@pytest.mark.parametrize("where", ["perform", "run"])
def test_T5_without_its_recogniser_a_session_with_a_live_ear_goes_on(where):
    policy = Policy(ear=EarKind.LIVE)
    rig = broken_rig("listener", where, talk=Conversation(policy))
    rig.others["ear"] = ScriptedEar([(10, e.EarOpened(ConnectionId(1)))])
    assert virtually(rig) == "the person hung up"
    told = [one.text for one in rig.surface.performed if isinstance(one, c.ShowFailure)]
    assert told == ["the local recogniser failed: broken link"]
    sent = [one for one in rig.others["ear"].performed if isinstance(one, c.SendMicrophone)]
    assert sum(one.span.count for one in sent) == 1600 * len(sound())


SPAN = AudioSpan(MIC, 0, 1600)
BEGUN = (e.SoundCaptured(SPAN), e.OnsetHeard(160))
SPOKEN = (*BEGUN, e.SpeechConfirmed(160))
HEARD_SO_FAR = AudioSpan(MIC, 160, 1440)


@pytest.mark.parametrize(
    ("before", "ends"),
    [
        ((), []),
        (BEGUN, [e.OnsetFaded(1600)]),
        (SPOKEN, [e.SpeechEnded(HEARD_SO_FAR), e.LocalTranscript(HEARD_SO_FAR, "", final=True)]),
        ((*SPOKEN, e.SpeechEnded(SPAN)), [e.LocalTranscript(SPAN, "", final=True)]),
        ((*SPOKEN, e.SpeechEnded(SPAN), e.LocalTranscript(SPAN, "go", final=True)), []),
    ],
)
def test_T3_what_a_lost_recogniser_began_is_ended(before, ends):
    work = Work()
    for event in before:
        work.see(event, [])
    assert faults.death(To.LISTENER, "why", work) == [*ends, e.RecogniserLost("why")]
