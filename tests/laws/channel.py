"""Several people in a voice channel, by seed: owners and guests, one behind the other, while words are late and answers are read.

What is heard of two of them in every order is in `testing.two_speakers`; here there are up to seven sayings, each late by
chance. Beside the laws of every world the watcher of whose words they are judges (`testing.source_laws`).
"""

from collections.abc import Callable
from random import Random
from typing import Final

from laws.scene import SECOND, of
from laws.source_laws import KnownSaying
from laws.two_speakers import (
    ANN,
    BEN,
    BOB,
    LENGTH,
    ONE,
    PROFILES,
    SEVERAL,
    HeardSign,
    Meeting,
    Opening,
)
from solovox.core import commands as do
from solovox.core import events as ev
from solovox.core import units as u
from solovox.core.policy import EarKind, NarratorKind

PER_MS: Final = u.MIC_RATE // 1000
LATE: Final = (50, 300, 900, 1_500, 3_000)
"""How long after the end of the speech its words come, in milliseconds; an ear's are as late."""
Act = Callable[[], object]


def gather(seed: int) -> Meeting:
    """Play the history of a seed, to its rest. Raises `LawBroken`."""
    random = Random(f"channel {seed}")
    scene = Meeting(PROFILES[random.choice(list(PROFILES))])
    scene.open(random.choice(list(Opening)))
    due = _plan(scene, random)
    for at, _, act in sorted(due, key=lambda one: one[:2]):
        scene.wait(max(0, at - scene.at))
        act()
        if random.random() < 0.3:
            _answer(scene)
    scene.rest()
    return scene


def _plan(scene: Meeting, random: Random) -> list[tuple[int, int, Act]]:
    """Who says what, and when what is heard of it. Texts of one listener come in order, one person's at least."""
    due: list[tuple[int, int, Act]] = []
    at, start, before = scene.at, scene.captured, ANN
    ours = theirs = 0
    for n in range(random.randint(2, 7)):
        who = random.choice((ANN, ANN, BEN, BOB, BOB, SEVERAL))
        words = random.choice((f"paint{n} every{n} table{n}", f"sell{n} no{n} chairs{n}", *PHRASES))
        named = before if random.random() < 0.1 else who
        pause = random.choice((700, 1_500, 4_500))
        at, start = at + pause, start + pause * PER_MS
        said = KnownSaying(who, words, start, LENGTH, named)
        if who == named or not scene.policy.hears(who):
            scene.speakers.knows(said)
        end = at + 1_000
        ours = max(ours, end + random.choice(LATE))
        theirs = max(theirs, at + 300 + random.choice(LATE))
        heard = [
            (at, HeardSign.ONSET),
            (at + 250, HeardSign.SPEECH),
            (end + 300, HeardSign.END),
            (ours + 300, HeardSign.WORDS),
        ]
        if scene.policy.ear is EarKind.LIVE and scene.policy.hears(who) and scene.policy.hears(named):
            heard.append((theirs, HeardSign.EAR))
        due += [
            (when, len(due) + k, lambda said=said, what=what: scene.hears(said, what))  # type: ignore[misc]
            for k, (when, what) in enumerate(heard)
        ]
        at, start, before = end, start + LENGTH, who
    return due


PHRASES: Final = ("stop", "yes", "be quiet")


def _answer(scene: Meeting) -> None:
    """What was asked last is answered, and heard."""
    runs = [one.run for one in of(do.AskBrain, scene.all)]
    reads = [one.read for one in of(do.Read, scene.all)]
    if scene.policy.narrator is NarratorKind.SELF:
        first = scene.voice.get(u.ReadId(0), 0)
        scene.voice[u.ReadId(0)] = first + SECOND
        scene.do(ev.EarAudio(ONE, u.AudioSpan(u.StreamId("ear/1"), first + 10**7, SECOND)))
    elif runs and not scene.talk.is_open:
        scene.write(runs[-1], "It is far away.")
    if reads and scene.policy.narrator is not NarratorKind.SELF:
        scene.sound(reads[-1], SECOND, end=True)
