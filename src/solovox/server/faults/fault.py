"""The base classes of faults. A fault may change what is sent, change what the session receives, and act at a trigger.

Rule 1: where its `Chance` does not let it strike, it changes nothing.
Rule 2: its state does not grow with the talk.
"""

from collections.abc import Sequence

from solovox.server.faults.actions import FaultOutput, Put
from solovox.server.faults.chance import Chance
from solovox.server.faults.request import FaultRequest
from solovox.server.faults.shapes import ends_turn, in_turn
from solovox.server.faults.triggers import Trigger
from solovox.wire.gemini_live.client_frames import ClientMessage
from solovox.wire.gemini_live.server_frames import ServerMessage


class Fault:
    """One fault on one connection. This base class does nothing."""

    def __init__(self, asked: FaultRequest, chance: Chance, trigger: Trigger) -> None:
        self.asked = asked
        self.chance = chance
        self.trigger = trigger
        """The trigger that was asked for, or the fault's own."""

    def out(self, at: int, message: ServerMessage) -> Sequence[FaultOutput]:
        """What is sent in place of a message."""
        return [Put(message)]

    def came(self, at: int, message: ClientMessage) -> Sequence[ClientMessage]:
        """What the session sees in place of a message."""
        return [message]

    def on(self, at: int, trigger: Trigger | None) -> Sequence[FaultOutput]:
        """What it does at a trigger; None: at the time that was asked for."""
        return []


class TriggeredFault(Fault):
    """A fault that acts at its trigger and changes no message."""

    def on(self, at: int, trigger: Trigger | None) -> Sequence[FaultOutput]:
        """`act`, if this is its trigger."""
        timed = self.asked.when.at_ms is not None
        its = trigger is None if timed else trigger is self.trigger
        return self.act(at) if its and self.chance.strikes(at) else []

    def act(self, at: int) -> Sequence[FaultOutput]:
        """What the fault does."""
        raise NotImplementedError


class TurnFault(Fault):
    """A fault of whole turns of the model: whether it strikes is decided at a turn's first message."""

    def __init__(self, asked: FaultRequest, chance: Chance, trigger: Trigger) -> None:
        super().__init__(asked, chance, trigger)
        self._running = False
        self._struck = False

    def out(self, at: int, message: ServerMessage) -> Sequence[FaultOutput]:
        """`change` of each message of a turn that is struck."""
        if not self._running and in_turn(message):
            self._running = True
            self._struck = self.chance.strikes(at)
            if self._struck:
                self.begin()
        done = self.change(message) if self._running and self._struck else [Put(message)]
        if ends_turn(message):
            self._running = False
        return done

    def begin(self) -> None:
        """A turn begins that is struck."""

    def change(self, message: ServerMessage) -> Sequence[FaultOutput]:
        """What is sent in place of one of its messages."""
        raise NotImplementedError


def puts(messages: Sequence[ServerMessage]) -> list[FaultOutput]:
    """Send them all."""
    return [Put(one) for one in messages]
