"""One served session, joined: what happened in, orders out. Pure, and the same again for the same happenings.

Rule 1: nothing is sent before `setupComplete`; it is the first message, once.
Rule 2: there are no error frames. What is wrong ends the connection, by code and reason.
Rule 3: after the end nothing is ordered any more.
Rule 4: `next_deadline` is when `TimePassed` is wanted; nothing else here knows of time.
"""

from dataclasses import replace
from typing import Final, assert_never

from solovox.core.events import RecogniserEvent
from solovox.server import answering, content, hearing
from solovox.server.calls import Calls
from solovox.server.choices import Choices
from solovox.server.happenings import (
    BrainBroke,
    BrainEnded,
    BrainOffered,
    Chosen,
    ClientSaid,
    FrameSpoiled,
    Happened,
    HeardOut,
    Remembered,
    Rendered,
    ServerEnding,
    SetUp,
    SoundCame,
    Sounded,
    TakenOver,
    TimePassed,
    VoiceBroke,
)
from solovox.server.orders import Listen, Order, Send
from solovox.server.talk import Stage, Talk, Turn
from solovox.server.terms import INTERNAL, INVALID, POLICY, Refused, Terms, agreed
from solovox.wire.gemini_live.families import BAD_ARGUMENT
from solovox.wire.gemini_live.parts import Duration
from solovox.wire.gemini_live.server_frames import (
    GoAway,
    ServerMessage,
    SessionResumptionUpdate,
    SetupComplete,
)

STALE: Final = "BidiGenerateContent session not found"
TAKEN: Final = "The operation was aborted: another connection goes on with this session"
DEADLINE: Final = "Deadline expired before operation could complete."
CANCELLED: Final = "The operation was cancelled."
"""What Vertex closes with in its place (pipecat#3112)."""
UNAVAILABLE: Final = "The service is currently unavailable."


