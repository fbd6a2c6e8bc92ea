"""What waited for a yes in a session: what was shown, how it ended, and what was sent for it (laws A1, A3)."""

from dataclasses import dataclass

from solovox.core import commands as do
from solovox.core import events
from solovox.core.commands import Command, HoldKind, Outcome, RoutedBy
from solovox.core.events import Event
from solovox.core.policy import Policy
from solovox.core.units import HoldId, UtteranceId


@dataclass(slots=True)
class HeldSpan:
    """One hold; times in milliseconds, None for what did not happen."""

    id: HoldId
    kind: HoldKind
    text: str
    """What the yes is to: the instruction, or the tool and its arguments."""
    heard: str
    """The person's words, if it holds words."""
    utterance: UtteranceId | None
    shown: int
    until: int
    """When it expires, without an answer."""
    outcome: Outcome | None = None
    ended: int | None = None
    sent: str | None = None
    """What was asked or run for it: the instruction, or the arguments. None: nothing was sent."""
    edited: bool = False
    """The yes was to another text than the held one."""


class Holds:
    """A fold over events and commands."""

    def __init__(self, policy: Policy) -> None:
        self.spans: dict[HoldId, HeldSpan] = {}
        self._policy = policy
        self._heard: tuple[UtteranceId | None, str] = (None, "")
        self._agreed: list[tuple[HeldSpan, str]] = []
        """What got a yes and is not sent yet: an instruction may wait its turn."""

    def see(self, at: int, event: Event, commands: tuple[Command, ...]) -> None:
        """Fold one step."""
        if isinstance(event, events.PolicyChanged):
            self._policy = event.policy
        for command in commands:
            self._decided(at, event, command)

    def _decided(self, at: int, event: Event, command: Command) -> None:
        match command:
            case do.ShowHeard(utterance=utterance, text=text, final=True):
                self._heard = (utterance, text)
            case do.ShowHold(hold=hold) if hold not in self.spans:
                self.spans[hold] = self._shown(at, command)
            case do.CloseHold(hold=hold, outcome=outcome):
                span = self.spans[hold]
                span.ended, span.outcome = at, outcome
                if outcome is Outcome.GRANTED:
                    self._granted(span, event)
            case (
                do.AskBrain(instruction=text, by=RoutedBy.CONSENT)
                | do.SteerBrain(instruction=text, by=RoutedBy.CONSENT)
                | do.AskEar(text=text)
            ):
                self._sent(text, text)
            case do.RunTool(tool=tool, arguments=arguments):
                self._sent(f"{tool} {arguments}", arguments)
            case _:
                pass

    def _shown(self, at: int, command: do.ShowHold) -> HeldSpan:
        words = command.kind is HoldKind.INSTRUCTION
        utterance, heard = self._heard if words else (None, "")
        until = at + self._policy.timing.hold
        return HeldSpan(command.hold, command.kind, command.text, heard, utterance, at, until)

    def _granted(self, span: HeldSpan, event: Event) -> None:
        by_key = isinstance(event, events.ConsentGiven) and event.hold == span.id
        text = event.text if isinstance(event, events.ConsentGiven) and by_key else span.text
        span.edited = text != span.text
        self._agreed.append((span, text))

    def _sent(self, text: str, what: str) -> None:
        for waiting in self._agreed:
            if " ".join(waiting[1].split()) == " ".join(text.split()):
                waiting[0].sent = what
                self._agreed.remove(waiting)
                return
