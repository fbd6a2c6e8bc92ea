"""What the tests of recordings share: a journal's making, and one eventful session.

The session is played by a small world on virtual time: it answers the conversation's commands as a
narrator, a brain, a speaker and an ear would, and writes the journal as the shell does.
"""

import asyncio
import heapq
import itertools
import math
from array import array
from pathlib import Path

import pytest

from solovox.core import commands as do
from solovox.core import events as ev
from solovox.core.conversation import Conversation
from solovox.core.policy import EarKind, Policy, ToolSpec
from solovox.core.units import AudioSpan, CallId, Instant, PlayedReports, ReadId, RunId, StreamId, SurfaceCaps
from solovox.lang.en.words import SENTENCES
from solovox.lang.understanding import understand
from solovox.recordings import journal

MIC = StreamId("mic")
MIC_MS, VOICE_MS = 16, 24
POLICY = Policy(
    sentences=SENTENCES,
    ear=EarKind.LIVE,
    tools=(
        ToolSpec(name="ask", routing=True, blocking=False),
        ToolSpec(name="send_mail", effects=True, blocking=False),
    ),
)


@pytest.fixture
def create(tmp_path: Path):
    """Make a journal in a folder of its own."""

    def make(directory: Path = tmp_path / "session", **more):
        known = {"session": "s-1", "created": "2026-01-02T03:04:05Z", "profile": "talk", "policy": Policy()}
        return journal.create(directory, **(known | more))

    return make


def tone(samples: int, rate: int, hertz: float, first: int = 0) -> bytes:
    """A swelling tone: something to look at in a waveform."""
    pitch, swell = 2 * math.pi * hertz / rate, 2 * math.pi * 1.7 / rate
    return array(
        "h",
        (
            int(9_000 * (0.55 + 0.45 * math.sin(swell * n)) * math.sin(pitch * n))
            for n in range(first, first + samples)
        ),
    ).tobytes()


