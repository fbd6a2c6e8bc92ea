"""The machine of one served session: events in, commands out. Pure: the same events give the same commands.

Rule 1: nothing is sent before `setupComplete`; it is the first message, once.
Rule 2: there are no error frames. An error closes the connection with a code and a reason.
Rule 3: after the end there are no more commands.
Rule 4: `next_deadline` says when `TimePassed` must come; nothing else here depends on time.
"""

from dataclasses import replace
from typing import Final, assert_never

from solovox.core.events import RecogniserEvent
from solovox.server import content, model_turn, user_speech
from solovox.server.open_calls import OpenCalls
from solovox.server.options import ServerOptions
from solovox.server.served_commands import Send, ServedCommand, StartRecogniser, StrikeFault
from solovox.server.served_events import (
    AnswerEnded,
    AnswerFailed,
    AnswerTextReady,
    AudioReceived,
    CallsWanted,
    FaultWanted,
    FrameRejected,
    HandleGiven,
    HearingFinished,
    MessageReceived,
    SamplesRendered,
    ServedEvent,
    ServerEnding,
    SetUp,
    TakenOver,
    TextRendered,
    TimePassed,
    ToolChosen,
    VoiceFailed,
)
from solovox.server.served_state import UNAVAILABLE, ModelTurn, ServedState, Stage
from solovox.server.terms import INTERNAL, INVALID, POLICY, RefusedSetup, Terms, agree_terms
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
EXPIRED: Final = "auth token has expired"
CANCELLED: Final = "The operation was cancelled."
"""Vertex's reason in place of `DEADLINE` (pipecat#3112)."""


Answered = AnswerTextReady | AnswerEnded | AnswerFailed | CallsWanted
"""What the brain does, for the turn for which it was asked."""
Made = ToolChosen | Answered | FaultWanted | SamplesRendered | TextRendered | VoiceFailed
"""What was asked for, for one turn."""


