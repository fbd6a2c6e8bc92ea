"""What waited for a yes in a session: what was shown, how it ended, and what was sent for it (laws A1, A3)."""

from dataclasses import dataclass

import msgspec

from solovox.core import commands as do
from solovox.core import events
from solovox.core.commands import Command, HoldKind, Outcome, RoutedBy
from solovox.core.events import Event
from solovox.core.units import HoldId
from solovox.text.changes import parts


@dataclass(slots=True)
class HeldSpan:
    """One hold, as it was shown; times in milliseconds, None for what did not happen."""

    show: do.ShowHold
    shown: int
    outcome: Outcome | None = None
    ended: int | None = None
    draft: bool = False
    """It ended without an answer, and a later yes would still have sent it."""
    sent: str | None = None
    """What was asked, run or allowed for it: the instruction, the arguments, the agent's act. None: nothing was sent."""
    edited: bool = False
    """The yes was to another text than the held one."""

    def in_words(self) -> dict[str, object]:
        """Ready for JSON: what was shown, and what became of it."""
        fields: dict[str, object] = msgspec.to_builtins(self)
        show: dict[str, object] = msgspec.to_builtins(self.show)
        del fields["show"]
        return {"id": show.pop("hold")} | show | fields | self._changes()

    def _changes(self) -> dict[str, object]:
        """How an instruction came about, as pairs of words: from what was heard to what was shown, and from that to what
        was sent."""
        if self.show.kind is not HoldKind.INSTRUCTION or not self.show.heard:
            return {}
        sent = self.show.text if self.sent is None else self.sent
        texts = {"reworded": (self.show.heard, self.show.text), "edits": (self.show.text, sent)}
        return {
            name: [[one.heard, one.text] for one in parts(*pair) if one.changed]
            for name, pair in texts.items()
        }


class Holds:
    """A fold over events and commands."""

    def __init__(self) -> None:
        self.spans: dict[HoldId, HeldSpan] = {}
        self._agreed: list[tuple[HeldSpan, str]] = []
        """What got a yes and is not sent yet: an instruction may wait its turn."""

    def see(self, at: int, event: Event, commands: tuple[Command, ...]) -> None:
        """Fold one step."""
        for command in commands:
            self._note_command(at, event, command)

    def _note_command(self, at: int, event: Event, command: Command) -> None:
        match command:
            case do.ShowHold(hold=hold) if hold not in self.spans:
                self.spans[hold] = HeldSpan(command, at)
            case do.ShowHold(hold=hold):
                self.spans[hold].show = command
            case do.CloseHold(hold=hold, outcome=outcome):
                span = self.spans[hold]
                span.ended, span.outcome, span.draft = at, outcome, command.draft
                if outcome is Outcome.GRANTED:
                    self._note_grant(span, event)
            case (
                do.AskBrain(instruction=text, by=RoutedBy.CONSENT)
                | do.SteerBrain(instruction=text, by=RoutedBy.CONSENT)
                | do.AskEar(text=text)
            ):
                self._note_sent(text, text)
            case do.RunTool(tool=tool, arguments=arguments):
                self._note_sent(f"{tool} {arguments}", arguments)
            case _:
                pass

    def _note_grant(self, span: HeldSpan, event: Event) -> None:
        text = span.show.text
        if isinstance(event, events.ConsentGiven) and event.hold == span.show.hold:
            text = event.text
        span.edited = text != span.show.text
        if span.show.kind is HoldKind.PERMISSION:  # the agent does it
            span.sent = text
            return
        self._agreed.append((span, text))

    def _note_sent(self, text: str, what: str) -> None:
        for waiting in self._agreed:
            if " ".join(waiting[1].split()) == " ".join(text.split()):
                waiting[0].sent = what
                self._agreed.remove(waiting)
                return