class World:
    """Everything outside the conversation, on virtual time."""

    def __init__(self, kept: journal.JournalFile, answers: dict[str, list[str]]) -> None:
        self.talk = Conversation(POLICY)
        self.kept = kept
        self.answers = answers
        self.due: list[tuple[int, int, ev.Event]] = []
        self.order = itertools.count()
        self.speaker = 0
        """Until when the speaker is busy."""
        self.plan: dict[ReadId, list[tuple[int, int]]] = {}
        """When each piece of a read begins to play, and its samples."""
        self.gone: set[ReadId] = set()
        self.speech: list[tuple[int, int]] = []

    def at(self, at: int, event: ev.Event) -> None:
        """Let something happen."""
        heapq.heappush(self.due, (at, next(self.order), event))

    def says(self, first: int, last: int, text: str) -> None:
        """The person speaks from `first` to `last` milliseconds."""
        span = AudioSpan(MIC, first * MIC_MS, (last - first) * MIC_MS)
        self.speech.append((first, last))
        self.at(first + 40, ev.OnsetHeard(span.first))
        self.at(first + 280, ev.SpeechConfirmed(span.first))
        self.at(last + 320, ev.SpeechEnded(span))
        self.at(last + 560, ev.LocalTranscript(span, text, final=True))

    def run(self) -> None:
        """Until nothing is due."""
        while self.due:
            at, _, event = heapq.heappop(self.due)
            deadline = self.talk.next_deadline
            if deadline is not None and deadline < at:
                self.at(at, event)
                at, event = deadline, ev.DeadlineReached()
            if isinstance(event, ev.Played) and event.read in self.gone:
                continue
            event = understand(event, self.talk, Instant(at))
            commands = self.talk.handle(Instant(at), event)
            self.kept.append(at, event, commands)
            self.hear(event)
            for command in commands:
                self.obey(at, command)

    def hear(self, event: ev.Event) -> None:
        """Keep the microphone's sound."""
        if isinstance(event, ev.SoundCaptured):
            span = event.span
            loud = any(
                first * MIC_MS < span.end and span.first < last * MIC_MS for first, last in self.speech
            )
            pcm = tone(span.count, 16_000, 170, span.first) if loud else bytes(2 * span.count)
            self.kept.sound(span, pcm)

    def obey(self, at: int, command: do.Command) -> None:
        """Do what was asked for."""
        match command:
            case do.OpenEar(connection=ear):
                self.at(at + 180, ev.EarOpened(ear, resumed=command.resume))
            case do.AskBrain(run=run, instruction=instruction):
                self.answer(at, run, instruction)
            case do.RunTool(effect=effect):
                self.at(at + 400, ev.ToolReturned(effect, '{"sent":2}', receipt="mail-0042"))
            case do.Read(read=read, said=said):
                self.read(at, read, said)
            case do.Play(read=read, span=span):
                start = max(at + 30, self.speaker)
                self.speaker = end = start + span.count // VOICE_MS
                self.plan.setdefault(read, []).append((start, span.count))
                for part in (1, 2, 3, 4):
                    done = span.first + span.count * part // 4
                    self.at(start + (end - start) * part // 4, ev.Played(read, done))
            case do.Flush(read=read):
                self.gone.add(read)
                self.speaker = at
                self.at(at + 40, ev.Flushed(read, self.reported(at + 20, read)))
            case _:
                pass

    def reported(self, at: int, read: ReadId) -> int:
        """How much of a read the speaker had played."""
        return sum(max(0, min(count, (at - start) * VOICE_MS)) for start, count in self.plan[read])

    def read(self, at: int, read: ReadId, said: str) -> None:
        """The narrator: 60 ms a character, a piece of sound every few words, a little faster than real time; a cancelled read goes on sounding."""
        words, first, done = said.split(" "), 0, 0
        for number in range(0, len(words), 3):
            piece = " ".join(words[number : number + 3])
            done = min(len(said), done + len(piece) + (1 if number else 0))
            count = len(piece) * 60 * VOICE_MS
            span = AudioSpan(StreamId(f"voice/{read}"), first, count)
            at += 60 + count // VOICE_MS * 7 // 10
            self.kept.sound(span, tone(count, 24_000, 240, first))
            self.at(at, ev.ReadSounded(read, span, done))
            first += count
        self.at(at + 1, ev.ReadRendered(read))

    def answer(self, at: int, run: RunId, instruction: str) -> None:
        """The brain: as scripted; a piece that begins with `!` is its end by failure."""
        at += 300
        written = 0
        for piece in self.answers.get(instruction, ["I am not sure."]):
            at += 4_000 if piece.startswith("By the way") else 250
            if piece.startswith("!"):
                self.at(at, ev.BrainFailed(run, piece[1:]))
                return
            if piece.startswith("#"):
                for again in range(2):
                    self.at(at + again, ev.BrainCalled(run, CallId("b1"), "send_mail", piece[1:]))
                continue
            written += len(piece) + 1
            self.at(at, ev.BrainWrote(run, piece + " "))
            self.at(at, ev.BrainOffered(run, piece, written))
        self.at(at + 100, ev.BrainFinished(run))


LONG = [
    "You have three things on your list today.",
    "The first is the review of the parser,",
    "the second is a call with the printers at noon,",
    "and the third is the letter to the landlord <script>alert('never')</script> which is overdue.",
]
ANSWERS = {
    "what is on my list today": LONG,
    "only the urgent ones and mail them to me": [
        "Sure.",
        '#{"to":"me"}',
        "I have mailed you the urgent ones.",
        "They are the call with the printers, and the letter to the landlord, which really cannot wait.",
        "By the way, you forgot the printers last week too.",
        "By the way, and the week before.",
    ],
    "and what about tomorrow": [
        "Tomorrow looks",
        "!the server closed the connection in the middle of a word",
    ],
    "say hello": ["Hello, and good evening."],
}


async def live(folder: Path) -> Path:
    """Play the session; the folder of its journal.

    A question; the ear chatters and calls twice; a cough; a barge-in; a duplicated call of the
    brain; "stop"; a brain that fails; a lost connection; a typed instruction; hanging up.
    """
    kept = journal.create(
        folder, session="s-7", created="2026-01-02T03:04:05Z", profile="talk", policy=POLICY
    )
    world = World(kept, ANSWERS)
    caps = SurfaceCaps(played=PlayedReports.EXACT, irrevocable_ms=20)
    world.at(0, ev.SurfaceJoined(caps))
    for n in range(480):
        world.at(n * 100 + 100, ev.SoundCaptured(AudioSpan(MIC, n * 1_600, 1_600)))
    ear = 1
    world.says(1_000, 2_500, "what is on my list today")
    for at, text in ((1_900, "what is on "), (2_600, "my list today")):
        world.at(at, ev.EarTranscript(ear, text))
    for again in range(2):
        world.at(3_000 + again * 30, ev.EarCalled(ear, CallId("c1"), "ask", '{"x":1}', "show me the list"))
    world.at(3_100, ev.EarAudio(ear, AudioSpan(StreamId("ear/1"), 0, 12_000)))
    world.at(3_100, ev.EarOutputTranscript(ear, "Sure, let me check that for you!"))
    world.at(3_600, ev.EarTurnEnded(ear))
    world.at(6_000, ev.OnsetHeard(6_000 * MIC_MS))
    world.speech.append((6_000, 6_250))
    world.at(6_400, ev.OnsetFaded(6_250 * MIC_MS))
    world.says(8_200, 10_400, "only the urgent ones and mail them to me")
    world.at(10_600, ev.EarTranscript(ear, "only the urgent ones and mail them to me"))
    world.at(10_900, ev.EarEndedUtterance(ear))
    world.says(18_000, 18_500, "Stop.")
    world.says(21_000, 22_000, "and what about tomorrow")
    world.at(22_400, ev.EarTranscript(ear, "and what about tomorrow"))
    world.at(22_600, ev.EarEndedUtterance(ear))
    world.at(30_000, ev.EarLost(ear, "1006 the network is gone"))
    world.at(36_000, ev.Typed("say hello"))
    world.at(46_000, ev.HungUp())
    world.run()
    await kept.aclose()
    return folder


@pytest.fixture(scope="session")
def session(tmp_path_factory) -> Path:
    """The folder of one eventful session."""
    return asyncio.run(live(tmp_path_factory.mktemp("eventful") / "session"))