class ServedTalk:
    """One connection, from its setup to its end."""

    def __init__(self, choices: Choices | None = None) -> None:
        self._talk = Talk(choices or Choices())

    @property
    def closed(self) -> bool:
        """Whether it is over."""
        return self._talk.closed

    def handle(self, at: int, happened: Happened) -> list[Order]:
        """What follows from what happened at `at` milliseconds. Time never goes back."""
        talk = self._talk
        if talk.closed:
            return []
        if talk.terms is None:
            return self._begin(at, happened)
        orders = self._happened(talk.terms, at, happened)
        if not talk.closed:
            orders += self._timely(at)
        if not talk.closed:
            orders += hearing.silence(talk, at)
            orders += answering.settle(talk, talk.terms, at)
        return orders

    @property
    def next_deadline(self) -> int | None:
        """When it wants to be woken; None: not at all."""
        talk = self._talk
        if talk.closed or talk.terms is None:
            return None
        turn = talk.turn
        times = [talk.began + ms for ms in self._hours()]
        if (gap := hearing.gap_ends(talk)) is not None:
            times.append(gap)
        if turn is not None and turn.stage is Stage.PLAYING:
            times.append(answering.heard_by(talk, turn))
        elif turn is not None:
            later = answering.waits_until(talk, talk.terms, turn), turn.mouth.deadline
            times += [at for at in later if at is not None]
        return min(times, default=None)

    def _begin(self, at: int, happened: Happened) -> list[Order]:
        talk = self._talk
        match happened:
            case SetUp(setup=setup, version=version, memory=memory):
                terms = agreed(setup, version, vertex=happened.session is not None)
                if isinstance(terms, Refused):
                    return talk.close(terms.code, terms.reason, terms.field)
                resumption = setup.session_resumption
                if memory is None and resumption is not None and resumption.handle:
                    return talk.close(POLICY, STALE, "sessionResumption.handle")
                talk.terms, talk.began, talk.seeding = terms, at, terms.history_first
                talk.lines = list(memory.lines) if memory is not None else []
                talk.calls = Calls(happened.first_call)
                complete = SetupComplete(session_id=happened.session)
                detection = replace(terms.detection, drafts=talk.choices.interim and terms.hears)
                orders: list[Order] = [Send(ServerMessage(setup_complete=complete)), Listen(detection)]
                return [*orders, *content.prepared(terms), *content.noted(terms)]
            case FrameSpoiled(why=why):
                return talk.close(INVALID, f"{BAD_ARGUMENT} {why}")
            case ServerEnding():
                return talk.leave(INTERNAL, UNAVAILABLE)
            case ClientSaid() | SoundCame():
                return talk.close(INVALID, f"{BAD_ARGUMENT} setup comes first")
            case _:
                return []

    def _happened(self, terms: Terms, at: int, happened: Happened) -> list[Order]:
        talk = self._talk
        if isinstance(happened, RecogniserEvent):
            return hearing.recognised(talk, terms, happened)
        match happened:
            case ClientSaid(message=message):
                return content.said(talk, terms, message)
            case SoundCame():
                return hearing.came(talk, terms, happened, at)
            case HeardOut(n=n):
                return hearing.heard_out(talk, terms, n)
            case (
                Chosen()
                | BrainOffered()
                | BrainEnded()
                | BrainBroke()
                | Sounded()
                | Rendered()
                | VoiceBroke()
            ):
                turn = talk.turn
                if turn is None or turn.id != happened.turn:
                    return []
                return self._made(terms, turn, happened)
            case Remembered(handle=handle):
                update = SessionResumptionUpdate(new_handle=handle, resumable=True)
                return [Send(ServerMessage(session_resumption_update=update))]
            case FrameSpoiled(why=why):
                return talk.close(INVALID, f"{BAD_ARGUMENT} {why}")
            case SetUp():
                return talk.close(INVALID, f"{BAD_ARGUMENT} setup comes once")
            case TakenOver():
                return talk.close(POLICY, TAKEN)
            case ServerEnding():
                return talk.leave(INTERNAL, UNAVAILABLE)
            case TimePassed():
                return []
            case _:
                assert_never(happened)

    def _made(
        self,
        terms: Terms,
        turn: Turn,
        made: Chosen | BrainOffered | BrainEnded | BrainBroke | Sounded | Rendered | VoiceBroke,
    ) -> list[Order]:
        """What was asked for, for the turn that runs."""
        talk = self._talk
        match made:
            case Chosen(tool=None):
                return answering.think(talk, terms, turn, turn.words)
            case Chosen(tool=tool, arguments=arguments):
                assert tool is not None
                return answering.call(talk, terms, turn, tool, arguments)
            case BrainOffered(text=text):
                return answering.offered(terms, turn, text)
            case BrainEnded():
                turn.mouth.closed = True
            case BrainBroke(reason=reason):
                return talk.close(INTERNAL, f"{UNAVAILABLE} {reason}")
            case Sounded(samples=samples, said_to=said_to):
                turn.mouth.sounded(samples, said_to)
            case Rendered():
                turn.mouth.rendered()
            case VoiceBroke(reason=reason):
                return talk.close(INTERNAL, f"Internal error encountered: {reason}")
            case _:
                assert_never(made)
        return []

    def _hours(self) -> list[int]:
        """After how many milliseconds the client is warned, and the connection ends."""
        choices = self._talk.choices
        warning = [] if self._talk.warned or choices.go_away_ms is None else [choices.go_away_ms]
        return [*warning, *([choices.limit_ms] if choices.limit_ms is not None else [])]

    def _timely(self, now: int) -> list[Order]:
        talk, choices = self._talk, self._talk.choices
        age = now - talk.began
        if choices.limit_ms is not None and age >= choices.limit_ms:
            vertex = talk.terms is not None and talk.terms.vertex
            return talk.close(1000, CANCELLED) if vertex else talk.close(INTERNAL, DEADLINE)
        if choices.go_away_ms is None or talk.warned or age < choices.go_away_ms:
            return []
        talk.warned = True
        left = Duration.of((choices.limit_ms or age) - age)
        return [Send(ServerMessage(go_away=GoAway(time_left=left)))]
