"""A scene: a conversation driven event by event, with the few shorthands that make it readable."""

from collections.abc import Iterable
from dataclasses import replace
from typing import TypeVar

from solovox.core import events as ev
from solovox.core.commands import (
    AskBrain,
    CloseHold,
    Command,
    Cue,
    CueKind,
    Outcome,
    Read,
    ShowHold,
    ShowNotice,
)
from solovox.core.conversation import Conversation
from solovox.core.policy import Policy
from solovox.core.sentences import NO_SENTENCES
from solovox.core.units import MIC, AudioSpan, HoldId, Instant, ReadId, RunId, StreamId, SurfaceCaps
from solovox.lang.en.words import SENTENCES
from solovox.lang.understanding import understand

C = TypeVar("C")
SECOND = 24_000


class Scene:
    """Time moves only by `wait`; deadlines on the way are kept to the millisecond."""

    def __init__(self, policy: Policy | None = None, *, joined: bool = True) -> None:
        self.policy = worded(policy or Policy())
        self.talk = Conversation(self.policy)
        self.at = 0
        self.mic = 0
        self.voice: dict[ReadId, int] = {}
        self.events: list[tuple[int, ev.Event]] = []
        self.all: list[Command] = []
        if joined:
            self.do(ev.SurfaceJoined(SurfaceCaps()))

    def do(self, *events: ev.Event) -> list[Command]:
        """These happen now; what is decided."""
        out: list[Command] = []
        for one in events:
            event = understand(one, self.talk, Instant(self.at))
            self.events.append((self.at, event))
            out += self.talk.handle(Instant(self.at), event)
        self.all += out
        return out

    def wait(self, ms: int) -> list[Command]:
        """Time passes, deadline by deadline."""
        end, out = self.at + ms, list[Command]()
        while (due := self.talk.next_deadline) is not None and due <= end:
            self.at = max(due, self.at)
            out += self.do(ev.DeadlineReached())
            after = self.talk.next_deadline
            assert after is None or after > self.at, "a deadline that does not move would spin"
        self.at = end
        return out

    def hear(self, ms: int) -> list[Command]:
        """The microphone captures, in one piece."""
        span = AudioSpan(MIC, self.mic, 16 * ms)
        self.mic += span.count
        self.at += ms
        return self.do(ev.SoundCaptured(span))

    def speak(self, ms: int = 1_000) -> list[Command]:
        """The person speaks; the words are not known yet."""
        first = self.mic
        out = self.do(ev.OnsetHeard(first), ev.SpeechConfirmed(first))
        out += self.hear(ms)
        return out + self.do(ev.SpeechEnded(AudioSpan(MIC, first, self.mic - first)))

    def say(self, text: str, ms: int = 1_000) -> list[Command]:
        """The person speaks, and the local recogniser understands."""
        first = self.mic
        out = self.speak(ms)
        return out + self.do(ev.LocalTranscript(AudioSpan(MIC, first, self.mic - first), text, final=True))

    def write(self, run: int, *pieces: str, finish: bool = True) -> list[Command]:
        """The brain writes an answer, each piece fit to be said."""
        out, shown = list[Command](), 0
        for piece in pieces:
            shown += len(piece)
            out += self.do(
                ev.BrainWrote(RunId(run), piece), ev.BrainOffered(RunId(run), piece.strip(), shown)
            )
        return out + (self.do(ev.BrainFinished(RunId(run))) if finish else [])

    def sound(
        self,
        read: int,
        samples: int,
        said_to: int = 10_000,
        *,
        end: bool = False,
        silent: bool = False,
        noise: bool = False,
    ) -> list[Command]:
        """The narrator gives sound of a read."""
        first = self.voice.get(ReadId(read), 0)
        self.voice[ReadId(read)] = first + samples
        span = AudioSpan(StreamId(f"voice/{read}"), first, samples)
        out = self.do(ev.ReadSounded(ReadId(read), span, said_to, silent, noise))
        return out + (self.do(ev.ReadRendered(ReadId(read))) if end else [])

    def rendered(self, read: int) -> list[Command]:
        """All the sound of a read was given."""
        return self.do(ev.ReadRendered(ReadId(read)))

    def played(self, read: int, samples: int) -> list[Command]:
        return self.do(ev.Played(ReadId(read), samples))

    def flushed(self, read: int, samples: int) -> list[Command]:
        return self.do(ev.Flushed(ReadId(read), samples))


def worded(policy: Policy) -> Policy:
    """The policy with the sentences of English, if it has none."""
    return replace(policy, sentences=SENTENCES) if policy.sentences is NO_SENTENCES else policy


def of(kind: type[C], commands: Iterable[Command]) -> list[C]:
    """The commands of one kind."""
    return [command for command in commands if isinstance(command, kind)]


def asked(commands: Iterable[Command]) -> list[str]:
    """What the brain was asked."""
    return [command.instruction for command in of(AskBrain, commands)]


def read(commands: Iterable[Command]) -> list[str]:
    """What the narrator was given."""
    return [command.said for command in of(Read, commands)]


def held(commands: Iterable[Command]) -> list[str]:
    """What waits for a yes, as it is shown."""
    return [command.text for command in of(ShowHold, commands)]


def closed(commands: Iterable[Command]) -> list[tuple[HoldId, Outcome]]:
    """What waits no more, and why."""
    return [(command.hold, command.outcome) for command in of(CloseHold, commands)]


def cues(commands: Iterable[Command]) -> list[CueKind]:
    """The sounds that are not words."""
    return [command.kind for command in of(Cue, commands)]


def notices(commands: Iterable[Command]) -> list[str]:
    """Our own words."""
    return [command.text for command in of(ShowNotice, commands)]