class ServedTalk:
    """One connection, from its setup to its end."""

    def __init__(self, options: ServerOptions | None = None) -> None:
        self._state = ServedState(options or ServerOptions())
        self._expires: int | None = None
        """When the client's token does."""

    @property
    def closed(self) -> bool:
        """Whether it is over."""
        return self._state.closed

    def handle(self, at: int, event: ServedEvent) -> list[ServedCommand]:
        """The commands that follow from an event at `at` milliseconds. Time never goes back."""
        state = self._state
        if state.closed:
            return []
        if state.terms is None:
            return self._begin(at, event)
        commands = self._event(state.terms, at, event)
        if not state.closed:
            commands += self._timely(at)
        if not state.closed:
            commands += user_speech.silence(state, at)
            commands += model_turn.settle(state, state.terms, at)
        return commands

    @property
    def next_deadline(self) -> int | None:
        """When it wants to be woken; None: not at all."""
        state = self._state
        if state.closed or state.terms is None:
            return None
        turn = state.turn
        times = [state.began + ms for ms in self._hours()]
        if self._expires is not None:
            times.append(self._expires)
        if (gap := user_speech.gap_ends(state)) is not None:
            times.append(gap)
        if turn is not None and turn.stage is Stage.PLAYING:
            times.append(model_turn.heard_by(state, turn))
        elif turn is not None:
            later = model_turn.waits_until(state, state.terms, turn), turn.output.deadline
            times += [at for at in later if at is not None]
        return min(times, default=None)

    def _begin(self, at: int, event: ServedEvent) -> list[ServedCommand]:
        state = self._state
        match event:
            case SetUp(setup=setup, version=version, memory=memory):
                vertex = event.session is not None
                terms = agree_terms(setup, version, vertex=vertex, language=state.options.language)
                if isinstance(terms, RefusedSetup):
                    return state.close(terms.code, terms.reason, terms.field)
                resumption = setup.session_resumption
                if memory is None and resumption is not None and resumption.handle:
                    return state.close(POLICY, STALE, "sessionResumption.handle")
                state.terms, state.began, state.seeding = terms, at, terms.history_first
                self._expires = None if event.expires_ms is None else at + event.expires_ms
                state.lines = list(memory.lines) if memory is not None else []
                state.calls = OpenCalls(event.first_call)
                complete = SetupComplete(session_id=event.session)
                detection = replace(terms.detection, drafts=state.options.interim and terms.hears)
                commands: list[ServedCommand] = [
                    Send(ServerMessage(setup_complete=complete)),
                    StartRecogniser(detection),
                ]
                return [*commands, *content.prepare_tools(terms), *content.note_setup(terms)]
            case FrameRejected(why=why):
                return state.close(INVALID, f"{BAD_ARGUMENT} {why}")
            case ServerEnding():
                return state.leave(INTERNAL, UNAVAILABLE)
            case MessageReceived() | AudioReceived():
                return state.close(INVALID, f"{BAD_ARGUMENT} setup comes first")
            case _:
                return []

    def _event(self, terms: Terms, at: int, event: ServedEvent) -> list[ServedCommand]:
        state = self._state
        if isinstance(event, RecogniserEvent):
            return user_speech.take_recognised(state, terms, event, at)
        match event:
            case MessageReceived(message=message):
                return content.handle_frame(state, terms, message)
            case AudioReceived():
                return user_speech.take_sound(state, terms, event, at)
            case HearingFinished(n=n):
                return user_speech.heard_out(state, terms, n)
            case (
                ToolChosen()
                | CallsWanted()
                | FaultWanted()
                | AnswerTextReady()
                | AnswerEnded()
                | AnswerFailed()
                | SamplesRendered()
                | TextRendered()
                | VoiceFailed()
            ):
                return self._for_turn(terms, event)
            case HandleGiven(handle=handle):
                update = SessionResumptionUpdate(new_handle=handle, resumable=True)
                return [Send(ServerMessage(session_resumption_update=update))]
            case FrameRejected(why=why):
                return state.close(INVALID, f"{BAD_ARGUMENT} {why}")
            case SetUp():
                return state.close(INVALID, f"{BAD_ARGUMENT} setup comes once")
            case TakenOver():
                return state.close(POLICY, TAKEN)
            case ServerEnding():
                return state.leave(INTERNAL, UNAVAILABLE)
            case TimePassed():
                return []
            case _:
                assert_never(event)

    def _for_turn(self, terms: Terms, made: Made) -> list[ServedCommand]:
        """What was asked for, for the turn that runs, or for the answer that speech has cut."""
        state, turn, cut = self._state, self._state.turn, self._state.speech.cut
        own = turn.id if turn is not None else None
        if isinstance(made, Answered | FaultWanted):
            if isinstance(made, Answered) and cut is not None and made.turn == cut.asked:
                return model_turn.writes_on(state, cut, made)
            own = turn.asked if turn is not None else None
        return self._handle_made(terms, turn, made) if turn is not None and made.turn == own else []

    def _handle_made(self, terms: Terms, turn: ModelTurn, made: Made) -> list[ServedCommand]:
        """What was asked for, for the turn that runs."""
        state = self._state
        match made:
            case ToolChosen():
                return model_turn.choose(state, terms, turn, made)
            case CallsWanted():
                return model_turn.want(state, terms, turn, made)
            case FaultWanted(key=key, fault=fault):
                turn.faults.append(StrikeFault(made.turn, key, fault))
            case AnswerTextReady(text=text):
                return model_turn.say_more(terms, turn, text)
            case AnswerEnded():
                turn.output.closed = True
            case AnswerFailed(reason=reason):
                return model_turn.close_failed(state, reason)
            case SamplesRendered(samples=samples, said_to=said_to):
                turn.output.take_samples(samples, said_to)
            case TextRendered():
                turn.output.finish_text()
            case VoiceFailed(reason=reason):
                return state.close(INTERNAL, f"Internal error encountered: {reason}")
            case _:
                assert_never(made)
        return []

    def _hours(self) -> list[int]:
        """After how many milliseconds the client is warned, and the connection ends."""
        options = self._state.options
        warning = [] if self._state.warned or options.go_away_ms is None else [options.go_away_ms]
        return [*warning, *([options.limit_ms] if options.limit_ms is not None else [])]

    def _timely(self, now: int) -> list[ServedCommand]:
        state, options = self._state, self._state.options
        age = now - state.began
        if self._expires is not None and now >= self._expires:
            return state.close(INTERNAL, EXPIRED)
        if options.limit_ms is not None and age >= options.limit_ms:
            vertex = state.terms is not None and state.terms.vertex
            return state.close(1000, CANCELLED) if vertex else state.close(INTERNAL, DEADLINE)
        if options.go_away_ms is None or state.warned or age < options.go_away_ms:
            return []
        state.warned = True
        left = Duration.of((options.limit_ms or age) - age)
        return [Send(ServerMessage(go_away=GoAway(time_left=left)))]
