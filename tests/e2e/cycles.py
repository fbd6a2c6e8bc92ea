"""Many questions in one recording, with talk in between that is not for us; and what holds for each, whoever hears and reads."""

import re
from dataclasses import dataclass, field

import numpy as np

from laws.laws import Laws
from solovox.core import commands as do
from solovox.core import events as ev
from solovox.core.units import MIC_RATE, VOICE_RATE
from solovox.recordings.handoffs import Handoffs
from solovox.recordings.ledger import Ledger
from solovox.speech.resample import to_mono16
from speech.conftest import said

BEFORE, AFTER = 0.6, 3.0
"""Seconds of quiet around what is said."""


@dataclass(frozen=True)
class Asked:
    """A question, how a brain may be asked it, what is answered, and how a listener may write that down."""

    question: str
    instruction: str
    answer: str
    heard: str


QUESTIONS = (
    Asked("what time is it?", "what time is it", r"(It|The time) is \d+:\d\d [AP]M\.", r"\b(it|time) is\b"),
    Asked("what is seven times six?", r"what is (seven|7) (times|x) (six|6)", "That is 42.", r"42|forty.two"),
    Asked(
        "what is twelve times three?",
        r"what is (12|twelve) (times|x) (3|three)",
        "That is 36.",
        r"36|thirty.six",
    ),
    Asked(
        "what is twenty plus twenty two?",
        r"what is (20|twenty) (plus|\+) (22|twenty two)",
        "That is 42.",
        r"42|forty.two",
    ),
    Asked("list the files.", "list the files", r".*notes\.txt.*", "notes"),
)
FILE = "notes.txt"
"""The one file of the workspace."""
TALK = (
    "We had soup for lunch on Tuesday.",
    "Nobody knows where the keys are.",
    "It rained the whole weekend.",
)
TOLD = frozenset("soup lunch tuesday nobody keys rained weekend".split())
"""Words of the talk that nothing else has."""


@dataclass(frozen=True)
class Cycle:
    """One question, in milliseconds: when it begins and has ended, and when something else begins."""

    asked: Asked
    begins: int
    ends: int
    over: int


def recording(count, answer_seconds, talk_after):
    """The sound of so many questions, and where each is. Behind one of so many somebody talks."""
    pcm, found = bytearray(), []
    for n in range(count):
        asked = QUESTIONS[n % len(QUESTIONS)]
        pcm += quiet(BEFORE)
        begins = milliseconds(pcm)
        pcm += said(f"Computer, {asked.question}")
        ends = milliseconds(pcm)
        pcm += quiet(answer_seconds)
        found.append(Cycle(asked, begins, ends, milliseconds(pcm)))
        if n % talk_after == 0:
            pcm += said(TALK[n // talk_after % len(TALK)]) + quiet(AFTER)
    return bytes(pcm), tuple(found)


def quiet(seconds):
    return bytes(2 * int(MIC_RATE * seconds))


def milliseconds(pcm):
    return len(pcm) * 1000 // (2 * MIC_RATE)


@dataclass
class Told:
    """A session that has ended: `steps` are (time, event, commands), `sound` is what the speaker played from its beginning on."""

    policy: object
    steps: list
    sound: bytes
    handoffs: Handoffs = field(default_factory=Handoffs)

    def __post_init__(self):
        """Fold over it. Raises `LawBroken`."""
        laws, ledger = Laws(self.policy), Ledger()
        for at, event, commands in self.steps:
            laws.see(at, event, commands)
            ledger.see(event, commands)
            self.handoffs.see(at, event, commands)
        self.wrong_sums = [str(one) for one in ledger.sums() if not one.holds]

    def did(self, kind, begins=0, over=float("inf")):
        return [
            one for at, _, did in self.steps if begins <= at < over for one in did if isinstance(one, kind)
        ]

    def happened(self, kind):
        return [event for _, event, _ in self.steps if isinstance(event, kind)]

    def samples(self, begins, over):
        """What sounded between two times (ms)."""
        at = VOICE_RATE // 1000
        return np.frombuffer(self.sound, "<i2")[begins * at : over * at]


def check(told, cycles, transcribe):
    """What holds for each cycle. `transcribe` makes words of sound at 16 kHz."""
    assert told.wrong_sums == []
    assert len(told.did(do.AskBrain)) == len(cycles), "something else was asked, too"
    for n, (cycle, after) in enumerate(zip(cycles, (*cycles[1:], None), strict=True)):
        until = float("inf") if after is None else after.begins
        asked = [one.instruction for one in told.did(do.AskBrain, cycle.begins, until)]
        assert len(asked) == 1, (n, asked)
        assert re.fullmatch(cycle.asked.instruction, plain(asked[0])), (n, asked)
        shown = "".join(one.text for one in told.did(do.ShowText, cycle.begins, until))
        assert re.fullmatch(cycle.asked.answer, shown.strip(), re.DOTALL), (n, shown)
        check_sound(told, n, cycle, after, transcribe)
    heard = " ".join(one.text for one in told.did(do.ShowHeard)).casefold()
    assert not [word for word in TOLD if word in heard], "talk without the phrase was shown"


def check_sound(told, n, cycle, after, transcribe):
    """The answer is heard in its own time, and nothing else is."""
    assert not told.samples(cycle.begins, cycle.ends).any(), (
        n,
        "old sound is heard while the question is said",
    )
    answer = told.samples(cycle.ends, cycle.over)
    loud = np.flatnonzero(answer)
    assert len(loud) > VOICE_RATE // 4, (n, "nothing was read")
    words = transcribe(as_heard(answer[loud[0] : loud[-1] + 1])).casefold()
    assert re.search(cycle.asked.heard, words), (n, words)
    if after is not None:
        assert not told.samples(cycle.over, after.begins).any(), (n, "talk without the phrase was answered")


def as_heard(samples):
    """Sound of a voice for a recogniser, with quiet around it."""
    return quiet(0.5) + to_mono16(samples, VOICE_RATE, MIC_RATE) + quiet(0.5)


def plain(text):
    return re.sub(r"[^a-z0-9+ ]", "", text.casefold().replace("-", " ")).strip()


def check_calls(told):
    """Each call of a live ear has exactly one answer, but for those whose connection was lost first."""
    answered = [(one.connection, one.call) for one in told.did(do.AnswerCall)]
    called = {(one.connection, one.call) for one in told.happened(ev.EarCalled)}
    lost = {one.connection for one in told.happened(ev.EarLost)}
    assert len(answered) == len(set(answered)), "a call was answered twice"
    assert set(answered) <= called
    assert {connection for connection, _ in called - set(answered)} <= lost, "a call was not answered"
