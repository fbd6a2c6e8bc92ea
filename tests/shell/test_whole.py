"""The real conversation in the real shell at the file surface, over scripted speech: what is written is what was let through."""

import asyncio
import math
from dataclasses import replace

import numpy as np
import pytest

from shell.rig import Rig
from solovox.core import commands as c
from solovox.core import events as e
from solovox.core.conversation import Conversation
from solovox.core.policy import Policy, ToolSpec
from solovox.core.units import AudioSpan, PlayedReports, StreamId, SurfaceCaps
from solovox.ports import Spoken, ToolResult, Wrote
from solovox.recordings.ledger import Ledger
from solovox.shell.clock import LoopClock, run
from solovox.shell.work import Work
from solovox.surfaces.file import Faults, FileOptions, FileSurface
from solovox.testing.fakes import ScriptedBrain, ScriptedTool, ScriptedTts, Use

pytestmark = pytest.mark.slow

MIC = StreamId("mic")
ANSWER = "The quick brown fox jumps over the lazy dog. Then it sleeps for the rest of the day, and so do we."


def utterance(first, end, text):
    """What the recogniser says of speech between two moments (ms), half a second after its end."""
    span = AudioSpan(MIC, first * 16, (end - first) * 16)
    heard = (end + 500) * 16
    return [
        (first * 16 + 800, e.OnsetHeard(first * 16)),
        (first * 16 + 3200, e.SpeechConfirmed(first * 16)),
        (heard, e.SpeechEnded(span)),
        (heard, e.LocalTranscript(span, text, final=True)),
    ]


def cough(at):
    return [(at * 16, e.OnsetHeard(at * 16)), (at * 16 + 3200, e.OnsetFaded(at * 16 + 1600))]


class Whole(Rig):
    """A rig with the real core and the file surface."""

    def talk_at(self, mic_ms, choices, policy):
        conversation, work = Conversation(policy), Work()
        self.talk, self.ledger, self.out = conversation, Ledger(), bytearray()
        self.folds = [self.ledger, work]
        choices = replace(choices, busy=lambda: work.busy or not conversation.is_idle)
        self.at = lambda _: FileSurface(self.sound, LoopClock(), bytes(32 * mic_ms), self.out.extend, choices)

        async def main():
            async with asyncio.timeout(3_000):
                return await self.run()

        return run(main(), math.inf)

    def times(self, kind):
        return [(at, one) for at, _, did in self.journal.entries for one in did if isinstance(one, kind)]

    def happened(self, kind):
        return [event for _, event, _ in self.journal.entries if isinstance(event, kind)]


def held(heard, *, mic_ms=3000, choices=None, policy=None, tts=None, **more):
    rig = Whole(script=[], heard=heard, tts=tts or ScriptedTts(960), **more)
    assert rig.talk_at(mic_ms, choices or FileOptions(), policy or Policy()) == "the person hung up"
    return rig


def brain(*steps):
    return ScriptedBrain({"what now": steps or (Wrote(ANSWER),)})


QUESTION = utterance(200, 1000, "what now")


def sound_of_reads(rig):
    return {f"voice/{read.read}": rig.tts.sound(read.said) for _, read in rig.times(c.Read)}


def allowed(rig, away=()):
    """What may sound by the commands alone, on the session's timeline."""
    reads = sound_of_reads(rig)
    pieces, tail, changes = [], 0, []
    for at, _, did in rig.journal.entries:
        here = at * 24
        for start, length in away:
            if start <= at < start + length:
                pieces = [(read, a, min(b, start * 24), f) for read, a, b, f in pieces]
                tail = 0
        for one in did:
            if isinstance(one, c.Play):
                begin = max(here, tail)
                tail = begin + one.span.count
                pieces.append((one.read, begin, tail, one.span))
            elif isinstance(one, c.Flush):
                pieces = [(r, a, min(b, here) if r == one.read else b, f) for r, a, b, f in pieces]
                pieces = [piece for piece in pieces if piece[2] > piece[1]]
                tail = max((b for _, _, b, _ in pieces), default=0)
            elif isinstance(one, c.Duck | c.Unduck):
                changes.append((here, isinstance(one, c.Duck)))
    out = np.zeros(len(rig.out) // 2, "<i2")
    for _, begin, end, span in pieces:
        if end > begin:
            sound = np.frombuffer(reads[span.stream], "<i2")
            out[begin:end] = sound[span.first : span.first + end - begin]
    for n, (here, ducked) in enumerate(changes):
        until = changes[n + 1][0] if n + 1 < len(changes) else len(out)
        if ducked:
            out[here:until] = (out[here:until] * 10 ** (-12 / 20)).astype("<i2")
    return out.tobytes()


def heard_at(rig):
    """What sounds, without the silence; no sample of the voice is 0."""
    samples = np.frombuffer(rig.out, "<i2")
    return samples[samples != 0].tobytes()


def sums(rig):
    return [str(one) for one in rig.ledger.sums() if not one.holds]


SCENES = {
    "plain": {"heard": QUESTION},
    "cough": {"heard": QUESTION + cough(2500), "mic_ms": 4000},
    "barge-in": {"heard": QUESTION + utterance(2300, 2700, "and tomorrow"), "mic_ms": 5000},
    "stop": {"heard": QUESTION + utterance(2300, 2500, "stop"), "mic_ms": 5000},
    "late reports": {"heard": QUESTION, "choices": FileOptions(faults=Faults(played_late=700))},
    "missing reports": {"heard": QUESTION, "choices": FileOptions(faults=Faults(played_missing=True))},
    "no reports": {
        "heard": QUESTION,
        "choices": FileOptions(
            caps=SurfaceCaps(played=PlayedReports.NONE), faults=Faults(played_missing=True)
        ),
    },
    "slow flush": {
        "heard": QUESTION + utterance(2300, 2700, "and tomorrow"),
        "mic_ms": 5000,
        "choices": FileOptions(faults=Faults(flushed_late=900)),
    },
    "missing flush": {
        "heard": QUESTION + utterance(2300, 2700, "and tomorrow"),
        "mic_ms": 5000,
        "choices": FileOptions(faults=Faults(flushed_missing=True)),
    },
}


@pytest.mark.parametrize("scene", SCENES)
def test_G1_what_is_written_is_what_the_gate_let_through_sample_for_sample(scene):
    rig = held(brain=brain(), **SCENES[scene])
    assert rig.times(c.Play)
    assert bytes(rig.out) == allowed(rig)
    assert sums(rig) == []


def test_G4_N4_what_cannot_be_recalled_is_heard_and_told_as_heard():
    told = []
    for beyond in (0, 250):
        choices = FileOptions(caps=SurfaceCaps(irrevocable_ms=beyond))
        rig = held(
            QUESTION + utterance(2300, 2700, "and tomorrow"), mic_ms=5000, brain=brain(), choices=choices
        )
        at = rig.times(c.Flush)[0][0]
        assert any(rig.out[48 * (at + beyond - 20) : 48 * (at + beyond)])
        assert not any(rig.out[48 * (at + beyond) : 48 * (at + 400)])
        told.append(rig.brain.questions[1].history[1].text)
    assert told == ["The quick brown fox", "The quick brown fox jumps over"]


@pytest.mark.parametrize("away", [(500, 300), (2200, 1500), (1800, 4000), (0, 100)])
def test_L1_a_surface_that_disappears_comes_back_to_the_same_session(away):
    heard = [*QUESTION, *utterance(6000, 6500, "what now")]
    rig = held(heard, mic_ms=12_000, brain=brain(), choices=FileOptions(faults=Faults(away=(away,))))
    assert len(rig.happened(e.SurfaceLeft)) == 1
    assert len(rig.happened(e.SurfaceJoined)) == 2
    assert not any(rig.out[48 * away[0] : 48 * sum(away)])
    assert rig.brain.questions
    assert bytes(rig.out) == allowed(rig, [away])
    assert sums(rig) == []


@pytest.mark.parametrize(
    ("result", "seconds", "said"),
    [
        (ToolResult("It is done."), 0.5, "It is done."),
        (ValueError("no such file"), 0.5, "no such file"),
        (ToolResult("never"), 10_000, ""),
    ],
)
def test_C3_a_tool_that_works_crashes_or_hangs_has_a_result(result, seconds, said):
    tool = ScriptedTool("t", result, seconds=seconds)
    policy = Policy(tools=(ToolSpec(name="t", timeout_ms=5000),))
    rig = held(QUESTION, brain=brain(Use("t"), Wrote(" Bye.")), tools=[tool], policy=policy)
    shown = "".join(text.text for _, text in rig.times(c.ShowText))
    assert said in shown
    assert shown.endswith(" Bye.")
    assert len(tool.runs) == 1
    assert tool.running == 0


class OnePiece(ScriptedTts):
    """Renders a read in one piece."""

    def speak(self, text):
        self.spoken.append(text)
        yield Spoken(self.sound(text), len(text))


def ahead(rig):
    """The most milliseconds of sound that were released and not yet played."""
    most, until = 0, 0
    for at, play in rig.times(c.Play):
        until = max(at, until) + play.span.count / 24
        most = max(most, until - at)
    return most


@pytest.mark.parametrize(
    "faults",
    [
        pytest.param(Faults(), id="exact", marks=pytest.mark.slow),
        pytest.param(Faults(played_late=2000), id="late"),
        pytest.param(Faults(played_missing=True), id="missing", marks=pytest.mark.slow),
    ],
)
def test_N1_the_voice_runs_only_so_far_ahead_of_the_speaker(faults):
    text = "All work and no play. " * 100
    rig = held(QUESTION, brain=brain(Wrote(text)), tts=OnePiece(960), choices=FileOptions(faults=faults))
    assert ahead(rig) < Policy().timing.ahead + 600 * 40
    assert heard_at(rig) == b"".join(sound_of_reads(rig).values())
    loud = np.flatnonzero(np.frombuffer(rig.out, "<i2"))
    assert loud[-1] - loud[0] + 1 == len(loud), "the voice paused"
    assert sums(rig) == []
